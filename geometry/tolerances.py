"""Tolerances that several modules of the room share, each with its reason."""

TOUCH_TOLERANCE = 1e-5
"""Bodies that are no farther apart than this, mm, and share no ball of this width, touch: far above
rounding, far below anything that can be made or measured."""

LEAST_BALL = 0.5 * TOUCH_TOLERANCE
"""Radius, mm, of the least ball that counts as shared volume."""

SAME_STRETCH = 1e-12
"""Two factors of a stretch are one where they differ by the rounding of a product."""

NO_LENGTH = 1e-300
"""The least divisor of a direction: a vector of length 0 stays 0 instead of becoming no number."""
