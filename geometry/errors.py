"""The one error that the geometry room raises for a caller's mistake or a failure of the kernel."""


class GeometryError(ValueError):
    """A solid, a pose or a tolerance is not valid; the text names what is wrong with it."""
