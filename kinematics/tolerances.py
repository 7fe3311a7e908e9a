"""Tolerances that several modules of the room share, each with its reason.

A tolerance of one module alone stays there, under a name of its own. "Of the size" is a share of
`size_of`, the size of the arm.
"""

PARALLEL = 1e-9
"""Sine between directions below which two axes are parallel: their common normal is rounding."""

MEETING = 1e-9
"""Of the size: lines that pass a point this near meet in it, for a file's numbers are rounded."""

SAME_ANGLE = 1e-4
"""Rad: roots closer than this in every turning joint count once. A double root comes out of
rounding (1e-16 of a pose) as two that are some 1e-8 apart, a triple root as three 1e-5 apart."""

SAME_LENGTH = 0.1
"""Mm: the same of a slide, where that is less than SAME_SHARE."""

SAME_SHARE = 1e-4
"""Of the size: the same of a slide of a small arm."""

NAMES_A_SINGULARITY = 1e-5
"""Sine, or share of the size or of the largest value: how near to straight, stretched or over
axis 1 the part of a singular arm is that makes it singular. A pose singular to 1e-6 is off by
more in the single angle."""

ON_AXIS = 1e-14
"""Of the size: a point this near to an axis stands on it; its azimuth is rounding."""

ROUNDED = 1e-14
"""A cosine this near to -1, 0 or 1 is that number: right angles are not whole in radians."""

FACES = 1e-9
"""Of a cosine: a sense is turned round only by more than this, so that rounding turns none."""

NO_LENGTH = 1e-9
"""Mm: a length no arm is shorter than; it keeps shares of the size finite."""

LEAST_PART = 1e-9
"""Of the size, or a sine: below it a direction is rounding, and this is what is divided by."""

NEVER_ZERO = 1e-300
"""Put in the place of 0 before a division whose numerator is then 0 as well."""

MET_RAD, MET = 1e-10, 1e-11
"""Rad, and of the size: joint values that miss a pose by no more than this are a root of it."""
