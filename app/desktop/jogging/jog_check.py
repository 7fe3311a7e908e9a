"""The faults of a jogged pose: joint limits at once, contacts when the worker has found them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.desktop.runs.analyst import Analyst
from app.desktop.runs.run_control import RunState
from app.desktop.state.document import Document
from kinematics import JointKind, limit_excesses
from scenes import Cell, CellState
from scenes.world.frozen import Array

Pair = tuple[str, str]
MOST_PAIRS = 2  # named in one line; the others are counted


class JogCheck(QObject):
    """Asks the worker about the newest jogged pose and drops answers for older ones."""

    changed = Signal()

    def __init__(self, document: Document, analyst: Analyst) -> None:
        super().__init__(document)
        self._document, self._analyst = document, analyst
        self._asked: tuple[Cell | None, CellState | None] = (None, None)
        self.pairs: tuple[Pair, ...] | None = ()  # colliding bodies; None until they are known
        document.cellChanged.connect(self._follow)
        document.positionChanged.connect(self._follow)
        analyst.poseChecked.connect(self._take)

    @property
    def is_jogging(self) -> bool:
        """Whether the arm shows a jogged pose and not the run."""
        return self._document.control.state is RunState.JOG

    @property
    def beyond(self) -> tuple[str, ...]:
        """A text for each joint over its limit, with the excess in degrees or mm."""
        cell, state = self._document.cell, self._document.state
        return () if cell is None or state is None else over_limits(cell, state.q)

    @property
    def faults(self) -> str:
        """The known faults of the pose in one line; "" where there are none."""
        hits = [spoken(pair) for pair in self.pairs or ()]
        more = len(hits) - MOST_PAIRS
        others = [f"{more} more"] if more > 0 else []
        return ", ".join((*self.beyond, *hits[:MOST_PAIRS], *others))

    def _follow(self) -> None:
        document = self._document
        now = (document.cell, document.jogged if self.is_jogging else None)
        if now[0] is self._asked[0] and now[1] is self._asked[1]:
            return
        self._asked = now
        cell, state = now
        if cell is None or state is None:
            self.pairs = ()
        else:
            self.pairs = None
            self._analyst.check_pose(cell, state)
        self.changed.emit()

    def _take(self, state: object, pairs: tuple[Pair, ...]) -> None:
        if state is self._asked[1]:
            self.pairs = pairs
            self.changed.emit()


def over_limits(cell: Cell, q: Array) -> tuple[str, ...]:
    """A text for each joint over a limit, as `theta2 over its limit by 12.3°`."""
    found = []
    for excess in limit_excesses(cell.robot.mechanism, q):
        turns = excess.kind is JointKind.REVOLUTE
        far, unit = (np.degrees(excess.excess), "°") if turns else (excess.excess, " mm")
        found.append(f"{excess.name} over its limit by {far:.1f}{unit}")
    return tuple(found)


def spoken(pair: Pair) -> str:
    """Two colliding bodies in words."""
    return f"{pair[0]} in {pair[1]}"
