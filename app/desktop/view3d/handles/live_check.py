"""The collisions of dragged things, found while they are dragged, in a process of their own.

The analyst's process may be busy with the check of a program for seconds, and a pose must not wait
for that. Of the asked poses only the newest waits; the one before it is finished first.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.packed_cell import PackedCell
from app.background.process import WorkerProcess
from app.background.scheduler import Job, Lane, Scheduler
from app.desktop.view3d.handles.displacing import Displacement
from scenes import Cell, CellState
from scenes.rearranging.standing_together import Together
from scenes.world.frozen import Array

POLL_MS = 4
# A verdict that takes no longer is waited for, so that pose and verdict are in the same frame: the
# next look at the process would be after the frame.
SOON_S = 0.012
LIVE = Lane("dragged things")
Pair = tuple[str, str]


def contacts_after(
    cell: Cell, state: CellState, things: Together, motion: Array, bodies: frozenset[str]
) -> tuple[Pair, ...]:
    """A job: the pairs that share volume after a motion, the moved body of each pair first."""
    from scenes.rearranging.contacts import contacts_of

    return contacts_of(*Displacement(cell, state, things, motion).shown(), bodies)


class LiveCheck(QObject):
    """Asks about the newest place of dragged things."""

    found = Signal(object)  # the Displacement that was asked about

    def __init__(self, parent: QObject | None = None, process: WorkerProcess | None = None) -> None:
        super().__init__(parent)
        self._scheduler = Scheduler((LIVE,), process)
        self._packed: PackedCell | None = None
        self._built: frozenset[Pair] = frozenset()  # fixtures that overlapped before the drag
        self.pairs: tuple[Pair, ...] | None = None  # the newest that are known in this drag
        self.late_ms = 0.0  # between the newest answer and its question
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._scheduler.has_jobs()

    def packed(self, cell: Cell) -> PackedCell:
        """A cell on its way to the process, packed once."""
        if self._packed is None or self._packed.cell is not cell:
            self._packed = PackedCell(cell)
        return self._packed

    def put(
        self, key: str, job: Callable[..., Any], given: tuple[Any, ...], then: Callable[[Any], None]
    ) -> None:
        """Has another job of a drag done; of those under one key only the newest waits."""
        self._scheduler.put(Job(LIVE, key, job, given, then))
        if not self._timer.isActive():
            self._timer.start()

    def begin(self, start: Displacement, bodies: frozenset[str]) -> None:
        """Notes which fixtures overlap before the drag: they are built so, and are not reported."""
        self.packed(start.cell)
        self._built, self.pairs = frozenset(), None
        fixtures = {body.name for body in start.cell.fixtures}

        def take(pairs: tuple[Pair, ...]) -> None:
            self._built = frozenset(pair for pair in pairs if fixtures.issuperset(pair))

        self._put("start", start, bodies, take)

    def ask(self, moved: Displacement, bodies: frozenset[str]) -> None:
        """Asks about a place; an older question that still waits is forgotten.

        A quick answer is there on return, and `found` has been emitted.
        """
        asked = perf_counter()

        def take(pairs: tuple[Pair, ...]) -> None:
            if self._packed is None or self._packed.cell is not moved.cell:
                return
            self.pairs = tuple(pair for pair in pairs if pair not in self._built)
            self.late_ms = (perf_counter() - asked) * 1000.0
            self.found.emit(moved)

        self._put("pose", moved, bodies, take)
        self._scheduler.poll(SOON_S)

    def poll(self) -> None:
        """Takes the answers that have come."""
        self._scheduler.poll()
        if not self._scheduler.has_jobs():
            self._timer.stop()

    def close(self) -> None:
        """Ends the process."""
        self._timer.stop()
        self._scheduler.close()

    def _put(
        self,
        key: str,
        moved: Displacement,
        bodies: frozenset[str],
        then: Callable[[tuple[Pair, ...]], None],
    ) -> None:
        given = (self._packed, moved.state, moved.things, moved.motion, bodies)
        self.put(key, contacts_after, given, then)
