"""Handles on the selected fixture, part, frame or robot: they move it with all that it carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.modelling.edits.locking import unlocked
from app.desktop.modelling.edits.movable import (
    Thing,
    all_together,
    pose_of_thing,
    selected_thing,
    selected_things,
)
from app.desktop.modelling.edits.placing import move_several
from app.desktop.runs.run_control import Command
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.handles.displacing import Displacement
from app.desktop.view3d.handles.live_check import LiveCheck, Pair
from app.desktop.view3d.handles.pointing import Pointing
from app.desktop.view3d.handles.red_lines import RedLines
from app.desktop.view3d.handles.snapped_pull import snapped_to, snapped_to_grid
from app.desktop.view3d.handles.snapping import FLOOR
from app.desktop.view3d.stage import Displaced, Stage
from app.desktop.view3d.tools.gizmo import Handle, Pull
from app.desktop.view3d.tools.pulling import Hold, Pulling
from scenes import Cell, CellState, SceneError
from scenes.world.frozen import Array
from scenes.world.placement import placement

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport


MOST_HITS = 2  # named beside the handles; the others are counted


def spoken_hits(pairs: Sequence[Pair]) -> list[str]:
    """A line for each of the first collisions, `table in puma.pedestal`, and how many more."""
    named = [f"{a} in {b}" for a, b in pairs[:MOST_HITS]]
    more = len(pairs) - len(named)
    return [*named, f"{more} more"] if more > 0 else named


class BodyHandles(Pulling):
    """A MouseTool: the thing moves in the view at once, and in the cell as the button goes up."""

    def __init__(
        self,
        document: Document,
        viewport: Viewport,
        jog_settings: JogSettings,
        stage: Stage,
        live_check: LiveCheck,
        red_lines: RedLines,
        pointing: Pointing,
    ) -> None:
        super().__init__(viewport)
        self._document, self._jog_settings, self._stage = document, jog_settings, stage
        self._live_check, self._red_lines = live_check, red_lines
        self._pointing = pointing
        self._spans: Array | None = None  # of the dragged bodies along the handles' axes
        self.thing: Thing | None = None  # the thing that is pulled
        self.moved: tuple[Thing, ...] = ()  # all selected things that are pulled with it
        self.displacement: Displacement | None = None  # how far it is pulled
        self.bodies: frozenset[str] = frozenset()  # names of the bodies that go along
        self.words = self.lines = ""
        self._prepared: tuple[Thing, int] | None = None
        self._is_resting = False
        self._shown_pairs: tuple[Pair, ...] | None = None
        for signal in (document.positionChanged, document.solid_step.changed, jog_settings.changed):
            signal.connect(self.refresh)
        document.selectionChanged.connect(self._select)
        document.cellChanged.connect(self._let_go)
        live_check.found.connect(self._take_verdict)
        red_lines.found.connect(self._show_lines)
        viewport.framePainted.connect(self._look_for_verdict)
        self.refresh()

    def rest(self, rests: bool) -> None:
        """Hides the handles while something else is to be clicked at the same place."""
        self._is_resting = rests
        self.refresh()

    # The place of the handles.

    def _frame(self) -> Array | None:
        """The frame of the thing, or the middle of its box; its axes are its own or the world's."""
        document, cell = self._document, self._document.cell
        if cell is None or self._is_resting or not self._jog_settings.shows_handles:
            return None
        if not document.control.may(Command.JOG) or document.solid_step.path is not None:
            return None  # a chosen step has the handles
        thing = selected_thing(document) if self.thing is None else self.thing
        if self.displacement is not None:
            cell = self.displacement.shown()[0]
        pose = None if thing is None else pose_of_thing(cell, thing)
        if thing is None or pose is None:
            return None
        frame = np.array(pose)
        if self._jog_settings.at_middle:
            frame[:3, 3] = self._middle(thing, pose)
        if not self._jog_settings.in_tool:
            frame[:3, :3] = np.eye(3)
        return frame

    def _middle(self, thing: Thing, pose: Array) -> Array:
        """The middle of the box of a body in its own axes; of other things their origin."""
        body = self._scene.bodies.get(thing.name)
        if body is None:
            return pose[:3, 3]
        local = body.shape.drawing.box.mean(axis=0)
        return np.asarray(pose[:3, :3] @ local + pose[:3, 3])

    def _select(self) -> None:
        self.disarm()
        self.refresh()

    def hover(self, x: float, y: float) -> bool:
        """Lights up the handle at a point; the process for collisions gets ready for a drag."""
        is_over = super().hover(x, y)
        if is_over:
            self._prepare()
        return is_over

    def _prepare(self) -> None:
        """Lets the process look at the selected thing where it stands, once for each cell."""
        thing, (cell, state) = selected_thing(self._document), self._given()
        if thing is None or cell is None or state is None or self._prepared == (thing, id(cell)):
            return
        self._prepared = (thing, id(cell))
        things = all_together(self._document, selected_things(self._document))
        start = Displacement(cell, state, things, np.eye(4))
        self._live_check.begin(start, start.bodies())

    def _given(self) -> tuple[Cell | None, CellState | None]:
        return self._document.cell, self._document.state

    # Snapping.

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Pulls the handle with the pointer; with Ctrl onto what the pointer points at."""
        if not snaps:
            self._pointing.mark(None)
        super().drag(x, y, snaps)

    def _snapped(self, handle: Handle, amount: Array, x: float, y: float) -> tuple[Array, str]:
        held, moved = self.hold, self.displacement
        if handle.pull is Pull.TURN or held is None or moved is None:
            return super()._snapped(handle, amount, x, y)
        target = self._pointing.at(x, y, self.bodies, moved.things.frames)
        pull = None
        if target is not None and target.kind != FLOOR:
            pull = snapped_to(target, handle, amount, held.T_world_frame, self._reach(held))
        self._pointing.mark(target if pull is not None else None)
        if pull is None or target is None:
            return snapped_to_grid(handle, amount, held.T_world_frame), "grid"
        return pull, target.words

    def _reach(self, held: Hold) -> Array:
        """How far the dragged bodies reach along the axes of the handles at the start, (3, 2)."""
        if self._spans is None:
            moved = self.displacement
            assert moved is not None
            poses = placement(moved.cell, moved.state)
            R, origin = held.T_world_frame[:3, :3], held.T_world_frame[:3, 3]
            drawn = self._scene.bodies
            points = [
                drawn[n].shape.mesh.vertices @ poses[n][:3, :3].T + poses[n][:3, 3]
                for n in self.bodies & drawn.keys() & poses.keys()
            ]
            away = (np.concatenate([*points, origin[None]]) - origin) @ R
            self._spans = np.column_stack([away.min(axis=0), away.max(axis=0)])
        return self._spans

    # A pull.

    def _begin(self, handle: Handle) -> bool:
        document = self._document
        cell, state, chosen = document.cell, document.state, selected_things(document)
        if cell is None or state is None or not chosen:
            return False
        free = unlocked(document, chosen, "move")  # a message names those that are locked
        if not free:
            return False
        self.moved = tuple(Thing(*key) for key in free)
        self.thing = selected_thing(document)
        things = all_together(document, self.moved)
        self.displacement = Displacement(cell, state, things, np.eye(4))
        self.bodies = self.displacement.bodies()
        self._live_check.begin(self.displacement, self.bodies)
        return True

    def _follow(self, motion: Array, words: str) -> None:
        """Shows the things moved: only matrices of the view change."""
        if self.displacement is None or self.thing is None:
            return
        self.displacement = self.displacement.by(motion)
        several = f"{len(self.moved)} things"
        name = self.moved[0].name if len(self.moved) == 1 else several
        self.words, self.lines = f"{name}  {words}", ""
        self._red_lines.follow(self.displacement)
        self._live_check.ask(self.displacement, self.bodies)
        self._show()
        self._show_ghost()
        self.refresh()

    def _show(self) -> None:
        """Shows the place with the newest known collisions, which may be those of the one before.

        The words name what is hit: no verdict stands in colour alone.
        """
        if self.displacement is None:
            return
        pairs = self._shown_pairs = self._live_check.pairs
        cell, state = self.displacement.shown()
        self._stage.displace(Displaced(cell, state, self.bodies, pairs))
        hits = [f"× {line}" for line in spoken_hits(pairs or ())]
        self.actors.say("\n".join(filter(None, (self.words, *hits, self.lines))), bool(hits))
        self._viewport.update()

    def _look_for_verdict(self) -> None:
        """Takes a verdict that has come while a frame was painted, without waiting for a timer."""
        if self.displacement is not None:
            self._live_check.poll()

    def _take_verdict(self, moved: Displacement) -> None:
        if self.displacement is not None and self._live_check.pairs != self._shown_pairs:
            self._show()

    def _show_lines(self, moved: Displacement, lines: str) -> None:
        if moved is self.displacement:
            self.lines = lines
            self._show()

    def _show_ghost(self) -> None:
        """Shows a part that the program has taken elsewhere as a ghost at the place of its file."""
        thing, moved = self.thing, self.displacement
        if thing is None or moved is None or thing.name in self.bodies:
            return
        pose = pose_of_thing(moved.shown()[0], thing)
        if thing.name in self._scene.bodies and pose is not None:
            self._scene.ghost({thing.name: pose})

    def _finish(self) -> None:
        """Writes the new place into the cell file, as one undo step."""
        thing, moved, document = self.thing, self.displacement, self._document
        if thing is None or moved is None or np.array_equal(moved.motion, np.eye(4)):
            return
        motion, things = moved.motion, self.moved
        found = {each: pose_of_thing(moved.cell, each) for each in things}
        poses = {each: motion @ pose for each, pose in found.items() if pose is not None}
        name = thing.name if len(things) == 1 else f"{len(things)} things"
        self.thing = self.displacement = None  # the cell that comes now has them in their places
        self._red_lines.tell_after(name)
        try:
            move_several(document, poses)
        except SceneError as fault:
            document.notify(str(fault).splitlines()[0], "error")

    def _restore(self) -> None:
        """Does nothing more: `end` shows the document's cell again."""

    def end(self) -> None:
        """Lets go of the thing, and shows the document's cell."""
        self.thing = self.displacement = None
        self.bodies, self.words, self.lines = frozenset(), "", ""
        self._spans = None
        self._pointing.mark(None)
        self._red_lines.end()
        if self._stage.displaced is not None:
            self._stage.displace(None)
            self._scene.ghost(None)
        super().end()

    def _let_go(self) -> None:
        """Ends a drag that began in another cell."""
        if self.displacement is not None and self.displacement.cell is not self._document.cell:
            self.end()
        self.refresh()
