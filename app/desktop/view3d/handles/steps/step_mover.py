"""Arrows, squares and rings on the place of the chosen step, in its chosen copy."""

from __future__ import annotations

import numpy as np

from app.desktop.modelling.steps.step_edits import shape_at
from app.desktop.modelling.steps.step_places import moved_pose, right_handed, shape_map
from app.desktop.view3d.handles.snapped_pull import snapped_to, snapped_to_grid
from app.desktop.view3d.handles.steps.step_pulling import StepPulling
from app.desktop.view3d.tools.gizmo import Array, Handle, Pull
from kinematics import invert


class StepMover(StepPulling):
    """A MouseTool: moves and turns the chosen step, wherever groups, mirrors and copies put it."""

    def _frame(self) -> Array | None:
        """The frame of the shape, or the middle of its box; its own axes or the world's."""
        levels, T_world_body = self._levels(), self._shown.T_world_body()
        if not levels or T_world_body is None:
            return None
        A = T_world_body @ shape_map(levels)
        frame = right_handed(A)
        bounds = self._shown.bounds(levels[-1].shape)
        if self._tools.jog_settings.at_middle and bounds is not None:
            frame[:3, 3] = A[:3, :3] @ ((bounds[0] + bounds[1]) / 2.0) + A[:3, 3]
        if not self._tools.jog_settings.in_tool:
            frame[:3, :3] = np.eye(3)
        return frame

    def _follow(self, motion: Array, words: str) -> None:
        """Shows the step moved by a motion in the world, (4, 4)."""
        start = self.start
        if start is None:
            return
        in_body = invert(start.T_world_body) @ motion @ start.T_world_body
        last = start.levels[-1]
        shape = shape_at(last.shape, moved_pose(start.levels, in_body))
        self._try_shape(last.owner, shape, f"{self._shown.name()}  {words}")

    def _snapped(self, handle: Handle, amount: Array, x: float, y: float) -> tuple[Array, str]:
        held = self.hold
        if handle.pull is Pull.TURN or held is None:
            return super()._snapped(handle, amount, x, y)
        target, pull = self._target(x, y), None
        if target is not None:
            pull = snapped_to(target, handle, amount, held.T_world_frame, self._spans())
        self._tools.pointing.mark(target if pull is not None else None)
        if pull is None or target is None:
            return snapped_to_grid(handle, amount, held.T_world_frame), "grid"
        return pull, target.words

    def _spans(self) -> Array:
        """How far the shape reaches along the axes of the handles at the start, (3, 2), mm."""
        held, start = self.hold, self.start
        assert held is not None
        assert start is not None
        drawing = self._shown.drawing(start.levels[-1].shape)
        if drawing is None:
            return np.zeros((3, 2))
        A = start.T_world_body @ shape_map(start.levels)
        points = drawing.mesh.vertices @ A[:3, :3].T + A[:3, 3]
        away = (points - held.T_world_frame[:3, 3]) @ held.T_world_frame[:3, :3]
        return np.column_stack([away.min(axis=0), away.max(axis=0)])

    def _title(self) -> str:
        return f"Move {self._shown.name()} of {self._shown.body}"
