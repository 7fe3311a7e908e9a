"""A view of a cell whose file may be edited, without the other panels, for the handles."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.stage import Stage
from app.desktop.view3d.tools import gizmo
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Shown(SimpleNamespace):
    """A shown cell with its handles, and a hand that drags them."""

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def place_of(self, local) -> QPoint:
        """The place in the view of a point of the handles, given in points along their axes."""
        scene, T = self.viewport.scene, self.handles.actors.T_world_frame
        scale = gizmo.scale_at(scene.camera, T[:3, 3], scene.size[1])
        return self.seen(T[:3, :3] @ (scale * np.asarray(local, float)) + T[:3, 3])

    def seen(self, point) -> QPoint:
        """The place in the view of a point of the world, mm."""
        scene = self.viewport.scene
        x, y = project(scene.camera, point, *scene.size)
        return QPoint(round(x), round(y))

    def drag(self, start: QPoint, way: QPoint, steps: int = 6, release: bool = True) -> None:
        QTest.mousePress(self.viewport, LEFT, NONE, start)
        for i in range(1, steps + 1):
            step = QPoint(way.x() * i // steps, way.y() * i // steps)
            self.bot.mouseMove(self.viewport, start + step)
            QApplication.processEvents()
        if release:
            QTest.mouseRelease(self.viewport, LEFT, NONE, start + way)

    def shown_pose(self, name):
        return self.viewport.scene.bodies[name].T_world_body


@pytest.fixture
def shown(qtbot, shown_view, document, source_of, analyst, worker, tmp_path: Path):
    """The shown bench of the puma, nothing selected; `handles` are those of bodies."""
    from app.desktop.view3d.handles.body_handles import BodyHandles
    from app.desktop.view3d.handles.live_check import LiveCheck
    from app.desktop.view3d.handles.pointing import Pointing
    from app.desktop.view3d.handles.red_lines import RedLines

    path = tmp_path / "copy.cell.yaml"
    path.write_text(cell_path("puma_bench").read_text(encoding="utf-8"), encoding="utf-8")
    file = read_document(path, "cell file")
    document.show_cell(cell_from_document(file), file)
    source_of(";! language 2\n10 READY\n20 END\n")
    analyst.answer()
    viewport = shown_view(800, 640, is_calm=True)
    jog_settings = JogSettings(document)
    stage = Stage(document, viewport, analyst, JogCheck(document, analyst))
    live_check, red_lines = LiveCheck(document, worker), RedLines(document, analyst)
    pointing = Pointing(document, viewport)
    made = Shown(
        document=document,
        viewport=viewport,
        stage=stage,
        jog_settings=jog_settings,
        live_check=live_check,
        red_lines=red_lines,
        pointing=pointing,
        handles=BodyHandles(
            document, viewport, jog_settings, stage, live_check, red_lines, pointing
        ),
        bot=qtbot,
    )
    qtbot.waitUntil(lambda: viewport.frames > 0 and not viewport.scene.missing)
    made.settle()
    yield made
    live_check.close()
