"""The camera's flight from one view to the next."""

from __future__ import annotations

from PySide6.QtCore import QObject, QVariantAnimation

from app.desktop.view3d.drawing.camera import Camera, interpolate
from app.desktop.view3d.drawing.scene3d import CellScene

FLIGHT_MS = 220


class Flight:
    """Moves the camera of a scene evenly to a new place; only the newest flight goes on."""

    def __init__(self, scene: CellScene, parent: QObject) -> None:
        self._scene = scene
        self._parent = parent
        self._animation: QVariantAnimation | None = None

    def begin(self, camera: Camera, duration_ms: int) -> None:
        """Flies from the present camera to another one; without a duration it is there at once."""
        self.stop()
        if duration_ms <= 0:
            self._scene.look(camera)
            return
        start = self._scene.camera
        animation = QVariantAnimation(self._parent)
        animation.setDuration(duration_ms)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.valueChanged.connect(
            lambda share: self._scene.look(interpolate(start, camera, float(share)))
        )
        self._animation = animation
        animation.start(QVariantAnimation.DeletionPolicy.KeepWhenStopped)

    def stop(self) -> None:
        """Leaves the camera where the flight has brought it."""
        if self._animation is not None:
            self._animation.stop()
            self._animation.deleteLater()
            self._animation = None
