"""A location is renamed and removed in the programs, as one undo step of them and of the cell."""

import pytest

from app.desktop.looks.notice import BODY, LOCATION
from app.desktop.modelling.entries.removal import remove_all
from app.desktop.modelling.entries.renaming import new_name_fault, rename
from scenes import SceneError

TEXT = """\
10 POINT P 400 0 600 0 90 0 ; the first
20 POINT Q 420 0 600 0 90 0
30 MOVE P
40 APPRO p, 50
50 END
"""


def undo(document) -> None:
    document.history.undo(None, lambda source, _: source.text_document.undo())


def test_a_location_is_renamed_wherever_it_stands_and_back_is_the_same_text(opened) -> None:
    document = opened("puma_bench", TEXT)
    document.select(LOCATION, "P")
    rename(document, LOCATION, "P", "GRIP")
    lines = document.active.text.splitlines()
    assert lines[0].startswith("10 POINT GRIP 400") and lines[0].endswith("; the first")
    assert lines[2:4] == ["30 MOVE GRIP", "40 APPRO GRIP, 50"]
    assert document.selection.all == ((LOCATION, "GRIP"),)
    undo(document)
    document.check_syntax(at_once=True)
    assert document.active.text == TEXT
    assert document.selection.all == ((LOCATION, "P"),)


@pytest.mark.parametrize(("new", "reason"), [("Q", "another location"), ("MOVE", "word"), ("", "")])
def test_a_name_that_is_taken_is_refused(opened, new, reason) -> None:
    document = opened("puma_bench", TEXT)
    fault = new_name_fault(document, LOCATION, "P", new)
    assert fault and reason in fault
    with pytest.raises(SceneError):
        rename(document, LOCATION, "P", new)
    assert document.active.text == TEXT


def test_an_unused_location_is_removed_with_its_line_and_a_used_one_is_not(opened) -> None:
    document = opened("puma_bench", TEXT)
    with pytest.raises(SceneError, match="line 3"):
        remove_all(document, [(LOCATION, "P")])
    remove_all(document, [(LOCATION, "Q")])
    assert document.active.text == TEXT.replace("20 POINT Q 420 0 600 0 90 0\n", "")
    undo(document)
    assert document.active.text == TEXT
    remove_all(document, [(LOCATION, "Q"), (BODY, "table")])
    assert document.active.text == TEXT and "table" not in document.cell_file.data["fixtures"]
