"""Chooses the step that has made a face: a double click or Alt and a click on the body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.solid_edits import solid_path
from app.desktop.modelling.steps.step_solids import FaceOwner, owner_of_face
from app.desktop.state.document import Document
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.viewing.mouse_tool import IdleTool

if TYPE_CHECKING:
    from app.desktop.view3d.tools.pulling import Pulling
    from app.desktop.view3d.viewport import Viewport

ALT = Qt.KeyboardModifier.AltModifier


class StepChooser(IdleTool):
    """A MouseTool without a drag of its own; Esc gives the handles back to the body."""

    def __init__(self, document: Document, viewport: Viewport) -> None:
        self._document, self._viewport = document, viewport
        self.pullers: tuple[Pulling, ...] = ()  # Esc is for their pull first
        viewport.tools.append(self)
        viewport.double_clicks.append(self.choose_at)
        viewport.bodyPicked.connect(lambda _: document.solid_step.clear())

    def owner_at(self, x: float, y: float) -> tuple[str, FaceOwner] | None:
        """The body under a point of the picture, and the step that has made the face there."""
        scene, file, cell = self._viewport.scene, self._document.cell_file, self._document.cell
        name, point = scene.pick_point(x, y)
        if name is None or point is None or file is None or cell is None:
            return None
        part = cell.part_called(name)
        own = part.name if part is not None else name
        path = solid_path(file, own)
        drawn = scene.bodies[name]
        if path is None or "solid" not in file.data[path[0]][own]:
            return None
        origin, sight = turntable.ray(scene.camera, x, y, *scene.size)
        far = float((point - origin) @ sight)
        met = drawn.hit_face(point - min(far, 1.0) * sight, sight, 2.0)
        owners = drawn.shape.mesh.face_primitive
        if met is None or owners is None:
            return None
        found = owner_of_face(file, path, int(owners[met[1]]))
        return None if found is None else (own, found)

    def choose_at(self, x: float, y: float) -> bool:
        """Chooses the step whose face is at a point of the picture; whether there is one."""
        found = self.owner_at(x, y)
        if found is None:
            return False
        name, owner = found
        self._document.select(BODY, name)
        self._document.solid_step.choose(owner.step, owner.copies)
        return True

    def click(self, x: float, y: float) -> bool:
        """With Alt chooses the step at a point of the picture; whether there is one."""
        return bool(self._viewport.keys & ALT) and self.choose_at(x, y)

    def cancel(self) -> bool:
        """Chooses no step, unless a handle is held or may be typed for; whether one was chosen."""
        is_busy = any(tool.hold is not None or tool.armed is not None for tool in self.pullers)
        if is_busy or self._document.solid_step.path is None:
            return False
        self._document.solid_step.clear()
        return True
