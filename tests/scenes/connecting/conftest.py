"""A cell with a post on a table in reach of a PUMA 560, and programs that run into the post."""

import pytest

from scenes import load_cell

CELL = """\
cell: 1
title: round a post over a table
robots:
  arm: {use: ROBOT}
fixtures:
  TABLE:
    at: [300, 0, -25]
    solid: [{add: {box: [900, 1200, 40]}}]
  POST:
    at: [597, 63, 600]
    solid: [{add: {cylinder: {d: 80, h: 620}}}]
CHECK
"""
PROGRAM = """\
10 POINT #A = -40, 45, -135, 0, -45, 0
20 POINT #B = 40, 45, -135, 0, -45, 0
30 MOVE #A
40 MOVE #B
50 END
"""


@pytest.fixture
def cell_with(tmp_path):
    """Makes a cell with a robot by its name, and further lines of the file."""

    def made(robot="puma560", check=""):
        path = tmp_path / "post.cell.yaml"
        path.write_text(CELL.replace("ROBOT", robot).replace("CHECK", check))
        return load_cell(path)

    return made


@pytest.fixture
def program():
    """A program whose line 4 leads through the post."""
    return PROGRAM
