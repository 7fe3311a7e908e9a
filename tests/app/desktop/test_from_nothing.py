"""A pick and place with a UR5e, from nothing: by mouse and keyboard, without the text editor."""

import pytest

from scenes import analyse, load_cell
from tests.app.desktop.walked_cell import Hands, Walk

pytestmark = [pytest.mark.window, pytest.mark.gl, pytest.mark.long]

MOST_PRESSES = 120
PICK = ("OPENI", "APPRO", "MOVES", "CLOSEI", "HAND", "DEPARTS")
PLACE = ("APPRO", "MOVES", "RELEAS", "OPENI", "DEPARTS")
WORDS = ["READY", "POINT", "POINT", *PICK, *PLACE, "END"]


def test_a_pick_and_place_is_built_and_taught_in_120_presses(qtbot, begin, tmp_path) -> None:
    window = begin()
    window.resize(1440, 900)
    hands = Hands(window, qtbot.waitUntil)
    Walk(hands).go()
    document = window.document
    assert hands.presses <= MOST_PRESSES, hands.log
    assert [finding.message for finding in document.findings] == []
    program = document.program.text
    assert [line.split()[0] for line in program.splitlines()[1:] if line] == WORDS
    # The same texts, read and proven without the window: the block lies at the goal at the end.
    path = tmp_path / "walked.cell.yaml"
    path.write_text(document.cell_file.text, encoding="utf-8")
    report = analyse(load_cell(path), program)
    assert report.ok
    assert report.proof.complete
    placed = report.run.state_at(report.run.duration).parts["BLOCK1"][:3, 3]
    assert placed == pytest.approx([-500.0, 180.0, 60.0], abs=0.01)
