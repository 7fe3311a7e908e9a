"""Programs of AS and V+ that are written for an arm: read back they say the same."""

import pytest

from scenes import simulate
from scenes.makers.kawasaki.as_orders import read_as_orders
from scenes.makers.kawasaki.as_writer import as_text
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import (
    MOST_DEG,
    MOST_MM,
    random_program,
    says_something_else,
)
from tests.scenes.makers.kawasaki.conftest import ARM, motions_of


@pytest.mark.parametrize("language", ["as", "vplus"])
@pytest.mark.parametrize("seed", range(cases(20, 3)))
def test_an_exported_program_leads_the_tool_to_the_same_places(cell_of, language, seed) -> None:
    cell = cell_of(language)
    text = random_program(ARM, seed)
    if language == "vplus":  # it has no arcs
        text = "\n".join(line for line in text.split("\n") if not line.startswith(("C1", "C2")))
    run = simulate(cell, text)
    orders = unrolled(run, hand_output=2)
    found = written(orders, cell.robot, language, "mine")
    motions = [order for order in orders.orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < MOST_DEG
    # A second way to the same: our reader of any program, and a run of what it gives.
    again = motions_of(cell, found.text.replace("\r\n", "\n"), language)[-len(motions) :]
    for one, other in zip(motions, again, strict=True):
        assert one.way is other.way
        assert other.T_base_tool[:3, 3] == pytest.approx(one.T_base_tool[:3, 3], abs=MOST_MM)
        assert other.mm_s == pytest.approx(one.mm_s, rel=1e-4)


MUTATIONS = {
    "an inverted tool": lambda text: text.replace("TOOL t1", "TOOL p2"),
    "a line instead of a motion of all joints": lambda text: text.replace("JMOVE #j2", "LMOVE p2"),
    "percent instead of mm/s": lambda text: text.replace(" MM/S", ""),
    "a stop that is missing": lambda text: text.replace("  BREAK\r\n", "", 2),
    "another output": lambda text: text.replace("SIGNAL 2", "SIGNAL 3"),
    "an output the other way": lambda text: text.replace("SIGNAL 2", "SIGNAL -2"),
    "angles the other way round": lambda text: "\r\n".join(
        " ".join([*line.split()[:4], *line.split()[:3:-1]]) if line.startswith("p") else line
        for line in text.split("\r\n")
    ),
    "a joint turned the other way": lambda text: text.replace("#j2 ", "#j2 -"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_text_that_says_something_else_is_never_taken_for_the_same(name, cell_of) -> None:
    cell = cell_of("as")
    run = simulate(cell, "TOOL TRANS(0, 0, 20)\n" + random_program(ARM, 1))
    orders, robot = unrolled(run, hand_output=2), cell.robot
    text = as_text(orders, robot, robot.controller, "mine")
    mutated = MUTATIONS[name](text)
    assert mutated != text, "the mutation does not meet this text"
    back = read_as_orders(mutated, robot, robot.controller)
    assert says_something_else(orders, back, robot)
