"""View > Saved views: a place of the camera is named, flown to, renamed, deleted, taken back."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QInputDialog

from app.desktop.looks.pick_list import PickList

pytestmark = [pytest.mark.window, pytest.mark.gl]


def choose(window, letters: str) -> None:
    """Takes the first row of the open list that fits typed letters."""
    lists = [w for w in QApplication.topLevelWidgets() if isinstance(w, PickList) and w.isVisible()]
    lists[-1].field.setText(letters)
    lists[-1].field.returnPressed.emit()


def test_a_view_is_saved_flown_to_renamed_deleted_and_taken_back(window, monkeypatch) -> None:
    typed = ["left & 作業台"]
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (typed[-1], True))
    notices = []
    window.document.noticed.connect(notices.append)
    viewport, actions = window.viewport, window.actions_by_key
    viewport.flight_ms = 0
    actions["go_to_view"].trigger()
    assert "No view is saved" in notices[-1].text

    actions["look_left"].trigger()
    viewport.set_parallel(True)
    wanted = viewport.scene.camera
    actions["save_view"].trigger()
    actions["look_top"].trigger()
    viewport.set_parallel(False)
    window.saved_views.entries[-1].trigger()
    assert (viewport.scene.camera.azimuth, viewport.scene.camera.elevation) == pytest.approx(
        (wanted.azimuth, wanted.elevation)
    )
    np.testing.assert_allclose(viewport.scene.camera.eye, wanted.eye, atol=1e-3)
    assert viewport.is_parallel

    typed.append("door")
    actions["rename_view"].trigger()
    choose(window, "left")
    assert [view.name for view in window.document.views.all] == ["door"]
    assert [entry.text() for entry in window.saved_views.entries][-1] == "door"
    actions["delete_view"].trigger()
    choose(window, "do")
    assert not window.document.views.all and not window.saved_views.entries
    notices[-1].offers[0].action()
    assert [view.name for view in window.document.views.all] == ["door"]
    assert window.store.cell_looks(window.document.cell.path)["views"]
