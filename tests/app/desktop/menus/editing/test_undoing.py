"""Undo and redo in the 3D view and the panels leave nothing selected that is gone."""

import pytest

from app.desktop.looks.notice import LOCATION
from app.desktop.menus.editing import undoing
from app.desktop.modelling.entries.renaming import rename

pytestmark = pytest.mark.window


def test_undo_of_a_renamed_location_selects_its_old_name_at_once(unseen, monkeypatch) -> None:
    monkeypatch.setattr(undoing, "place_in_focus", lambda _: None)
    document = unseen.document
    document.select(LOCATION, "LOC1")
    rename(document, LOCATION, "LOC1", "GRIP")
    assert document.selection.all == ((LOCATION, "GRIP"),)
    undoing.undo(unseen.parts)
    assert document.selection.all == ((LOCATION, "LOC1"),)
    undoing.redo(unseen.parts)
    assert document.selection.all == ((LOCATION, "GRIP"),)
