"""Programs of URScript, their translation and their run."""

from collections.abc import Callable

import numpy as np
import pytest

from kinematics import forward, invert
from language.foreign.foreign_program import foreign_program
from language.foreign.reading import ASSUMED, DIFFERS, Reading
from scenes import load_robot, simulate
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.makers.urscript.translation.script_translation import urscript_translated
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled
from scenes.runs.run import Run
from tests.scenes.makers.conftest import CELL

ARM = "ur5e"
HOME = "[0,-1.57,1.57,-1.57,-1.57,0]"
DOWN = "p[-0.4,-0.2,0.3,0,3.14159265359,0]"


def translate(source: str, arm: str = ARM) -> Reading:
    robot = load_robot(arm)
    return urscript_translated(source, (), robot, robot.controller)


def lost(made: Reading) -> list:
    """What is not understood; assumed motions and what differs are left out."""
    return [found for found in made.findings if found.code not in (ASSUMED, DIFFERS)]


def script(*lines: str) -> str:
    """A program that begins with a motion to known joint values."""
    head = ["def main():", "  set_tcp(p[0,0,0.1,0,0,0])", f"  movej({HOME})"]
    return "\n".join([*head, *lines, "end", ""])


def shown_pose(go: Go, arm: str = ARM) -> np.ndarray:
    """The pose (4, 4) of the tool at the end of a motion in the base of the controller, mm."""
    return invert(load_robot(arm).controller.T_base_controller) @ go.T_base_tool


def tool_at(shown: list[float], length: float = 100.0, arm: str = ARM) -> np.ndarray:
    """The pose (4, 4) in the base of the controller of a tool so long (mm) at joints in rad."""
    own, mechanism = load_robot(arm).controller, load_robot(arm).mechanism
    T_tool = np.eye(4)
    T_tool[2, 3] = length
    T = forward(mechanism, own.q_of(np.array(shown))) @ own.T_flange_controller @ T_tool
    return invert(own.T_base_controller) @ T


@pytest.fixture
def run_of(tmp_path) -> Callable[..., Run]:
    """run_of(text): the run of a foreign program as it stands, jumps and functions too."""

    def run(text: str, arm: str = ARM, **given) -> Run:
        document = parse_document(tmp_path / "one.cell.yaml", CELL.format(robot=arm), "cell")
        cell = cell_from_document(document)
        made = urscript_translated(text, (), cell.robot, cell.robot.controller)
        done = simulate(cell, foreign_program(text, made, "urscript"), **given)
        assert not [p for p in done.problems if p.severity == "error"], done.problems
        return done

    return run


@pytest.fixture
def goes_of(run_of) -> Callable[..., list[Go]]:
    """goes_of(lines..): the motions of a program behind its first one, without findings."""

    def goes(*lines: str, **given) -> list[Go]:
        text = script(*lines)
        assert not lost(translate(text)), lost(translate(text))
        orders = unrolled(run_of(text, **given), hand_output=99).orders
        return [order for order in orders if isinstance(order, Go)][1:]

    return goes


@pytest.fixture
def told_by(run_of) -> Callable[..., list[str]]:
    """told_by(lines..): the messages of a program, without findings of its reader."""

    def told(*lines: str, **given) -> list[str]:
        text = script(*lines)
        assert not lost(translate(text)), lost(translate(text))
        return [p.message for p in run_of(text, **given).problems if p.code == "N303"]

    return told
