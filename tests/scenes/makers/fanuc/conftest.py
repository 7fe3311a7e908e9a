"""FANUC programs with their frames, and the arms as their pendants count, written out."""

import numpy as np
import pytest

from scenes import load_robot
from scenes.makers.fanuc.translation.ls_translation import ls_translated
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled
from tests.scenes.makers.conftest import lost, shifted, turned

ARMS = ["fanuc_lrmate200id", "fanuc_m10ia", "fanuc_crx10ia_l"]


# Of the description of each arm: how far axis 2 lies in front of axis 1, axis 3 above 2, axis 4
# above 3, axis 5 in front of 3, axis 6 to the side, and the flange in front, mm.
SIZES = {
    "fanuc_lrmate200id": (50, 330, 35, 335, 0, 80),
    "fanuc_m10ia": (150, 600, 200, 640, 0, 100),
    "fanuc_crx10ia_l": (0, 710, 0, 540, -150, 160),
}


def flange_of_pendant(arm: str, j: list[float]) -> np.ndarray:
    """The flange in the world frame where the pendant shows joint values, degrees: axis 3 counts
    from the horizon, so that the forearm keeps its turn while axis 2 turns."""
    a1, a2, a3, d4, side, d6 = SIZES[arm]
    T = turned("z", j[0]) @ shifted(a1, 0, 0) @ turned("y", j[1]) @ shifted(0, 0, a2)
    T = T @ turned("y", -(j[2] + j[1])) @ shifted(0, 0, a3) @ turned("x", -j[3])
    T = T @ shifted(d4, 0, 0) @ turned("y", -j[4]) @ shifted(0, side, 0) @ turned("x", -j[5])
    return T @ shifted(d6, 0, 0) @ turned("y", -90) @ turned("x", 180)


ARM = "fanuc_lrmate200id"
HEIGHT = 330.0  # of the world frame above the base mount
HOME = [0.0, 0.0, 0.0, 0.0, -90.0, 0.0]
DOWN = (180.0, 0.0, 0.0)
# User frame 1 stands on a table, turned by 30 degrees; tool 1 is 100 mm long.
FRAME, TOOL = (200.0, 50.0, -100.0, 0.0, 0.0, 30.0), (0.0, 0.0, 100.0, 0.0, 0.0, 0.0)


def backup(table: str, rows: dict[int, tuple[float, ...]]) -> str:
    """A file of frames or position registers as a controller writes it."""
    lines = [f"[*SYSTEM*]${table}  Storage: SHADOW  Access: RW  : ARRAY[1,9] OF POSITION"]
    for number, (x, y, z, w, p, r) in rows.items():
        lines += [f"    [1,{number}] =   'a name' ", "  Group: 1   Config: N U T, 0, 0, 0"]
        lines += [f"  X: {x:9.3f}   Y: {y:9.3f}   Z: {z:9.3f}"]
        lines += [f"  W: {w:9.3f}   P: {p:9.3f}   R: {r:9.3f}"]
    return "\n".join([*lines, ""])


DATA = [
    ("sysframe.va", backup("MNUFRAME", {1: FRAME})),
    ("framevar.va", backup("MNUTOOL", {1: TOOL})),
]


def wpr(values) -> np.ndarray:
    """The pose of X, Y, Z, W, P, R: Rz(R) Ry(P) Rx(W), written out."""
    x, y, z, w, p, r = values
    return shifted(x, y, z) @ turned("z", r) @ turned("y", p) @ turned("x", w)


def pose_rows(values, config: str = "N U T, 0, 0, 0", frames: str = "UF : 1, UT : 1") -> str:
    x, y, z, w, p, r = values
    return (
        f"   GP1:\n\t{frames},\t\tCONFIG : '{config}',\n"
        f"\tX = {x:9.3f}  mm,\tY = {y:9.3f}  mm,\tZ = {z:9.3f}  mm,\n"
        f"\tW = {w:9.3f} deg,\tP = {p:9.3f} deg,\tR = {r:9.3f} deg"
    )


def joint_rows(values, frames: str = "UF : 1, UT : 1") -> str:
    told = ",\t".join(f"J{i}= {value:9.3f} deg" for i, value in enumerate(values, start=1))
    return f"   GP1:\n\t{frames},\n\t{told}"


P1 = (100.0, -60.0, 150.0, *DOWN)
POINTS = {1: pose_rows(P1), 9: joint_rows(HOME)}


def program(*codes: str, points: dict[int, str] | None = None, name: str = "MAIN") -> str:
    """A file with statements; it begins in the home of the arm."""
    known = POINTS | (points or {})
    body = [f"{at:4}:{code} ;" for at, code in enumerate(codes, start=1)]
    rows = [f"P[{number}]{{\n{text}\n}};" for number, text in known.items()]
    return "\n".join([f"/PROG  {name}", "/ATTR", "/MN", *body, "/POS", *rows, "/END", ""])


START = ("  UFRAME_NUM=1", "  UTOOL_NUM=1", "J P[9] 100% FINE")


def translate(source: str, data=DATA, robot=None):
    robot = robot or load_robot(ARM)
    return ls_translated(source, data, robot, robot.controller)


@pytest.fixture
def orders_in(run_on):
    """orders_in(codes..): what a program behind its start does, without faults."""

    def orders(*codes: str, points=None, data=DATA, **given):
        robot = run_on(ARM, "END\n").cell.robot
        made = translate(program(*START, *codes, points=points), data, robot)
        assert not lost(made), lost(made)
        run = run_on(ARM, made.text, **given)
        return unrolled(run, hand_output=99).orders

    return orders


@pytest.fixture
def goes_of(orders_in):
    """goes_of(codes..): the motions of a program behind its start."""

    def goes(*codes: str, **given) -> list[Go]:
        found = [order for order in orders_in(*codes, **given) if isinstance(order, Go)]
        return [go for go in found if not is_home(go)]

    def is_home(go: Go) -> bool:
        robot = load_robot(ARM)
        return bool(np.allclose(np.degrees(robot.controller.shown(go.q)), HOME, atol=1e-6))

    return goes
