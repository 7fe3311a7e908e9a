"""Cells and programs for the languages of makers: an arm on a table, and random motions."""

from collections.abc import Callable

import numpy as np
import pytest

from kinematics import forward
from kinematics.poses.transforms import rotation_angle
from language.foreign.reading import ASSUMED, DIFFERS
from scenes import SceneError, load_robot, simulate
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.runs.run import Run
from scenes.world.robot import Robot

# How far a program that is written and read back may lead the tool or a joint from its run.
MOST_MM, MOST_DEG = 0.001, 0.0001
CELL = """
cell: 1
robots:
  arm: {{use: {robot}, hand: two_finger_85}}
fixtures: {{}}
"""


@pytest.fixture
def run_on(tmp_path) -> Callable[..., Run]:
    """run_on(robot, text): the run of a program of an arm that stands alone."""

    def run(robot: str, text: str, **given) -> Run:
        document = parse_document(tmp_path / "one.cell.yaml", CELL.format(robot=robot), "cell")
        done = simulate(cell_from_document(document), text, **given)
        assert not [p for p in done.problems if p.severity == "error"], done.problems
        return done

    return run


def random_program(robot: str, seed: int, motions: int = 12) -> str:
    """A program of motions near the ready pose, with corners, speeds, outputs and pauses."""
    rng = np.random.default_rng(seed)
    arm = load_robot(robot)
    lines = [";! dialect val", ";! language 2", "OPENI 60"]
    for number in range(motions):
        q = arm.ready + np.radians(rng.uniform(-12, 12, arm.mechanism.n))
        shown = " ".join(f"{value:.6f}" for value in np.degrees(q))
        lines.append(f"POINT #P{number} {shown}")
        assert np.isfinite(forward(arm.mechanism, q)).all()
    for number in range(motions):
        choice = rng.integers(0, 8)
        if choice == 0:
            lines.append(f"ACCURACY {rng.integers(0, 40)} ALWAYS")
        elif choice == 1:
            lines.append(f"SPEED {rng.integers(10, 100)} ALWAYS")
        elif choice == 2:
            lines.append(f"SIGNAL {rng.choice([-1, 1]) * rng.integers(1, 8)}")
        elif choice == 3:
            lines.append(f"DELAY {rng.uniform(0.1, 1.0):.2f}")
        lines.append(f"MOVE #P{number}")
        if rng.random() < 0.6:
            lines.append("DRAW " + ", ".join(f"{v:.2f}" for v in rng.uniform(-40, 40, 3)))
        if rng.random() < 0.3:
            lines += ["HERE A", "C1MOVE SHIFT(A BY 0, 20, 15)", "C2MOVE SHIFT(A BY 0, 40, 0)"]
    return "\n".join([*lines, "CLOSEI 30", "END", ""])


@pytest.fixture
def orders_of(run_on) -> Callable[..., tuple[Run, Orders]]:
    """orders_of(robot, text): the run of a program, and its orders with the hand at output 2."""

    def make(robot: str, text: str, **given) -> tuple[Run, Orders]:
        run = run_on(robot, text, **given)
        return run, unrolled(run, hand_output=2)

    return make


def says_something_else(orders: Orders, read, robot: Robot) -> bool:
    """Whether the orders read from a text are others than those of a run, or not all were read.

    read: What the reader of a language gives.
    """
    try:
        found = deviation(orders, read, robot)
    except SceneError:
        return True
    is_off = max(found.mm / MOST_MM, found.deg / MOST_DEG, found.joint_deg / MOST_DEG) > 1.0
    return bool(read.losses) or is_off


def assert_same_place(T_a: np.ndarray, T_b: np.ndarray, is_turned: bool = True) -> None:
    """Asserts that two poses (4, 4) of the tool are one, up to the digits of a text.

    is_turned: Whether their turns are compared.
    """
    off = np.linalg.inv(T_a) @ T_b
    assert np.linalg.norm(off[:3, 3]) < MOST_MM
    assert not is_turned or np.degrees(rotation_angle(off[:3, :3])) < MOST_DEG


def assert_same_motions(ours: Orders, theirs: Orders) -> list[tuple[Go, Go]]:
    """Asserts that two programs move in the same ways to the same places at the same speeds; the
    pairs of their motions."""
    goes = ([order for order in each.orders if isinstance(order, Go)] for each in (ours, theirs))
    pairs = list(zip(*goes, strict=True))
    for a, b in pairs:
        assert a.way is b.way
        assert_same_place(a.T_base_tool, b.T_base_tool)
        if a.T_via is not None:
            assert_same_place(a.T_via, b.T_via, is_turned=False)
        assert np.degrees(a.q) == pytest.approx(np.degrees(b.q), abs=2e-3)
        assert a.mm_s == pytest.approx(b.mm_s, rel=1e-3) or a.way.value == "joints"
        assert a.percent == pytest.approx(b.percent, abs=1.0) or a.way.value != "joints"
    return pairs


# Poses written out, for arms as their pendants count.


def turned(axis: str, deg: float) -> np.ndarray:
    """A turn (4, 4) about x, y or z, written out."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    at = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    T = np.eye(4)
    T[at[0], at[0]] = T[at[1], at[1]] = c
    T[at[1], at[0]], T[at[0], at[1]] = s, -s
    return T


def shifted(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def lost(made) -> list[str]:
    """What is not carried out; assumed motions and what differs are left out."""
    return [found.message for found in made.findings if found.code not in (ASSUMED, DIFFERS)]
