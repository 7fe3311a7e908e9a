"""Tolerances that several modules of the room share, each with its reason."""

TOUCH_TOLERANCE = 1e-5
"""Bodies touch if they are at most this far apart, mm, and share no ball of this diameter. The
number is far above rounding and far below what can be made or measured."""

LEAST_BALL = 0.5 * TOUCH_TOLERANCE
"""Radius, mm, of the smallest ball that counts as shared volume."""

SAME_STRETCH = 1e-12
"""Share by which two scale factors may differ and count as equal: the rounding of a product."""

NO_LENGTH = 1e-300
"""Least length by which a vector is divided: a vector of length 0 then stays 0 instead of nan."""
