"""Tolerances that several modules of the room share, each with its reason.

A tolerance that only one module needs stands in that module. "Of the size" marks a tolerance that
is multiplied by `size_of(mechanism)`, the size of the arm in mm.
"""

PARALLEL = 1e-9
"""Sine of the angle between two axes; below it they count as parallel, because the direction of
their common normal would be rounding noise."""

MEETING = 1e-9
"""Of the size: lines that pass a point at most this far away meet in that point. The numbers of a
robot file are rounded, so that lines rarely meet exactly."""

SAME_ANGLE = 1e-4
"""Rad: two roots that differ by less than this in every revolute joint count as one. Rounding
(1e-16 of a pose) splits a double root by about 1e-8 and a triple root by about 1e-5."""

SAME_LENGTH = 0.1
"""Mm: two roots that differ by less than this in a prismatic joint count as one; on an arm so
small that SAME_SHARE of its size is less, SAME_SHARE decides."""

SAME_SHARE = 1e-4
"""Of the size: the limit that replaces SAME_LENGTH on a small arm."""

NAMES_A_SINGULARITY = 1e-5
"""Sine, share of the size, or share of the largest singular value: a wrist this near to straight,
an elbow this near to stretched or a wrist centre this near to axis 1 is named as the cause of a
singular pose. A pose that is singular to 1e-6 may be off by more than 1e-6 in a single angle."""

ON_AXIS = 1e-12
"""Of the size: a point this near to an axis lies on it. Its azimuth is noise, because poses come
with errors of up to 1e-13: they were computed, or read from a file."""

ROUNDED = 1e-14
"""A cosine this near to -1, 0 or 1 is set to that number: pi/2 has no exact double, so that a
right angle gives a cosine of about 6e-17."""

FACES = 1e-9
"""Of a cosine: a direction counts as reversed only if its cosine is below minus this number, so
that rounding noise about 0 reverses none."""

NO_LENGTH = 1e-9
"""Mm: added to the size of an arm, so that a division by the size stays finite."""

LEAST_PART = 1e-9
"""Of the size, or a sine: the least divisor of a length whose direction is needed; a shorter
length has a direction that is rounding noise."""

NEVER_ZERO = 1e-300
"""Replaces a divisor of 0 whose numerator is 0 as well, so that the quotient is 0 and not nan."""

MET_RAD, MET = 1e-10, 1e-11
"""Rad, and of the size: joint values whose pose differs by no more than this are a root."""

ROUNDED_OFF = 1e-8
"""Of the size, with the turn in rad: an arm this near to a family misses it by the digits of its
file, which write a right angle as 1.570796327 in several links."""

FARTHEST_CORRECTION = 2e-2
"""Of the size, with the turn in rad: corrections go no farther. Links off by 2 mm and 0.2 deg make
1e-2 or so; beyond, more poses go to the general solver than the nominal arm can solve."""

SENSE = 1e-2
"""Of a cosine, or rad: a side of a corrected arm is turned round only by more than this, so that no
correction renames the postures of the drawn arm."""
