"""Modules of RAPID and the motions that they come to."""

import numpy as np
import pytest

from language.foreign.reading import ASSUMED, DIFFERS
from scenes import load_robot
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled

ARMS = ["abb_irb120", "abb_irb2400_12", "abb_irb6700_200_260"]
NONE = "[9E9,9E9,9E9,9E9,9E9,9E9]"
# The hand points down; the conf is that of the arm in front of its base.
DOWN = "[0,0,1,0]"
DATA = f"""
PERS tooldata grip:=[TRUE,[[0,0,142],[1,0,0,0]],[1,[0,0,50],[1,0,0,0],0,0,0]];
TASK PERS wobjdata table:=[FALSE,TRUE,"",[[100,0,0],[0.70710678,0,0,0.70710678]],
  [[0,-300,50],[1,0,0,0]]];
CONST robtarget p1:=[[50,0,150],{DOWN},[0,0,0,0],{NONE}];
CONST jointtarget home:=[[0,0,0,0,60,0],{NONE}];
"""
ON_TABLE = r"grip\WObj:=table"


def module(*lines: str, data: str = DATA) -> str:
    start = "MoveAbsJ home,vmax,fine,grip;"
    body = "\n".join(["PROC main()", start, *lines, "ENDPROC"])
    return f"MODULE m\n{data}\n{body}\nENDMODULE\n"


def translate(source: str, *data: tuple[str, str], robot=None):
    robot = robot or load_robot(ARMS[0])
    return rapid_translated(source, data, robot, robot.controller)


def lost(made) -> list:
    """What is not understood; assumed motions and what differs are left out."""
    return [found for found in made.findings if found.code not in (ASSUMED, DIFFERS)]


@pytest.fixture
def goes_of(run_on):
    """goes_of(lines..): the motions of a module behind its first one, without findings."""

    def goes(*lines: str, data: str = DATA, **given) -> list[Go]:
        made = translate(module(*lines, data=data), robot=run_on(ARMS[0], "END\n").cell.robot)
        assert not lost(made), lost(made)
        run = run_on(ARMS[0], made.text, **given)
        assert not [each for each in run.diagnostics if each.severity == "error"]
        orders = unrolled(run, hand_output=99).orders
        return [order for order in orders if isinstance(order, Go)][1:]

    return goes


def places(goes: list[Go]) -> np.ndarray:
    return np.array([go.T_base_tool[:3, 3] for go in goes])
