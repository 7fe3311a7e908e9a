"""The error that this package raises when a caller asks for something that has no meaning."""


class KinematicsError(ValueError):
    """An argument has no meaning; the message says what is wrong and what would be valid."""


class UnsolvableMechanism(KinematicsError):  # noqa: N818  (reads as a sentence)
    """No solver of the inverse problem handles this family of mechanisms."""
