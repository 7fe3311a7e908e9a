"""The text of a new cell: a robot on the floor, and comments that say how to go on."""

from __future__ import annotations

from scenes.files.text.edits import flow_text

ROBOT_NAME = "arm"
_TEXT = """\
# A new cell: what stands around the robot. Lengths in mm, angles in degrees.
# The world has its origin on the floor and its z axis up; a box is centred on its `at`.
cell: 1
title: New cell

robots:
  %s:
    use: %s
    at: [0, 0, 0] # its base
    rpy: [0, 0, 0]
"""


def new_cell_text(use: str) -> str:
    """The text of a cell with one robot. use: A shipped name, or a path from the cell's folder."""
    return _TEXT % (ROBOT_NAME, flow_text(use))
