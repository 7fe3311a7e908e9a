"""A 3D view of the paper's cell and run, without the other panels."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.view3d.stage import Stage


@pytest.fixture
def seen(qtbot, shown_view, checked_document, analyst):
    """seen.viewport shows the cell; seen.settle() paints what is due."""
    viewport = shown_view()
    stage = Stage(checked_document, viewport, analyst, JogCheck(checked_document, analyst))
    qtbot.waitUntil(lambda: not viewport.scene.missing and viewport.frames > 0)

    def settle() -> None:
        for _ in range(4):
            QApplication.processEvents()

    yield SimpleNamespace(
        document=checked_document, viewport=viewport, stage=stage, analyst=analyst, settle=settle
    )
