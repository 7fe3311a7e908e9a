"""The tasks that make a named frame: by three points, or by a face."""

from __future__ import annotations

import numpy as np

from app.desktop.modelling.edits.new_things import add_frame
from app.desktop.state.document import Document
from app.desktop.view3d.handles.pointed_frames import frame_of_points, frame_on_face
from app.desktop.view3d.handles.snapping import Target
from app.desktop.view3d.tools.gizmo import Array
from scenes import SceneError

NOTHING: frozenset[str] = frozenset()
STEPS = (
    "click the origin of the frame.",
    "click a point on its x axis.",
    "click a point on the side of its y axis.",
)


class FrameByPoints:
    """Three clicks: the origin, a point on x, a point in the xy plane."""

    ignored, is_possible = NOTHING, True

    def __init__(self, document: Document) -> None:
        self._document = document
        self.points: list[Array] = []

    @property
    def prompt(self) -> str:
        """What to click next."""
        return f"Frame by three points, {len(self.points) + 1} of 3: {STEPS[len(self.points)]}"

    @property
    def goal(self) -> str:
        """What the next click gives."""
        return ("origin", "x axis", "side of y")[len(self.points)]

    def preview(self, target: Target | None) -> Array | None:
        """The axes as far as they are known: at first those of the world."""
        if target is None:
            return None
        points = [*self.points, target.point]
        if len(points) == 1:
            T = np.eye(4)
            T[:3, 3] = points[0]
            return T
        if len(points) == 2:  # the third point is still free: z is up where it can be
            along = points[1] - points[0]
            up = np.eye(3)[2 if abs(along[2]) < np.linalg.norm(along[:2]) else 0]
            return frame_of_points(points[0], points[1], points[0] + np.cross(up, along))
        return frame_of_points(*points)

    def take(self, target: Target) -> bool:
        """Takes a point; the third one makes the frame."""
        points = [*self.points, target.point]
        if len(points) == 2 and np.array_equal(points[0], points[1]):
            self._document.notify("This is the origin: click another point for x.", "warning")
            return False
        if len(points) < len(STEPS):
            self.points = points
            return False
        T = frame_of_points(*points)
        if T is None:
            text = "The three points lie on one line: click another third point."
            self._document.notify(text, "warning")
            return False
        return made(self._document, T)

    def leave(self) -> None:
        """Does nothing: only the clicks were kept."""


class FrameByFace:
    """One click: the origin is the target, z the normal of the face there."""

    ignored, is_possible = NOTHING, True
    prompt = "Frame by a face: click a face; corners, edges and centres catch."
    goal = "origin and z"

    def __init__(self, document: Document) -> None:
        self._document = document

    def preview(self, target: Target | None) -> Array | None:
        """The axes that a click would make."""
        if target is None or target.normal is None:
            return None
        return frame_on_face(target.point, target.normal)

    def take(self, target: Target) -> bool:
        """Makes the frame."""
        T = self.preview(target)
        if T is None:
            self._document.notify("There is no face here: click on a body or the floor.", "warning")
            return False
        return made(self._document, T)

    def leave(self) -> None:
        """Does nothing: nothing was changed."""


def made(document: Document, T_world_frame: Array) -> bool:
    """Adds the frame and says so; False, with the reason, where the cell cannot take it."""
    try:
        name = add_frame(document, T_world_frame)
    except SceneError as fault:
        document.notify(str(fault).splitlines()[0], "error")
        return False
    document.notify(f"{name} is made and selected; its handles move it. Ctrl+Z takes it back.")
    return True
