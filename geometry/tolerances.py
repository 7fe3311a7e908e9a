"""Tolerances that several modules of the room share, each with its reason."""

TOUCH_TOLERANCE = 1e-5
"""Bodies that are no farther apart than this, mm, and share no ball of this width, touch: far above
rounding, far below anything that can be made or measured."""

LEAST_BALL = 0.5 * TOUCH_TOLERANCE
"""Radius, mm, of the least ball that counts as shared volume."""
