"""What the handles on the place and on the sizes of a step share: preview, collisions, one edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.locking import refuse_locked
from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.steps.step_edits import change_shape
from app.desktop.modelling.steps.step_places import Levels, Shape
from app.desktop.runs.run_control import Command
from app.desktop.state.choices.step_choice import Pending
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.bodies.body_drawing import keep_drawing
from app.desktop.view3d.handles.body_handles import spoken_hits
from app.desktop.view3d.handles.live_check import LiveCheck
from app.desktop.view3d.handles.pointing import Pointing
from app.desktop.view3d.handles.snapping import FLOOR, Target
from app.desktop.view3d.handles.steps.shown_step import ShownStep
from app.desktop.view3d.handles.steps.step_trial import Trial, trial_of
from app.desktop.view3d.stage import Displaced, Stage
from app.desktop.view3d.tools.gizmo import Handle
from app.desktop.view3d.tools.pulling import Pulling
from app.desktop.view3d.viewport import Viewport
from scenes import Cell, CellState, SceneError
from scenes.files.text.documents import Document as CellFile
from scenes.world.frozen import Array

MOST_HITS = 2


@dataclass(frozen=True, eq=False)
class StepTools:
    """What the handles on a step work with."""

    document: Document
    jog_settings: JogSettings
    stage: Stage
    live_check: LiveCheck
    pointing: Pointing
    shown: ShownStep


@dataclass(frozen=True, eq=False)
class Start:
    """The cell, its file and the chosen step as they were when a pull began."""

    cell: Cell
    state: CellState
    file: CellFile
    levels: Levels
    T_world_body: Array


class StepPulling(Pulling):
    """A MouseTool: a pull shows the step as a ghost at once, and its body when it is made."""

    def __init__(self, viewport: Viewport, tools: StepTools) -> None:
        self._tools, self._document, self._shown = tools, tools.document, tools.shown
        self.start: Start | None = None
        self.trial: Trial | None = None  # the newest answer of the worker in this pull
        self.words = ""
        self._prepared: CellFile | None = None  # the file that the process has seen
        super().__init__(viewport)
        document = tools.document
        for signal in (
            document.positionChanged,
            document.solid_step.changed,
            tools.jog_settings.changed,
        ):
            signal.connect(self._begin_anew)
        document.looks.changed.connect(self.refresh)
        document.cellChanged.connect(self._let_go)
        viewport.framePainted.connect(self._look_for_trial)

    def _levels(self) -> Levels:
        """The levels to the chosen step, as they are shown; none where nothing may be pulled."""
        document = self._document
        if not self._tools.jog_settings.shows_handles or not document.control.may(Command.JOG):
            return ()
        return self._shown.levels()

    def _begin_anew(self) -> None:
        if self.start is None:
            self.disarm()
        self.refresh()

    def hover(self, x: float, y: float) -> bool:
        """Lights up the handle at a point; the process gets ready for a pull of it."""
        is_over = super().hover(x, y)
        if is_over:
            self._prepare()
        return is_over

    def _prepare(self) -> None:
        """Lets the process make the body as it is, once for each cell file."""
        document, levels = self._document, self._shown.levels(is_of_file=True)
        cell, state, file = document.cell, document.state, document.cell_file
        if not levels or cell is None or state is None or file is None or self._prepared is file:
            return
        self._prepared, live, last = file, self._tools.live_check, levels[-1]
        given = (live.packed(cell), state, (file.path, file.text), last.owner, last.shape)
        live.put("step at rest", trial_of, given, lambda _: None)

    # A pull.

    def _begin(self, handle: Handle) -> bool:
        document, levels = self._document, self._shown.levels(is_of_file=True)
        T_world_body = self._shown.T_world_body()
        cell, state, file = document.cell, document.state, document.cell_file
        if not levels or T_world_body is None or cell is None or state is None or file is None:
            return False
        try:
            refuse_locked(document, BODY, self._shown.body, "change")
        except SceneError as fault:
            document.notify(str(fault), "warning")
            return False
        self.start, self.trial = Start(cell, state, file, levels, T_world_body), None
        return True

    def _try_shape(self, owner: Path, shape: Shape, words: str) -> None:
        """Shows another value of the shape at a place, and asks what it makes of the body."""
        start = self.start
        if start is None:
            return
        self.words = words
        self._document.solid_step.preview(Pending(owner, shape))
        live, pending = self._tools.live_check, self._document.solid_step.pending
        file = start.file.path, start.file.text
        given = (live.packed(start.cell), start.state, file, owner, shape)

        def take(trial: Trial) -> None:
            if self.start is start and self._document.solid_step.pending is not None:
                self._take_trial(trial, is_newest=self._document.solid_step.pending is pending)

        live.put("step", trial_of, given, take)
        self.refresh()
        self._say()
        self._viewport.update()

    def _take_trial(self, trial: Trial, is_newest: bool) -> None:
        """Shows the body that the worker has made; a fault only where it is of the newest shape."""
        start, name = self.start, self._shown.body
        if start is None or (trial.fault and not is_newest):
            return
        self.trial = trial
        drawn = self._scene.bodies.get(name)
        if trial.solid is not None and trial.drawing is not None and drawn is not None:
            keep_drawing(trial.solid, trial.drawing, start.cell.chord)
            shape: BodyShape = replace(drawn.shape, solid=trial.solid, colours=trial.colours)
            given = (start.cell, start.state, frozenset({name}), trial.pairs, {name: shape})
            self._tools.stage.displace(Displaced(*given))
        self._say()
        self._viewport.update()

    def _say(self) -> None:
        """The words of the pull, and below them what is hit or wrong."""
        trial = self.trial
        hits = [] if trial is None else [f"× {line}" for line in spoken_hits(trial.pairs)]
        fault = [trial.fault] if trial is not None and trial.fault else []
        self.actors.say("\n".join([self.words, *fault, *hits]), bool(hits or fault))

    def _look_for_trial(self) -> None:
        if self.start is not None:
            self._tools.live_check.poll()

    def _target(self, x: float, y: float) -> Target | None:
        """What Ctrl snaps to under the pointer, beside the own body and the floor."""
        target = self._tools.pointing.at(x, y, {self._shown.body})
        return None if target is None or target.kind == FLOOR else target

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Pulls the handle with the pointer; with Ctrl onto what the pointer points at."""
        if not snaps:
            self._tools.pointing.mark(None)
        super().drag(x, y, snaps)

    def _title(self) -> str:
        """The title of the undo step."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Writes the shape into the cell file, as one undo step."""
        start, pending, document = self.start, self._document.solid_step.pending, self._document
        if start is None or pending is None:
            return
        title = self._title()
        self.start = None  # the cell that comes now has the new shape
        document.solid_step.preview(None)
        try:
            change_shape(document, *pending, title)
        except SceneError as fault:
            document.notify(_sentence(fault), "error")

    def _restore(self) -> None:
        """Does nothing more: `end` shows the document's cell again."""

    def end(self) -> None:
        """Lets go of the step, and shows the document's cell."""
        self.start, self.trial, self.words = None, None, ""
        self._tools.pointing.mark(None)
        self._document.solid_step.preview(None)
        if self._tools.stage.displaced is not None:
            self._tools.stage.displace(None)
        super().end()

    def _let_go(self) -> None:
        """Ends a pull that began in another cell."""
        if self.start is not None and self.start.cell is not self._document.cell:
            self.end()
        self.refresh()


def _sentence(fault: SceneError) -> str:
    problems: Sequence[object] = getattr(fault, "problems", ())
    return str(getattr(problems[0], "message", fault) if problems else fault).splitlines()[0]
