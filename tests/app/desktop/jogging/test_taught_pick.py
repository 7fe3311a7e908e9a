"""A pick that is taught from a grasp: it runs, is free, and holds the part; in every dialect."""

from pathlib import Path

import pytest

from app.desktop.jogging.taught_pick import pick
from app.desktop.jogging.teach import hand_goes
from language import parse
from scenes import Cell, analyse, load_cell, start_state
from scenes.connecting.grasp_verdicts import Reach, judged_grasps

CELL = """cell: 1
robots:
  arm: {use: ur5e, hand: HAND}
fixtures:
  table: {at: [-450, 130, 70], solid: [{add: {box: [500, 500, 20]}}]}
parts:
  BLOCK: {at: [-450, 180, 110], present: true, solid: [{add: {box: [60, 40, 60]}}]}
"""


def cell_with(folder: Path, hand: str) -> Cell:
    path = folder / "a.cell.yaml"
    path.write_text(CELL.replace("HAND", hand), encoding="utf-8")
    return load_cell(path)


def with_lines(text: str, taught) -> str:
    """The text after the new lines have been inserted."""
    lines = text.split("\n")
    for number, new in reversed(taught.lines):
        lines.insert(number - 1, new)
    return "\n".join(lines)


@pytest.mark.parametrize("hand", ["two_finger_85", "two_finger_140", "suction_cup"])
@pytest.mark.parametrize("dialect", ["val", "hokkaido", "vplus"])
def test_a_free_pick_runs_free_of_collisions_and_holds_the_part(
    tmp_path: Path, hand: str, dialect: str
) -> None:
    cell = cell_with(tmp_path, hand)
    state = start_state(cell)
    best = judged_grasps(cell, state, "BLOCK")[0]
    assert best.reach is Reach.FREE
    text = f";! dialect {dialect}\n10 READY\n20 END\n"
    taught = pick(cell, state, parse(text), 2, best, "BLOCK")
    assert taught.hint == ""
    report = analyse(cell, with_lines(text, taught))
    assert report.ok, [str(p) for p in report.problems]
    assert not [p for p in report.problems if p.code in ("N311", "N312")]
    assert report.run.end_state.held.part == "BLOCK"


def test_the_lines_follow_the_points_and_numbers_of_the_program(tmp_path: Path) -> None:
    cell = cell_with(tmp_path, "two_finger_85")
    state = start_state(cell)
    best = judged_grasps(cell, state, "BLOCK")[0]
    text = ";! dialect val\n10 POINT LOC1 -450 30 200 -90 90 0\n20 MOVE LOC1\n100 END\n"
    taught = pick(cell, state, parse(text), 3, best, "BLOCK")
    lines = with_lines(text, taught).splitlines()
    assert lines[2].split()[1:3] == ["POINT", "LOC2"]
    words = [line.split(maxsplit=1)[1] for line in lines[4:10]]
    width = f"{best.grasp.opening:g}"
    assert words == ["OPENI 85", "APPRO LOC2 50", "MOVES LOC2", f"CLOSEI {width}", "HAND",
                     "DEPARTS 50"]  # fmt: skip
    numbers = [int(line.split()[0]) for line in lines[1:]]
    assert numbers == sorted(set(numbers))


def test_a_pick_that_collides_says_so(tmp_path: Path) -> None:
    cell = cell_with(tmp_path, "two_finger_85")
    state = start_state(cell)
    worst = judged_grasps(cell, state, "BLOCK")[-1]
    assert worst.reach is Reach.COLLIDES
    taught = pick(cell, state, parse("END\n"), 1, worst, "BLOCK")
    assert taught.hint == worst.words


@pytest.mark.parametrize(
    ("hand", "hint"),
    [("suction_cup", "no part lies at the suction cups"), ("pen", "Pen holds no parts")],
)
def test_a_hand_without_fingers_is_taught_without_an_opening(
    tmp_path: Path, hand: str, hint: str
) -> None:
    cell = cell_with(tmp_path, hand)
    state = start_state(cell)
    taught = hand_goes(cell, state, state, parse("END\n"), 1, opens=False)
    assert [text for _, text in taught.lines] == ["CLOSEI"]
    assert hint in taught.hint
