"""Allowed contacts: exceptions of the file are not checked in their phase, but at other times."""

from pathlib import Path

import numpy as np
import pytest

from scenes.analysis import analyse
from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.library import cell_path, program_path
from scenes.world.allowed_contacts import checked_bodies, remaining
from scenes.world.cell import Cell
from scenes.world.state import CellState, Held, start_state

# The peg stands 2 mm deep in a table with a raised pad; PAD and REST belong to one body.
TEXT = """\
cell: 1
robots: {arm: {use: hokkaido1985}}
fixtures:
  table:
    at: [500, 0, 0]
    solid:
      - add: {box: [200, 200, 20], at: [0, 0, -10]}
      - add: {box: [60, 60, 10], at: [0, 0, 5], name: pad}
parts:
  PEG: {at: [500, 0, 8], present: true, solid: [{add: {cylinder: {d: 20, h: 60}, at: [0, 0, 30]}}]}
  NUT: {at: [300, 300, 50], present: true, solid: [{add: {box: [20, 20, 20]}}]}
allow:
"""


def cell_of(*allow: str, text: str = TEXT) -> Cell:
    lines = "".join(f"  - {line}\n" for line in allow)
    return cell_from_document(parse_document(Path("x.cell.yaml"), text + lines, "cell file"))


def gripped(cell: Cell) -> CellState:
    state = start_state(cell)
    return CellState(q=state.q, opening=0.0, parts=state.parts, held=Held("PEG", np.eye(4)))


@pytest.mark.parametrize(
    ("phase", "at_rest", "in_hand"),
    [("always", True, True), ("resting", True, False), ("gripped", False, True)],
)
def test_a_contact_is_allowed_in_its_phase_alone(phase: str, at_rest: bool, in_hand: bool) -> None:
    cell = cell_of(f"{{pair: [PEG, table], while: {phase}}}")
    pair = ("PEG", "table")
    assert remaining(cell, start_state(cell), pair) == (() if at_rest else (pair,))
    assert remaining(cell, gripped(cell), pair) == (() if in_hand else (pair,))
    assert remaining(cell, gripped(cell), pair[::-1]) == (() if in_hand else (pair[::-1],))


def test_other_pairs_stay_checked_and_copies_count_as_their_part() -> None:
    cell = cell_of("{pair: [PEG, table], while: resting}")
    state = start_state(cell)
    assert remaining(cell, state, ("NUT", "table")) == (("NUT", "table"),)
    assert remaining(cell, state, ("PEG.2", "table")) == ()


def test_the_rest_of_a_body_with_an_excepted_sub_solid_is_checked() -> None:
    cell = cell_of("[PEG, table.pad]")
    assert remaining(cell, start_state(cell), ("table", "PEG")) == (("table\\pad", "PEG"),)
    table = cell.fixtures[0].solid
    names, peg = ("PEG", "table"), cell.part_called("PEG").solid
    checked = checked_bodies(names, (peg, table), [("PEG", "table\\pad"), ("PEG", "table")])
    assert checked.bodies == ("PEG", "table", "table")
    np.testing.assert_array_equal(checked.pairs, [[0, 2], [0, 1]])
    assert checked.solids[2].bounds()[1][2] == 0.0
    assert table.bounds()[1][2] == 10.0


def test_where_only_two_sub_solids_may_meet_both_rests_are_checked() -> None:
    text = TEXT.replace("h: 60}, at: [0, 0, 30]}", "h: 60}, at: [0, 0, 30], name: foot}")
    cell = cell_of("{pair: [PEG.foot, table.pad], while: resting}", text=text)
    left = remaining(cell, start_state(cell), ("PEG", "table"))
    assert set(left) == {("PEG\\foot", "table"), ("PEG", "table\\pad")}


def found(cell: Cell, program: str = "10 READY\n20 END\n") -> set[frozenset[str]]:
    report = analyse(cell, program)
    return {frozenset((hit.body_a, hit.body_b)) for hit in report.collisions}


def test_a_run_reports_a_resting_part_unless_it_may_rest_there() -> None:
    pair = frozenset(("PEG", "table"))
    assert pair in found(cell_of("[NUT, table]"))
    assert pair not in found(cell_of("{pair: [PEG, table], while: resting}"))
    assert pair not in found(cell_of("[PEG, table.pad]"))
    deep = TEXT.replace("at: [500, 0, 8]", "at: [500, 0, -2]")
    assert pair in found(cell_of("[PEG, table.pad]", text=deep))


FAULTS = {
    "a phase nobody knows": ("{pair: [PEG, table], while: rests}", 'did you mean "resting"?'),
    "a phase without a part": ("{pair: [arm.*, table], while: gripped}", "is a part: only a part"),
    "a sub-solid nobody knows": ("[PEG, table.pod]", 'did you mean "table.pad"?'),
    "a body nobody knows": ("{pair: [PEG, tabel]}", 'did you mean "table"?'),
    "a key nobody knows": ("{pair: [PEG, table], during: resting}", 'unknown key "during"'),
    "a pair of three": ("[PEG, table, NUT]", "at most 2 items"),
    "no pair": ("{while: resting}", 'the key "pair" is missing'),
    "a number": ("5", "a list"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_an_exception_is_reported_in_its_line(fault: str) -> None:
    line, words = FAULTS[fault]
    with pytest.raises(SceneFileError) as caught:
        cell_of("[NUT, table]", line)
    (problem,) = caught.value.problems
    assert words in problem.message
    assert problem.line == TEXT.count("\n") + 2
    assert problem.path.startswith("allow.1")


def table_hits(sub: str, allow: str) -> list[tuple[str, str]]:
    """The bodies that the arm hits when it drives into the table, one shape of which has a name."""
    text = cell_path("kakazu1985").read_text(encoding="utf-8")
    named = text.replace(f"{sub}}}", f"{sub}, name: pad}}", 1)
    assert named != text
    path = cell_path("kakazu1985")
    cell = cell_from_document(parse_document(path, f"{named}allow: [{allow}]\n", "cell file"))
    report = analyse(cell, program_path("into_table").read_text(encoding="utf-8"))
    return [(hit.body_a, hit.body_b) for hit in report.collisions if "TR2" in (hit.body_b)]


def test_over_a_motion_too_only_the_sub_solid_is_excepted() -> None:
    top = "{box: [420, 1200, 200], at: [0, 0, -100]"
    support = "{box: [370, 100, 10], at: [25, -450, 5]"
    unnamed = table_hits(top, "[TR1, TR2]")
    assert unnamed
    assert table_hits(top, '["arm.*", TR2.pad]') == []
    assert table_hits(support, '["arm.*", TR2.pad]') == unnamed
