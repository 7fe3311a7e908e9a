"""The nearest pairs of the checked run, found when a panel that lists them is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desktop.runs.analyst import Analyst
    from app.desktop.runs.run_jobs import Verdict
    from app.desktop.state.document import Document
    from scenes.checking.distances.clearances import Clearances
    from scenes.checking.distances.over_motion import Nearest


class NearestPairs:
    """Asks for the pairs of a verdict once. changed: Called when they have come."""

    def __init__(self, document: Document, analyst: Analyst, changed: Callable[[], None]) -> None:
        self._document, self._analyst, self._changed = document, analyst, changed
        self._asked: Verdict | None = None
        self._found: Clearances | None = None

    def ask(self) -> None:
        """Has the pairs of the present verdict found, unless they are asked for already."""
        verdict = self._document.verdict
        if verdict is None or verdict is self._asked or not self._document.is_checked:
            return
        self._asked, self._found = verdict, None
        self._analyst.ask_nearest(partial(self._take, verdict))

    def of(self, verdict: Verdict) -> tuple[Nearest, ...]:
        """The pairs of a verdict, as far as they are known: at first the nearest only."""
        found = self._found if verdict is self._asked else None
        return (found or verdict.clearances).nearest

    def _take(self, verdict: Verdict, found: Clearances) -> None:
        if verdict is self._asked and verdict is self._document.verdict:
            self._found = found
            self._changed()
