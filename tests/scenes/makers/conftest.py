"""Cells and programs for the languages of makers: an arm on a table, and random motions."""

from collections.abc import Callable

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot, simulate
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.makers.unrolled import Orders, unrolled
from scenes.runs.run import Run

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
