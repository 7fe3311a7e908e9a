"""The one error of the room: a caller asked for something that has no meaning."""


class KinematicsError(ValueError):
    """A mechanism, pose or joint vector was wrong; the message says what would have been right."""


class UnsolvableMechanism(KinematicsError):  # noqa: N818  (reads as a sentence)
    """No solver of the inverse problem knows this family of mechanisms yet."""
