"""Keeps the 3D view up to date with the document: cell, pose, run, collisions, selection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.entries.framing import within
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.run_jobs import Touching, Volumes
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.choices.things import bodies_behind
from app.desktop.state.document import Document
from app.desktop.view3d import staging
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.bodies.body_drawing import (
    BodyDrawing,
    drawings_of,
    is_drawn,
    is_large,
    keep_drawing,
)
from app.desktop.view3d.viewing.mouse_tool import ADDS
from app.desktop.view3d.views import ViewMode
from scenes import Cell, CellState
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport
    from geometry.solids.tree import Solid

# Drawings that the worker makes in one job, and bodies that get their actors in one turn of the
# event loop: so the first bodies appear early, and the window answers in between.
MADE_AT_ONCE, SHOWN_AT_ONCE = 8, 16
SURROUNDINGS = 0.22  # share of the picture left free round what is brought into the middle
EDITED = 2  # bodies of an edit at most; they are drawn at once, as the kernel has just meshed them
Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Displaced:
    """The cell with things that the user drags, in place of the document's cell.

    pairs: The collisions of these things; None while they are not known.
    shapes: Bodies that look otherwise than in the cell, by their names.
    """

    cell: Cell
    state: CellState
    bodies: frozenset[str]
    pairs: tuple[Pair, ...] | None = None
    shapes: Mapping[str, BodyShape] = field(default_factory=dict)


class Stage(QObject):
    """Moves the scene when the document changes, and selects what the mouse clicks in the scene."""

    progressed = Signal(str)  # a sentence: how many bodies of a large cell are drawn

    def __init__(
        self, document: Document, viewport: Viewport, analyst: Analyst, jog_check: JogCheck
    ) -> None:
        super().__init__(viewport)
        self._jog_check = jog_check
        self._document, self._viewport, self._analyst = document, viewport, analyst
        self._poses: dict[str, Array] = {}
        self._pairs: tuple[Pair, ...] = ()
        self._shown_cell: Cell | None = None
        self._shown_text = ""
        self._shown_run: ShownRun | None = None
        self._volumes_at: object = None
        self._refused: set[str] = set()
        self.displaced: Displaced | None = None
        self._most_missing = 0
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._draw_more)
        self._opening = QTimer(self, singleShot=True, interval=0)
        self._opening.timeout.connect(self._show_cell)
        document.cellChanged.connect(self._follow_cell)
        document.runChanged.connect(self._show_run)
        document.positionChanged.connect(self._show_state)
        document.selectionChanged.connect(self._show_selection)
        jog_check.changed.connect(self._show_state)
        document.preview.changed.connect(self._show_preview)
        document.preview.pathChanged.connect(self._show_other_path)
        analyst.contactsReady.connect(self._show_volumes)
        viewport.bodyPicked.connect(self._picked)
        document.looks.changed.connect(self._show_looks)
        self._show_cell()
        self._show_run()
        self._show_selection()

    def set_mode(self, mode: ViewMode) -> None:
        """Shows the cell in another view mode."""
        self._viewport.scene.set_mode(mode)
        self._ask_volumes()

    def go_to(self, kind: str, name: str) -> None:
        """Brings a body, a frame with what stands in it, or the robot into the middle."""
        cell, file, view = self._document.cell, self._document.cell_file, self._viewport
        if cell is None:
            return
        inside = within(file, name) if kind == FRAME and file is not None else ()
        bodies = bodies_behind(cell, [(kind, name), *inside])
        points = view.scene.points(bodies) if bodies else np.empty((0, 3))
        if kind == FRAME and name in cell.frames:
            points = np.concatenate([points, cell.frames[name][None, :3, 3]])
        camera, aspect = view.scene.camera, view.scene.aspect
        if len(points) == 1:
            view.look(turntable.look_at(camera, points[0]))
        elif len(points):
            view.look(turntable.fit(camera, points, aspect, margin=SURROUNDINGS))

    def displace(self, displaced: Displaced | None) -> None:
        """Shows dragged things where they are dragged to; None shows the document's cell again.

        Only matrices change.
        """
        self.displaced = displaced
        self._show_state()

    def _follow_cell(self) -> None:
        """Shows an edited or another cell in the next event: the panels follow in this one."""
        self._show_cell() if self._shown_cell is None else self._opening.start()

    def _show_cell(self) -> None:
        self._opening.stop()
        cell = self._document.cell
        if cell is None or cell is self._shown_cell:
            self._show_state()  # an edit was taken back before it was shown
            self._show_preview()
            return
        if self._is_another(cell):
            self._viewport.begin_anew()
        self._shown_cell, self._pairs, self._volumes_at = cell, (), None
        scene = self._viewport.scene
        scene.begin_cell(cell)
        if len(scene.missing) <= EDITED and not any(
            is_large(shape.solid) for shape in scene.missing.values()
        ):
            scene.add_bodies(scene.missing)
        self._show_looks()
        self._show_selection()
        self._show_state()
        solids = [shape.solid for shape in scene.missing.values()]
        self._ask_drawings(solids, cell.chord, self._draw_more)
        if not any(is_large(solid) for solid in solids):
            self._draw_ready()
        self._timer.start()  # large bodies come, and all leave, in events of their own

    def _is_another(self, cell: Cell) -> bool:
        """Whether a cell was opened in place of the shown one, which is no edit of that one.

        A cell that is saved under another name has another file with the same text.
        """
        before, file = self._shown_text, self._document.cell_file
        self._shown_text = "" if file is None else file.text
        shown = self._shown_cell
        return shown is not None and shown.path != cell.path and before != self._shown_text

    def _draw_more(self) -> None:
        """Makes actors for a few waiting bodies, and comes back for the others; at last removes the
        actors of bodies that have left, a few at a time.

        A body that was never drawn waits until the worker has made its drawing.
        """
        scene = self._viewport.scene
        if self._draw_ready() or scene.clear_away(SHOWN_AT_ONCE):
            self._timer.start()
        self._tell_progress(len(scene.missing))

    def _draw_ready(self) -> bool:
        """Makes actors for a few waiting bodies that have drawings; whether there were any."""
        scene = self._viewport.scene
        ready = [name for name, shape in scene.missing.items() if shape.is_drawn][:SHOWN_AT_ONCE]
        if ready:
            scene.add_bodies(ready)
            self._show_state()
        return bool(ready)

    def _tell_progress(self, missing: int) -> None:
        """Announces how many bodies are drawn while a large cell appears."""
        self._most_missing = max(missing, self._most_missing)
        if self._most_missing > SHOWN_AT_ONCE:
            total = len(self._viewport.scene.bodies) + missing
            self.progressed.emit(f"Drawing the cell: {total - missing} of {total} bodies")
        if not missing:
            self._most_missing = 0

    def _show_run(self) -> None:
        """Shows the path of another run; where the run stands, the document tells after this."""
        shown_run = self._document.shown_run
        if shown_run is not self._shown_run:
            self._shown_run = shown_run
            staging.show_run(self._viewport.scene, shown_run.drawing if shown_run else None)
            if shown_run is not None:
                self._ask_drawings(shown_run.changed, shown_run.run.cell.chord, self._show_state)

    def _show_state(self) -> None:
        cell, state = self._document.cell, self._document.state
        if cell is None or state is None or cell is not self._shown_cell:
            return
        if self._document.control.is_moving:
            self._document.preview.clear()
        if self.displaced is not None:
            cell, state = self.displaced.cell, self.displaced.state
        shapes = self._shapes_at_hand(cell, state)
        if self.displaced is not None:
            shapes |= self.displaced.shapes
        self._poses = staging.show_state(self._viewport.scene, cell, state, shapes)
        pairs = self._pairs_now()
        if pairs != self._pairs:
            self._pairs, self._volumes_at = pairs, None
            self._viewport.scene.set_collisions(pairs)
        self._ask_volumes()

    def _shapes_at_hand(self, cell: Cell, state: CellState) -> dict[str, BodyShape]:
        """The shapes of changed parts; a part without a mesh keeps its present shape."""
        shapes = staging.changed_shapes(cell, state)
        late = {name: shape for name, shape in shapes.items() if not shape.is_drawn}
        if late:
            solids = [shape.solid for shape in late.values()]
            self._ask_drawings(solids, cell.chord, self._show_state)
        shown = self._viewport.scene.bodies
        for name in late:
            if name in shown:
                shapes[name] = shown[name].shape
            else:
                del shapes[name]
        return shapes

    def _ask_drawings(
        self, solids: Sequence[Solid], chord: float, then: Callable[[], None]
    ) -> None:
        """Lets the worker make the missing drawings, a few at a time."""
        missing = [s for s in solids if not is_drawn(s, chord) and s.key not in self._refused]
        if not missing:
            return
        few, rest = missing[:MADE_AT_ONCE], missing[MADE_AT_ONCE:]

        def take(drawings: Sequence[BodyDrawing | None]) -> None:
            for solid, drawing in zip(few, drawings, strict=True):
                if drawing is None:
                    self._refused.add(solid.key)  # the kernel would fail on it again
                else:
                    keep_drawing(solid, drawing, chord)
            self._ask_drawings(rest, chord, then)
            then()

        self._analyst.ask(f"drawings {few[0].key}", drawings_of, few, chord, then=take)

    def _pairs_now(self) -> tuple[Pair, ...]:
        """The colliding pairs of the shown pose.

        While the worker looks at a pose, these are the pairs of the pose before.
        """
        moved = self.displaced
        if moved is None:
            return self._pairs_at_rest()
        if moved.pairs is None:
            return self._pairs
        others = (pair for pair in self._pairs_at_rest() if not moved.bodies & set(pair))
        return (*moved.pairs, *others)

    def _pairs_at_rest(self) -> tuple[Pair, ...]:
        """The colliding pairs where nothing is dragged."""
        if self._jog_check.is_jogging:
            known = self._jog_check.pairs
            return self._pairs if known is None else known
        return tuple((hit.body_a, hit.body_b) for hit in self._document.hits_now())

    def _show_preview(self) -> None:
        if self._shown_cell is not None and self._shown_cell is self._document.cell:
            preview = self._document.preview.state
            staging.show_ghost(self._viewport.scene, self._shown_cell, preview)

    def _show_other_path(self) -> None:
        self._viewport.scene.trail.compare(self._document.preview.path)

    def _show_selection(self) -> None:
        cell, chosen = self._document.cell, self._document.selection.all
        self._viewport.scene.select([] if cell is None else bodies_behind(cell, chosen))

    def _show_looks(self) -> None:
        looks = self._document.looks
        hidden = [name for kind, name in looks.hidden if kind == BODY]
        self._viewport.scene.set_looks(hidden, looks.opacity)

    def _picked(self, name: str) -> None:
        """Selects a clicked body; with Ctrl or Shift besides the others."""
        self._document.pick(BODY, name, adds=bool(self._viewport.keys & ADDS))

    def _ask_volumes(self) -> None:
        """Asks the worker for the common volumes of colliding bodies, for a pose at rest only."""
        is_shown = self._viewport.scene.mode is ViewMode.COLLISION
        key = self._moment()
        if not self._pairs or not is_shown or self._document.control.is_moving:
            return
        if self.displaced is not None:
            return
        if key == self._volumes_at or self._shown_cell is None:
            return
        self._volumes_at = key
        state = self._document.state
        known = {} if state is None else bodies_in(self._shown_cell, state)
        self._analyst.ask_contacts(
            key,
            [
                Touching(
                    pair=(a, b),
                    solids=(known[a].solid, known[b].solid),
                    poses=(self._poses[a], self._poses[b]),
                    chord=self._shown_cell.chord,
                )
                for a, b in self._pairs
                if a in known and b in known and a in self._poses and b in self._poses
            ],
        )

    def _moment(self) -> tuple[object, ...]:
        """Everything on which the common volumes depend."""
        jogged = self._document.jogged if self._jog_check.is_jogging else None
        return (self._document.revision, self._document.time, id(jogged), self._pairs)

    def _show_volumes(self, key: object, volumes: Volumes) -> None:
        if key == self._moment():
            meshes = [volumes.get(pair) for pair in self._pairs]
            self._viewport.scene.set_collisions(self._pairs, meshes)
