"""The kinds of cores that the separation loops know, as numbers: the loops read them in tables."""

BLOCK, BAR, POINT, TURNED, CORNERS, ARC = range(6)
"""The kinds, each with its sizes and rows of numbers, mm: box (half edges), cylinder (radius, half
height), point, turned profile (rows of radius and z), corners (rows of x, y, z), and disc cut by
planes along its axis (radius, half height; rows of a corner: x, y, 0, 0, or of a plane: normal x,
y, offset, 1)."""
