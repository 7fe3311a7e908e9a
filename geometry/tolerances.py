"""Tolerances that several modules of the room share, each with its reason."""

TOUCH_TOLERANCE = 1e-5
"""Bodies touch if they are at most this far apart, mm, and share no ball of this diameter. The
number is far above rounding and far below what can be made or measured."""

LEAST_BALL = 0.5 * TOUCH_TOLERANCE
"""Radius, mm, of the smallest ball that counts as shared volume."""

SAME_STRETCH = 1e-12
"""Share by which two scale factors may differ and count as equal: the rounding of a product."""

NO_LENGTH = 1e-300
"""Least number by which a length is divided: 0 / 0 then gives 0 instead of nan, and any other
length over 0 gives a large number instead of infinity."""

NO_AREA = 1e-12
"""Share of the square of a length below which an area is rounding: a triangle or an outline so flat
has no normal that could be used."""

UNIT_ROUNDING = 1e-9
"""Amount by which the length of a direction in a certificate may differ from 1: it is a quotient,
and may have been written to a file and read again."""
