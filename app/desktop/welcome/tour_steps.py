"""The steps of the tour, and the watch that sees in the state of the window when one is done.

The steps are those of "Five minutes" in README.md. A step counts as done when the user has done it,
by whatever key or button, also out of turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.desktop.looks.notice import Notice
from app.desktop.runs.run_control import RunState
from app.desktop.state.document import Document

BROKEN_LINE, BROKEN_WORD = 7, "MOVES LOC2"  # of the program figure5
COLLIDING = "into_table"
AT_CONTACT_S = 1e-6  # a time within this of a collision, s, is the moment of the collision


@dataclass(frozen=True)
class Step:
    """One step. key: Its name among kept choices. place: What Show me points at.

    program: The shipped program with which the step is done.
    """

    key: str
    title: str
    text: str
    place: str
    program: str = "figure5"


STEPS = (
    Step(
        "run",
        "Run it",
        "Press F5, or Space while the 3D view has the keyboard. Drag the slider of the time line "
        "back and forth.",
        "action run",
    ),
    Step(
        "back",
        "Step forward and back",
        "F10 carries out one statement, Shift+F10 takes it back. The current line, the joint "
        "values and the tables follow.",
        "action back",
    ),
    Step(
        "break",
        "Break a line",
        f"In line {BROKEN_LINE} change MOVES LOC2 to MOVS LOC2. A wavy line says what is wrong.",
        "line",
    ),
    Step(
        "fix",
        "Take the correction",
        "Put the cursor into that line, press Ctrl+. and choose the correction.",
        "line",
    ),
    Step(
        "jog",
        "Move the hand",
        "Drag an arrow, a square or a ring at the hand, or move a joint in the tab Jog.",
        "view",
    ),
    Step(
        "teach",
        "Teach the pose",
        "Ctrl+T writes the pose of the hand into the program as a location.",
        "action teach",
    ),
    Step(
        "export",
        "Export the motion",
        "File > Export trajectory writes all joint values with what is known of the motion.",
        "menu File",
    ),
    Step(
        "collide",
        "Collide",
        f"Press Ctrl+P, type {COLLIDING} and press Enter. The line that drives the hand into the "
        "table turns red.",
        "action quick_open",
    ),
    Step(
        "contact",
        "See the first contact",
        "A double click in the list of collisions goes to the moment of first contact.",
        "dock Collisions",
        COLLIDING,
    ),
)


class TourWatch(QObject):
    """Follows the document; `done` gives the key of each step that the user does."""

    done = Signal(str)

    def __init__(self, document: Document, actions: Mapping[str, QAction]) -> None:
        super().__init__(document)
        self._document = document
        self._was_broken = False
        self._locations: tuple[object, int] = (None, 0)
        actions["back"].triggered.connect(lambda: self.done.emit("back"))
        document.controlChanged.connect(self._look_at_run)
        document.positionChanged.connect(self._look_at_run)
        document.findingsChanged.connect(self._look_at_text)
        document.noticed.connect(self._look_at_notice)

    def begin(self) -> None:
        """Counts from the present state on."""
        self._was_broken = False
        self._locations = self._count()

    def _look_at_run(self) -> None:
        document, state = self._document, self._document.control.state
        if state is RunState.RUNNING:
            self.done.emit("run")
        if state is RunState.JOG:
            self.done.emit("jog")
        hits = document.collisions
        if hits and abs(document.time - hits[0].time) < AT_CONTACT_S:
            self.done.emit("contact")

    def _look_at_text(self) -> None:
        document = self._document
        if document.active is None or document.program.text != document.active.text:
            return  # the text is read a moment later
        was_broken = self._was_broken
        self._was_broken = any(f.severity == "error" for f in document.known.syntax)
        if self._was_broken:
            self.done.emit("break")
            return
        if was_broken:
            self.done.emit("fix")
        before, self._locations = self._locations, self._count()
        if before[0] is self._locations[0] and self._locations[1] > before[1]:
            self.done.emit("teach")
        if document.active.title.startswith(COLLIDING) and document.collisions:
            self.done.emit("collide")

    def _look_at_notice(self, notice: Notice) -> None:
        if notice.text.startswith("Exported ") and "of motion" in notice.text:
            self.done.emit("export")

    def _count(self) -> tuple[object, int]:
        """The program in front, and the number of locations that it defines."""
        found = [s for s in self._document.program.definitions if s.location is not None]
        return self._document.active, len(found)
