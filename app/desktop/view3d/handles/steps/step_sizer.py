"""Grips on the sizes of the chosen step and on its copies; those of the groups around it too."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import Qt

from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.steps.grips import COUNT, DEG, MM, Grip
from app.desktop.modelling.steps.pattern_grips import pattern_grips
from app.desktop.modelling.steps.shape_grips import shape_grips
from app.desktop.modelling.steps.step_places import Levels, outer_map, shape_map, unit
from app.desktop.view3d.handles.snapped_pull import snapped_to
from app.desktop.view3d.handles.steps.grip_actors import GripActors, Place
from app.desktop.view3d.handles.steps.step_pulling import StepPulling
from app.desktop.view3d.tools.gizmo import Array, Handle, Pull

BOTH_SIDES = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
ALONG = Handle(Pull.MOVE, 0)  # a grip is pulled along the x axis of its frame
COARSE = {MM: 10.0, DEG: 15.0}  # what Ctrl rounds a number to where it snaps to nothing


class Held(NamedTuple):
    """A grip of one of the shapes around or at the chosen step. owner: The place of its shape."""

    owner: Path
    grip: Grip
    place: Place


class StepSizer(StepPulling):
    """A MouseTool: a pull at a face changes the number that the face stands for."""

    def _make_actors(self) -> Any:
        self._numbers: dict[tuple[Path, str], int] = {}
        self._held: dict[Handle, Held] = {}
        self._taken: Held | None = None  # the grip as it was when the pull began
        return GripActors(self._scene.renderer, self._scene.theme)

    # The grips.

    @property
    def grips(self) -> dict[str, Handle]:
        """The shown grips by their keys; of the chosen step and, where these differ, around it."""
        named = [(held.grip.key, handle) for handle, held in self._held.items()]
        return dict(reversed(named))

    def refresh(self) -> None:
        """Puts the grips on the chosen step, or hides them."""
        levels, T_world_body = self._levels(), self._shown.T_world_body()
        found: list[Held] = []
        if levels and T_world_body is not None:
            found = self._grips(levels, T_world_body)
        if self.start is None:
            self._numbers = {}
        for held in found:
            self._numbers.setdefault((held.owner, held.grip.key), len(self._numbers))
        was_empty = not self._held
        self._held = {
            Handle(Pull.SIZE, self._numbers[held.owner, held.grip.key]): held for held in found
        }
        self.actors.show({handle: held.place for handle, held in self._held.items()})
        if found or not was_empty:
            self._viewport.update()

    def _grips(self, levels: Levels, T_world_body: Array) -> list[Held]:
        last = levels[-1]
        bounds = self._shown.bounds(last.shape) if "mesh" in last.shape else None
        found = self._placed(
            last.owner, shape_grips(last.shape, bounds), T_world_body @ shape_map(levels), False
        )
        for count in range(len(levels), 0, -1):
            around, level = T_world_body @ outer_map(levels[:count]), levels[count - 1]
            found += self._placed(level.owner, pattern_grips(level.shape), around, True)
        return found

    @staticmethod
    def _placed(owner: Path, grips: list[Grip], A: Array, is_pattern: bool) -> list[Held]:
        """The grips with their places in the world. A: The map of their frame, (4, 4)."""
        return [
            Held(
                owner,
                grip,
                Place(
                    A[:3, :3] @ grip.point + A[:3, 3], A[:3, :3] @ grip.way, grip.unit, is_pattern
                ),
            )
            for grip in grips
        ]

    def _handle_at(self, x: float, y: float) -> Handle | None:
        found: Handle | None = self.actors.at(self._scene.camera, x, y, self._scene.size)
        return found

    def _frame_of(self, handle: Handle) -> Array | None:
        """A frame on the grip whose x axis is its way."""
        held = self._held.get(handle)
        if held is None:
            return None
        way = held.place.way
        across = unit(np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))]))
        T = np.eye(4)
        T[:3, :3] = np.column_stack([way, across, np.cross(way, across)])
        T[:3, 3] = held.place.point
        return T

    def _pulled_as(self, handle: Handle) -> Handle:
        return ALONG

    # A pull.

    def _begin(self, handle: Handle) -> bool:
        self._taken = self._held.get(handle)
        return self._taken is not None and super()._begin(handle)

    def pull(self, amount: Array, target: str = "") -> None:
        """Follows a pull of the held grip: (d, 0, 0), mm along its way."""
        both = bool(self._viewport.keys & BOTH_SIDES) and not self.is_typed
        self._change(float(amount[0]), both, target)

    def _change(self, pull: float, both: bool, target: str) -> None:
        taken = self._taken
        if taken is None or self.start is None:
            return
        shape = taken.grip.change(pull, both)
        number = f"{taken.grip.read(shape):.3f}".rstrip("0").rstrip(".")
        words = f"{taken.grip.words}  {number} {taken.grip.unit}".rstrip()
        sides = "  both sides" if both and taken.grip.has_face_across else ""
        self._try_shape(taken.owner, shape, words + sides + (f"  to {target}" if target else ""))
        self.changed.emit()

    def _snapped(self, handle: Handle, amount: Array, x: float, y: float) -> tuple[Array, str]:
        held, taken = self.hold, self._taken
        if held is None or taken is None or self.start is None:
            return amount, ""
        target, pull = self._target(x, y), None
        if target is not None and taken.grip.unit == MM:
            pull = snapped_to(target, ALONG, amount, held.T_world_frame, np.zeros((3, 2)))
        self._tools.pointing.mark(target if pull is not None else None)
        if pull is not None and target is not None:
            return pull, target.words
        step = COARSE.get(taken.grip.unit)
        if step is None:
            return amount, ""
        before = next(level.shape for level in self.start.levels if level.owner == taken.owner)
        wanted = taken.grip.read(before) + taken.grip.gain * float(amount[0])
        whole = max(round(wanted / step), 1) * step if wanted > 0 else round(wanted / step) * step
        return np.array(
            [taken.grip.pull_for(before, whole), 0.0, 0.0]
        ), f"whole {step:g} {taken.grip.unit}"

    def typed_words(self, handle: Handle) -> tuple[str, str]:
        """The number that the grip changes, and its unit: a typed value is the number itself."""
        held = self._held.get(handle)
        return ("", "") if held is None else (held.grip.words, held.grip.unit)

    def follow_typed(self, handle: Handle, values: Array, value: float) -> None:
        """Gives the number the typed value."""
        taken, start = self._taken, self.start
        if taken is not None and start is not None:
            before = next(level.shape for level in start.levels if level.owner == taken.owner)
            self._change(taken.grip.pull_for(before, value), False, "")

    def _title(self) -> str:
        taken, body = self._taken, self._shown.body
        if taken is None:
            return f"Size of {body}"
        if taken.grip.unit == COUNT or taken.place.is_pattern:
            is_cut = taken.owner[-1] == "cut"
            return f"{'Hole pattern' if is_cut else 'Pattern'} of {body}"
        return f"{taken.grip.words} of {self._shown.name()} of {body}"
