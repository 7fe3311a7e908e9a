"""The task that puts a new body where the user clicks: it follows the pointer until then."""

from __future__ import annotations

import numpy as np

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.movable import Thing, pose_of_thing, together_with
from app.desktop.modelling.edits.placing import move_in_world
from app.desktop.state.document import Document
from app.desktop.view3d.handles.displacing import Displacement
from app.desktop.view3d.handles.pointed_frames import resting_on
from app.desktop.view3d.handles.snapping import FACE, FLOOR, Target
from app.desktop.view3d.stage import Displaced, Stage
from app.desktop.view3d.tools.gizmo import Array
from kinematics import invert
from scenes import SceneError

WHOLE_MM = 0  # decimals of a place that nothing but the pointer gives


def place_on(target: Target, lowest: float) -> Array:
    """T_world_body that rests on a target; on a face or the floor in whole mm along world axes."""
    normal = np.array([0.0, 0.0, 1.0]) if target.normal is None else target.normal
    point = target.point
    if target.kind in (FACE, FLOOR):
        # The rounding stays in the face: along the normal the body must touch exactly.
        away = np.round(point, WHOLE_MM) - point
        point = point + away - float(away @ normal) * normal
    return resting_on(point, normal, lowest)


class PlaceBody:
    """One click on a face or the floor; without it the body stays where it appeared."""

    def __init__(self, document: Document, stage: Stage, name: str, lowest: float) -> None:
        self._document, self._stage = document, stage
        self._thing, self._lowest = Thing(BODY, name), lowest
        self.ignored = frozenset({name})

    @property
    def prompt(self) -> str:
        """What to click."""
        return f"Click a face or the floor to place {self._thing.name} there."

    @property
    def goal(self) -> str:
        """What the click places."""
        return f"place {self._thing.name}"

    @property
    def is_possible(self) -> bool:
        """Whether the cell has the body: undo may have removed it."""
        cell = self._document.cell
        return cell is not None and pose_of_thing(cell, self._thing) is not None

    def preview(self, target: Target | None) -> Array | None:
        """Shows the body on the target."""
        cell, state = self._document.cell, self._document.state
        pose = None if cell is None else pose_of_thing(cell, self._thing)
        if target is None or cell is None or state is None or pose is None:
            self._stage.displace(None)
            return None
        motion = place_on(target, self._lowest) @ invert(pose)
        things = together_with(self._document, self._thing)
        shown = Displacement(cell, state, things, motion).shown()
        self._stage.displace(Displaced(*shown, self.ignored))
        return None

    def take(self, target: Target) -> bool:
        """Places the body; that and its adding are one undo step."""
        document = self._document
        self._stage.displace(None)
        try:
            pose = place_on(target, self._lowest)
            move_in_world(document, self._thing.name, pose, joins=f"Add {self._thing.name}")
        except SceneError as fault:
            document.notify(str(fault).splitlines()[0], "error")
            return True
        document.notify(f"{self._thing.name} stands on {target.words}.")
        return True

    def leave(self) -> None:
        """Shows the body where the cell has it."""
        self._stage.displace(None)
