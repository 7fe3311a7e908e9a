"""The shipped programs in the languages of makers: read back, and run as programs of their own."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from scenes import SceneError, load_cell, simulate
from scenes.library import program_path
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.makers.written_program import Written, written
from scenes.runs.run import Run
from scenes.world.robot import Controller
from tests.depth import share
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, assert_same_place

# The cell of each program.
SHIPPED = {
    "calibrated_bench": "calibrated_bench",
    "chain_palletiser": "chain_palletiser",
    "drill_plate": "drilling",
    "figure5": "kakazu1985",
    "into_table": "kakazu1985",
    "machine_tending": "machine_tending",
    "paint_booth": "paint_booth",
    "palletising": "palletising",
    "pick_place": "kakazu1985",
    "puma_pick": "puma_bench",
    "scara_assembly": "scara_assembly",
    "tight_place": "tight_place",
    "ur_pick_place": "ur_pick_place",
}
SIX_AXES = ("rapid", "ls", "jbi", "val3")
OTHER_ARMS = ("chain_palletiser", "scara_assembly", "tight_place")
# What is refused: programs of an arm without six turning axes, or of V+, which has no arcs.
REFUSED = [(name, language) for name in OTHER_ARMS for language in SIX_AXES]
REFUSED += [("paint_booth", "vplus")]
WRITTEN = [
    (name, language)
    for name in SHIPPED
    for language in LANGUAGES
    if (name, language) not in REFUSED
]
# Their wrists meet in a point and their poses are not singular: jobs of Yaskawa say them without
# pulses. For the others the test makes up pulses, which round no place by more than a pose does.
SAID_BY_POSES = ("figure5", "into_table", "pick_place", "machine_tending")
PULSES = 1e5  # for a degree
HAND = 5  # the output that closes the hand


@cache
def run_of(name: str) -> Run:
    return simulate(load_cell(SHIPPED[name]), program_path(name).read_text("utf-8"))


def robot_of(name: str, language: str):
    """The arm of a program, which a controller of a language drives."""
    robot = run_of(name).cell.robot
    n, own = robot.mechanism.n, robot.controller
    if own is None or own.language != language:
        own = Controller(language, np.ones(n), np.zeros(n), np.eye(4), np.eye(4), "a test")
    pulses = None if name in SAID_BY_POSES else np.full(n, PULSES)
    own = replace(own, language=language, pulses_per_degree=pulses)
    return replace(robot, controller=own)


def export(name: str, language: str) -> tuple[Orders, Written]:
    orders = unrolled(run_of(name), hand_output=HAND)
    return orders, written(orders, robot_of(name, language), language, "mine")


@pytest.mark.parametrize(("name", "language"), WRITTEN)
def test_a_shipped_program_read_back_leads_the_tool_to_the_same_places(name, language) -> None:
    orders, found = export(name, language)
    assert found.deviation.motions == sum(isinstance(order, Go) for order in orders.orders) >= 6
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG


@pytest.mark.parametrize(("name", "language"), REFUSED)
def test_what_a_language_does_not_have_is_refused(name, language) -> None:
    with pytest.raises(
        SceneError, match=r"for an arm of six axes that turn|no motion along an arc"
    ):
        export(name, language)


@pytest.mark.parametrize(("name", "language"), share(WRITTEN, 30))
def test_a_shipped_program_run_in_a_language_leads_the_tool_to_the_same_places(
    name, language
) -> None:
    orders, found = export(name, language)
    robot = robot_of(name, language)
    text = ForeignText(found.text.replace("\r\n", "\n"), language, found.files)
    run = simulate(replace(run_of(name).cell, robot=robot), program_of_foreign(text, robot))
    assert not [problem for problem in run.problems if problem.severity == "error"]
    ours, theirs = (
        [order for order in each.orders if isinstance(order, Go)]
        for each in (orders, unrolled(run, hand_output=HAND))
    )
    assert len(theirs) - len(ours) in (0, 1)  # a controller may drive to where ours begins
    for a, b in zip(ours, theirs[-len(ours) :], strict=True):
        assert a.way is b.way
        assert_same_place(a.T_base_tool, b.T_base_tool)
