"""The cycle time of the shown run, and how the last edit of its program has changed it. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from language.words.diagnostics import text_lines
from scenes.runs.line_times import (
    SAME,
    CycleTimes,
    LineChange,
    changed_words,
    cycle_times,
    line_changes,
    old_line_of,
)

if TYPE_CHECKING:
    from scenes import Run

# Lines in the tip, at most.
MOST_LINES = 10


class CycleChange:
    """Compares each run with the last one of the same program that came to its end."""

    def __init__(self) -> None:
        self._run: Run | None = None
        self._last: Run | None = None
        self._times, self._before = CycleTimes(), CycleTimes()
        self._changes: tuple[LineChange, ...] = ()

    def follow(self, run: Run | None) -> None:
        """Takes the shown run; a run that is shown already changes nothing."""
        if run is self._run:
            return
        if self._times.is_whole:
            self._last = self._run
        self._run, last = run, self._last
        self._before, self._changes = CycleTimes(), ()
        self._times = cycle_times(run) if run is not None else CycleTimes()
        if last is not None and run is not None and last.name == run.name:
            texts = (text_lines(each.program.text) for each in (last, run))
            self._before = cycle_times(last)
            self._changes = line_changes(self._before, self._times, old_line_of(*texts))

    @property
    def seconds(self) -> float | None:
        """The change, s; None where there is nothing to compare, or a run stopped at an error."""
        if not (self._times.is_whole and self._before.is_whole):
            return None
        return self._times.seconds - self._before.seconds

    @property
    def words(self) -> str:
        """`8.47 s`, `8.47 s (-0.12 s)`; "" without a run that takes time."""
        if not self._times.seconds:
            return ""
        change = self.seconds
        told = "" if change is None or abs(change) <= SAME else f" ({change:+.2f} s)"
        return f"{self._times.seconds:.2f} s{told}"

    @property
    def tip(self) -> str:
        """The change in words, with the lines that changed most."""
        change, lines = self.seconds, []
        if not self._times.seconds:
            return ""
        if change is None:
            return f"Cycle time: {self._times.seconds:.2f} s"
        same = abs(change) <= SAME
        told = "as before the last edit" if same else f"{changed_words(change)} than before"
        for each in self._changes[:MOST_LINES]:
            place = f"{each.file}, line {each.line}" if each.file else f"line {each.line}"
            is_gone = each.after is None
            lines.append(f"{place}{' before' if is_gone else ''}: {changed_words(each.seconds)}")
        more = len(self._changes) - MOST_LINES
        lines += [f"and {more} more lines"] if more > 0 else []
        return "\n".join([f"Cycle time: {self._times.seconds:.2f} s, {told}", *lines])
