"""Staubli arms as their pendants count, written out, and applications read by another parser."""

from xml.etree import ElementTree

import numpy as np
import pytest

from scenes import SceneError
from scenes.makers.staubli.val3_reader import read_val3
from scenes.makers.staubli.val3_writer import val3_files, val3_sayable, val3_text
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Go
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, random_program

ARMS = ["staubli_tx2_60", "staubli_rx160"]
# Of both arms, mm: offset of axis 2 in x, upper arm, offset of axis 3 in y, forearm, flange; and
# the height of the world frame, which lies in axis 2, above the mount of the base.
SIZES = {
    "staubli_tx2_60": (0.0, 290.0, 20.0, 310.0, 70.0),
    "staubli_rx160": (150.0, 825.0, 0.0, 625.0, 110.0),
}
HEIGHTS = {"staubli_tx2_60": 375.0, "staubli_rx160": 550.0}
NAMESPACE = "{http://www.staubli.com/robotics/VAL3/Data/2}"


def turned(axis: str, deg: float) -> np.ndarray:
    """A turn (4, 4) about x, y or z, written out."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    at = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    T = np.eye(4)
    T[at[0], at[0]] = T[at[1], at[1]] = c
    T[at[1], at[0]], T[at[0], at[1]] = s, -s
    return T


def pose(x: float, y: float, z: float, rx: float = 0, ry: float = 0, rz: float = 0) -> np.ndarray:
    """A pose (4, 4): turned about x, then the new y, then the new z."""
    T = turned("x", rx) @ turned("y", ry) @ turned("z", rz)
    T[:3, 3] = x, y, z
    return T


def flange_of_pendant(arm: str, shown_deg) -> np.ndarray:
    """The flange in the world frame where the pendant shows j1 to j6, degrees: at zero the arm
    stands straight up, j2, j3 and j5 turn about y, j1, j4 and j6 about z."""
    j1, j2, j3, j4, j5, j6 = shown_deg
    forward, upper, aside, forearm, hand = SIZES[arm]
    T = pose(0, 0, 0, rz=j1) @ pose(forward, 0, 0, ry=j2) @ pose(0, aside, upper, ry=j3)
    T = T @ pose(0, 0, forearm, rz=j4) @ pose(0, 0, 0, ry=j5)
    return T @ pose(0, 0, hand, rz=j6)


def words_of_pendant(arm: str, shown_deg) -> list[str]:
    """Shoulder, elbow and wrist by the formulas of the manual."""
    forward, upper, _, forearm, _ = SIZES[arm]
    _, j2, j3, _, j5, _ = np.radians(shown_deg)
    ahead = upper * np.sin(j2) + forearm * np.sin(j2 + j3) + forward
    return [
        "lefty" if ahead >= 0 else "righty",
        "epositive" if j3 >= 0 else "enegative",
        "wpositive" if j5 >= 0 else "wnegative",
    ]


def values_of(data: str) -> dict[str, list[dict[str, str]]]:
    """The variables of a `.dtx` text with the attributes of their values."""
    root = ElementTree.fromstring(data.encode("utf-8"))
    found = {}
    for each in root.iter(f"{NAMESPACE}Data"):
        found[each.get("name")] = [dict(value.attrib) for value in each]
    return found


def pose_in(value: dict[str, str]) -> np.ndarray:
    return pose(*(float(value[key]) for key in ("x", "y", "z", "rx", "ry", "rz")))


@pytest.fixture
def application_of(orders_of):
    """application_of(arm, text): the orders of a program as they are said, the arm, the text of
    its `.pgx` and its other files."""

    def make(arm: str, text: str):
        run, orders = orders_of(arm, text)
        robot = run.cell.robot
        given = val3_sayable(orders), robot, robot.controller, "mine"
        return given[0], robot, val3_text(*given), dict(val3_files(*given))

    return make


def says_the_same(orders, robot, text, files) -> bool:
    """Whether an application is read as the orders it was made of."""
    back = read_val3(text, list(files.items()), robot, robot.controller)
    try:
        found = deviation(orders, back, robot)
    except SceneError:
        return False
    zones = [
        [order.zone_mm for order in each.orders if isinstance(order, Go)] for each in (orders, back)
    ]
    is_near = max(found.mm / MOST_MM, found.deg / MOST_DEG, found.joint_deg / MOST_DEG) < 1.0
    same = len(zones[0]) == len(zones[1]) and np.allclose(*zones, atol=1e-6)
    return is_near and not back.losses and same


@pytest.fixture
def with_all(application_of):
    """The orders, the arm and the application of a program that meets every mutation."""
    lines = ["ACCURACY 20 ALWAYS", "SPEED 40", "MOVE #P1", "DRAW 0, 0, 30", "DRAW 0, 20, 0"]
    lines += ["ACCURACY 0 ALWAYS", "SPEED 100 MMPS", "DRAW 0, 10, 0", "WAIT SIG(-9)"]
    whole = random_program(ARMS[0], 1).replace("CLOSEI 30", "\n".join([*lines, "CLOSEI 30"]))
    return application_of(ARMS[0], whole)
