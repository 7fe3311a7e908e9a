"""Kinds of core that the separation loops know; numbers, because the loops read them in tables."""

BLOCK, BAR, POINT, TURNED, CORNERS, ARC = range(6)
"""Box (half edges), cylinder (radius, half height), point, turned profile (rows of radius and z),
corners (rows of x, y, z), disc within a polygon (radius, half height; rows of a corner x, y, or of
a plane: normal x, y, offset, 1)."""
