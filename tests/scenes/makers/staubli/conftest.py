"""Staubli arms as their pendants count, written out, and applications read by another parser."""

from xml.etree import ElementTree

import numpy as np
import pytest

from scenes import SceneError, load_robot
from scenes.makers.staubli.translation.val3_translation import val3_translated
from scenes.makers.staubli.val3_files import data_text, program_text, variable_text
from scenes.makers.staubli.val3_reader import read_val3
from scenes.makers.staubli.val3_writer import val3_files, val3_sayable, val3_text
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, lost, random_program, turned

ARMS = ["staubli_tx2_60", "staubli_rx160"]
ARM = ARMS[0]
# Of both arms, mm: offset of axis 2 in x, upper arm, offset of axis 3 in y, forearm, flange; and
# the height of the world frame, which lies in axis 2, above the mount of the base.
SIZES = {
    "staubli_tx2_60": (0.0, 290.0, 20.0, 310.0, 70.0),
    "staubli_rx160": (150.0, 825.0, 0.0, 625.0, 110.0),
}
HEIGHTS = {"staubli_tx2_60": 375.0, "staubli_rx160": 550.0}
NAMESPACE = "{http://www.staubli.com/robotics/VAL3/Data/2}"


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


# An application of our own words, and what a program of it does.

TOOL = (5.0, -10.0, 100.0, 0.0, 10.0, 30.0)
GRIP = (0.0, 0.0, 20.0, 0.0, 0.0, 0.0)
PART = (300.0, 20.0, -100.0, 0.0, 0.0, 30.0)
TRAY = (10.0, 5.0, 0.0, 0.0, 0.0, -10.0)
P0 = (20.0, -30.0, 60.0, 180.0, 0.0, 20.0)
P1 = (40.0, 30.0, 80.0, 170.0, 5.0, -20.0)
J0, J1 = (0.0, 60.0, 90.0, 0.0, 45.0, 0.0), (10.0, 55.0, 85.0, 5.0, 40.0, -5.0)
LEFT = 'shoulder="lefty" elbow="epositive" wrist="wpositive"'
IN_TRAY = f'{LEFT} fatherId="fTray[0]"'
KEYS = ("x", "y", "z", "rx", "ry", "rz")


def told(names, values, more: str = "") -> str:
    listed = " ".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
    return f"{listed} {more}".strip()


def joint(values) -> str:
    return told([f"j{n}" for n in range(1, 7)], values)


VARIABLES = [
    variable_text("tTool", "tool", [told(KEYS, TOOL, 'fatherId="flange[0]"')]),
    variable_text("tGrip", "tool", [told(KEYS, GRIP, 'fatherId="tTool[0]"')]),
    variable_text("fPart", "frame", [told(KEYS, PART, 'fatherId="world[0]"')]),
    variable_text("fTray", "frame", [told(KEYS, TRAY, 'fatherId="fPart[0]"')]),
    variable_text("jHome", "jointRx", [joint(J0), joint(J1)]),
    variable_text("pPick", "pointRx", [told(KEYS, P0, IN_TRAY), told(KEYS, P1, IN_TRAY)]),
    variable_text("pFree", "pointRx", [told(KEYS, P0, 'fatherId="fPart[0]"')]),
    variable_text("mFast", "mdesc", [], 1),
    variable_text("mSlow", "mdesc", ['vel="50" tmax="80" blend="joint" leave="5" reach="8"']),
    variable_text("trUp", "trsf", ['z="-50"']),
    variable_text("nCount", "num", ['value="3"', 'value="7"']),
    variable_text("nSum", "num", [], 1),
    variable_text("bGo", "bool", ['value="true"']),
    variable_text("dValve", "dio", [r'link="BasicIO-1\%Q0"', r'link="BasicIO-1\%Q1"']),
    variable_text("dSensor", "dio", [r'link="BasicIO-1\%I0"']),
    variable_text("sText", "string", ['value="a"']),
]  # fmt: skip
DATA = [("app.dtx", data_text(VARIABLES))]

# Blocks of every kind.
FLOW = [
    "nSum = 0",
    "for nI = 1 to 5 step 2",
    "  if nI == 1",
    "    nSum = nSum + 1",
    "  elseIf nI == 3 and !(nSum > 5)",
    "    nSum = nSum + 10",
    "  else",
    "    nSum = nSum + 100",
    "  endIf",
    "endFor",
    "while (nSum < 1000)",
    "  nSum = nSum * 3",
    "endWhile",
    "do",
    "  nSum = nSum - 400",
    "until nSum < 200",
    "switch nSum",
    "case 1, 2",
    "  nSum = -1",
    "  break",
    "case 199",
    "  nSum = nSum + nCount[1] % 4",
    "  break",
    "default",
    "  nSum = -2",
    "  break",
    "endSwitch",
    "delay(nSum / 1000)",
]


def program(*lines: str, name: str = "main", numbers=()) -> str:
    return program_text(name, lines, numbers)


def translate(source: str, data=DATA, robot=None):
    robot = robot or load_robot(ARM)
    return val3_translated(source, data, robot, robot.controller)


@pytest.fixture
def orders_in(run_on):
    """orders_in(lines..): what a program does, without faults."""

    def orders(*lines: str, data=DATA, arm: str = ARM, numbers=("nI",), **given):
        robot = run_on(arm, "END\n").cell.robot
        made = translate(program(*lines, numbers=numbers), data, robot)
        assert not lost(made), lost(made)
        return unrolled(run_on(arm, made.text, **given), hand_output=99).orders

    return orders


def goes_of(orders) -> list[Go]:
    return [order for order in orders if isinstance(order, Go)]


def in_base(values, arm: str = ARM) -> np.ndarray:
    """A point of pPick in the base of the arm, written out."""
    return pose(0, 0, HEIGHTS[arm]) @ pose(*PART) @ pose(*TRAY) @ pose(*values)
