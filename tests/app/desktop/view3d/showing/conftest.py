"""A 3D view of the paper's cell and run, without the other panels."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication, QMainWindow

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.view3d.stage import Stage
from app.desktop.view3d.viewport import Viewport


@pytest.fixture
def seen(qtbot, checked_document, analyst):
    """seen.viewport shows the cell; seen.settle() paints what is due."""
    main = QMainWindow()
    main.resize(700, 500)
    viewport = Viewport(main)
    viewport.flight_ms = 0
    main.setCentralWidget(viewport)
    qtbot.addWidget(main, before_close_func=lambda _: viewport.close())
    with qtbot.waitExposed(main):
        main.show()
    stage = Stage(checked_document, viewport, analyst, JogCheck(checked_document, analyst))
    qtbot.waitUntil(lambda: not viewport.scene.missing and viewport.frames > 0)

    def settle() -> None:
        for _ in range(4):
            QApplication.processEvents()

    yield SimpleNamespace(
        document=checked_document, viewport=viewport, stage=stage, analyst=analyst, settle=settle
    )
