"""Cells that tests share, built in code so that most tests depend on no file."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, Solid, union
from kinematics import Joint, Mechanism, invert, link_poses, rotation_y, translation
from scenes import load_cell, program_path
from scenes.world.cell import Body, Cell, Part
from scenes.world.robot import Finger, Hand, LinkBody, Robot

AXES = [(0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0)]
POINTS = [(0, 0, 0), (0, 0, 450), (500, 0, 450), (950, 0, 450), (950, 0, 450), (950, 0, 450)]
LIMITS_DEG = [(-180, 180), (-200, 20), (-150, 150), (-360, 360), (-120, 120), (-360, 360)]
FIGURE_5 = program_path("figure5").read_text(encoding="utf-8")  # as test_library.py has it


def paper_mechanism() -> Mechanism:
    """The arm of Kakazu 1985 with its lengths; speeds and accelerations are assumed."""
    joints = [
        Joint(
            name=f"j{i + 1}",
            lower=np.radians(lower),
            upper=np.radians(upper),
            speed=np.radians(90.0),
            acceleration=np.radians(300.0),
        )
        for i, (lower, upper) in enumerate(LIMITS_DEG)
    ]
    return Mechanism.from_axes(
        axes=AXES,
        points=POINTS,
        kinds="RRRRRR",
        T_base_flange_zero=translation(1120.0, 0.0, 450.0),
        joints=joints,
        name="the 1985 arm",
    )


def link_body(mechanism: Mechanism, name: str, link: int, solid: Solid, at: Sequence) -> LinkBody:
    """A body of a link, from its place in base axes at zero joint values."""
    T_base_link = link_poses(mechanism, np.zeros(6))[link]
    return LinkBody(name, link, solid, invert(T_base_link) @ translation(*at), "#808080")


def paper_robot() -> Robot:
    """The arm with a body on each link, four of them too small to touch anything."""
    mechanism = paper_mechanism()
    bodies = (
        link_body(mechanism, "B", 0, Box((200, 200, 300)), (0, 0, 150)),
        link_body(mechanism, "SH", 1, Box((4, 4, 4)), (0, 0, 450)),
        link_body(mechanism, "AR", 2, Box((300, 100, 100)), (250, 0, 450)),
        link_body(mechanism, "FA", 3, Box((4, 4, 4)), (700, 0, 450)),
        link_body(mechanism, "WR", 4, Box((4, 4, 4)), (930, 0, 450)),
        link_body(mechanism, "WP", 5, Box((4, 4, 4)), (960, 0, 450)),
        link_body(mechanism, "G1", 6, Box((20, 160, 100)), (1060, 0, 450)),
    )
    fingers = tuple(
        Finger(
            name, Box((90, 20, 40)), translation(-5, 10 * y, 0), np.array([0, y, 0]), 0.5, "#ccc"
        )
        for name, y in (("G2", -1.0), ("G3", 1.0))
    )
    ready = np.radians([0, -90, 90, 0, 60, 0])
    return Robot(
        name="arm",
        title="The 1985 arm",
        mechanism=mechanism,
        T_flange_tool=rotation_y(np.pi / 2),
        bodies=bodies,
        hand=Hand(fingers, 0.0, 100.0, 0.0, rotation_y(np.pi / 2)),
        ready=ready,
        nest=ready,
        check_poses=(),
        tool_speed_mm_s=250.0,
        tool_speed_rad_s=np.radians(90.0),
        schematic=False,
        source="Kakazu 1985, section 7",
    )


def cell_with(
    *fixtures: tuple[str, Solid, Sequence], parts: Sequence[Part] = (), **changes: object
) -> Cell:
    """The arm with fixtures (name, solid, position) and parts."""
    values: dict = {
        "title": "test cell",
        "robot": paper_robot(),
        "frames": {"world": np.eye(4)},
        "fixtures": tuple(Body(n, solid, translation(*at), "#fff") for n, solid, at in fixtures),
        "parts": tuple(parts),
        "allowed": frozenset(),
    }
    return Cell(**(values | changes))


def cube(name: str, feed: Sequence, start: Sequence | None = None) -> Part:
    """A cube of 30 mm that FEED brings to a position, mm."""
    T_start = None if start is None else translation(*start)
    solid = Box((30, 30, 30))
    return Part(name, solid, translation(*feed), T_start, np.eye(4), 30.0, "#ffff00")


@pytest.fixture(name="cell_with", scope="session")
def _cell_with():
    return cell_with


@pytest.fixture(name="cube", scope="session")
def _cube():
    return cube


@pytest.fixture(scope="session")
def paper_cell() -> Cell:
    """The arm alone."""
    return cell_with()


@pytest.fixture(scope="session")
def pick_cell() -> Cell:
    """A cell with a peg on a post as narrow as the peg, and a second kind of part."""
    post = ("POST", Box((20, 20, 160)), (500, 0, 120))
    return cell_with(post, parts=[cube("PEG", (500, 0, 215)), cube("NUT", (300, 300, 20))])


@pytest.fixture(scope="session")
def figure_5() -> str:
    """The example program of the paper."""
    return FIGURE_5


@pytest.fixture(scope="session")
def oracle():
    """T_base_flange (4, 4), mm, from the paper's equations (2) and (3), written independently."""

    def rotation(axis: str, angle: float) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        rows = {
            "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
            "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
        }[axis]
        T = np.eye(4)
        T[:3, :3] = rows
        return T

    def shift(x: float, z: float) -> np.ndarray:
        T = np.eye(4)
        T[0, 3], T[2, 3] = x, z
        return T

    def hand_pose(q: np.ndarray) -> np.ndarray:
        T = rotation("z", q[0]) @ shift(0, 450) @ rotation("y", q[1]) @ shift(500, 0)
        T = T @ rotation("y", q[2]) @ shift(450, 0)
        T = T @ rotation("x", q[3]) @ rotation("y", q[4]) @ rotation("x", q[5])
        return T @ shift(170, 0)

    return hand_pose


@pytest.fixture(scope="session")
def blunt_drilling() -> Cell:
    """The drilling cell with a spindle whose tip is 1 mm high instead of 4.

    Where the tip passes the seam of its own cut, the sweep tests motions every hundredth of a
    millimetre: a low tip tests the same in a quarter of the time. The cell has no margin: to
    measure how near the tool is to the hole that it leaves takes half as long as the check.
    """
    cell = load_cell("drilling")
    pieces = (
        (Cone(0.5, 5, 1), 0.5),
        (Cylinder(5, 59), 30.5),
        (Cylinder(18, 40), 80),
        (Box((40, 40, 60)), 130),
    )
    tool = union(solid.moved(translation(0, 0, height)) for solid, height in pieces)
    parts = tuple(replace(p, solid=tool) if p.name == "SPINDLE" else p for p in cell.parts)
    return replace(cell, parts=parts, margin=0.0)
