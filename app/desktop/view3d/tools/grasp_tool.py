"""Choosing a grasp: ghosts of the hand stand at a part, and a click on one takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.desktop.runs.analyst import Analyst
from app.desktop.state.document import Document
from app.desktop.view3d.tools.grasp_ghosts import GraspGhosts
from scenes import Cell, CellState
from scenes.connecting.grasp_verdicts import JudgedGrasp, Reach, judged_grasps
from scenes.world.robot import GripRule

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

CLICK_DISTANCE = 4.0  # points of the screen: a pointer that moves farther drags
COUNTED = {
    Reach.FREE: "free (green faces)",
    Reach.COLLIDES: "collide (red lines)",
    Reach.UNREACHABLE: "out of reach (grey points)",
}
Choice = Callable[[JudgedGrasp, CellState], None]


class GraspTool(QObject):
    """A MouseTool while ghosts are shown; the worker finds and judges the grasps.

    ghostsShown: Whether there are ghosts now.
    """

    ghostsShown = Signal(bool)

    def __init__(self, document: Document, viewport: Viewport, analyst: Analyst) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._analyst = document, viewport, analyst
        self._scene = viewport.scene
        self.ghosts = GraspGhosts(self._scene.renderer, self._scene.theme)
        self._scene.add_overlay(self.ghosts)
        self._part = ""
        self._asked: tuple[Cell, CellState] | None = None
        self._chosen: Choice | None = None
        self._pressed: int | None = None
        self._place = (0.0, 0.0)
        viewport.tools.insert(0, self)
        document.cellChanged.connect(self.end)
        document.positionChanged.connect(self._follow)

    def look_for(self, part: str, chosen: Choice) -> None:
        """Asks for the grasps of a part as it lies now. chosen: Called with a clicked grasp."""
        self.end()
        cell, state = self._document.cell, self._document.state
        if cell is None or state is None:
            return
        fault = _why_none(cell, state, part)
        if fault:
            self._document.notify(fault, "warning")
            return
        self._part, self._asked, self._chosen = part, (cell, state), chosen
        self._document.notify(f"Looking for grasps of {part} …")
        then = partial(self._take, self._asked)
        self._analyst.ask("grasps", judged_grasps, cell, state, part, then=then)

    @property
    def is_on(self) -> bool:
        """Whether ghosts are shown."""
        return len(self.ghosts) > 0

    def _take(self, asked: tuple[Cell, CellState], judged: Sequence[JudgedGrasp]) -> None:
        """Shows the ghosts, unless the cell or the part has changed since the question."""
        if asked is not self._asked:
            return
        cell, _ = asked
        if not judged:
            hand = cell.robot.hand
            title = hand.title or "the hand" if hand is not None else "the hand"
            message = (
                f"No grasp of {self._part} was found for {title}: it needs parallel faces or a "
                "round side within the stroke, or a flat face for cups."
            )
            self.end()
            self._document.notify(message, "warning")
            return
        self.ghosts.set(cell.robot, self._scene.bodies, judged)
        self.ghostsShown.emit(True)
        counts = {reach: sum(item.reach is reach for item in judged) for reach in Reach}
        said = ", ".join(f"{n} {COUNTED[reach]}" for reach, n in counts.items() if n)
        count = "1 grasp" if len(judged) == 1 else f"{len(judged)} grasps"
        self._document.notify(
            f"{count} of {self._part}: {said}. Click one to write the pick; Esc ends."
        )
        self._viewport.update()

    def end(self) -> None:
        """Removes the ghosts, and drops an answer that is still to come."""
        was_on = self.is_on
        self._part, self._asked, self._chosen = "", None, None
        if was_on:
            self.ghosts.set(None, {}, ())
            self.ghostsShown.emit(False)
            self._viewport.update()

    def _follow(self) -> None:
        """Ends where the part lies elsewhere at the moment that is shown now."""
        state = self._document.state
        if self._asked is None or state is self._asked[1]:
            return
        before = self._asked[1].parts.get(self._part)
        now = None if state is None else state.parts.get(self._part)
        is_held = state is not None and state.held is not None and state.held.part == self._part
        if before is None or now is None or is_held or not np.array_equal(before, now):
            self.end()

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Lights up the ghost at a point of the picture; whether there is one."""
        if not self.is_on:
            return False
        index = self._at(x, y)
        if self.ghosts.point_at(index):
            self._viewport.update()
        return index is not None

    def press(self, x: float, y: float) -> bool:
        """Whether a ghost lies at a point of the picture, before the handles on the tool there."""
        self._pressed = self._at(x, y) if self.is_on else None
        self._place = (x, y)
        return self._pressed is not None

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Lets go of the ghost where the pointer moves away: that was no click."""
        if abs(x - self._place[0]) + abs(y - self._place[1]) > CLICK_DISTANCE:
            self._pressed = None

    def release(self) -> None:
        """Takes the pressed ghost."""
        index, self._pressed = self._pressed, None
        if index is not None:
            self._take_ghost(index)

    def click(self, x: float, y: float) -> bool:
        """False: a press on a ghost was taken already."""
        return False

    def _take_ghost(self, index: int) -> None:
        if self._chosen is None or self._asked is None or index >= len(self.ghosts):
            return
        judged, chosen, (_, state) = self.ghosts.judged(index), self._chosen, self._asked
        if judged.reach is Reach.UNREACHABLE:
            self._document.notify(f"This grasp is {judged.words}; choose another.", "warning")
            return
        self.end()
        chosen(judged, state)

    def cancel(self) -> bool:
        """Removes the ghosts; whether there were any, or any to come."""
        had_any = self._asked is not None
        self.end()
        return had_any

    def _at(self, x: float, y: float) -> int | None:
        return self.ghosts.at(self._scene.camera, x, y, self._scene.size)


def _why_none(cell: Cell, state: CellState, part: str) -> str:
    """Why no grasps can be looked for; "" if they can."""
    hand = cell.robot.hand
    if hand is None:
        return f"{cell.robot.name} has no hand: choose one with Tools > Change hand…"
    if hand.rule is GripRule.NONE:
        return f"{hand.title} holds no parts: choose a gripper with Tools > Change hand…"
    if state.held is not None and state.held.part == part:
        return f"{part} is in the hand at this moment: go to a moment at which it lies."
    if state.parts.get(part) is None:
        return f"{part} is not in the cell at this moment: go to one behind its FEED."
    return ""
