"""Where the time of a run goes, line by line, and how an edit of the program changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.runs.run import Run

# Seconds: times that differ by no more are the same; rounding of sums.
SAME = 1e-6

Place = tuple[str, int]


@dataclass(frozen=True)
class LineTime:
    """The time of one line: seconds in all, and how many of its statements took time.

    file: Name of the file of a called program; "" for the program that is run.
    """

    file: str
    line: int
    seconds: float
    times: int


@dataclass(frozen=True)
class CycleTimes:
    """The cycle time of a program and of its lines, in the order in which the run comes to them.

    seconds: Of one turn of a program that goes round for ever, else of the whole run. is_whole:
    Whether the program came to its end or goes round; else it stopped at an error, and the times
    are those up to there.
    """

    seconds: float = 0.0
    lines: tuple[LineTime, ...] = ()
    is_whole: bool = False


@dataclass(frozen=True)
class LineChange:
    """How the time of a line has changed, s; `before` is None for a new line, `after` for a line
    that is gone. line: In the new program; in the old one for a line that is gone."""

    file: str
    line: int
    before: float | None
    after: float | None

    @property
    def seconds(self) -> float:
        """The change, s: positive where the line takes longer now."""
        return (self.after or 0.0) - (self.before or 0.0)


def cycle_times(run: Run) -> CycleTimes:
    """The cycle time of a run and of its lines."""
    cycle, steps = run.cycle, run.moving_steps
    if cycle is not None:
        steps = tuple(s for s in steps if cycle.start - SAME <= s.start_time < cycle.end - SAME)
    found: dict[Place, tuple[float, int]] = {}
    for step in steps:
        seconds, times = found.get((step.file, step.line), (0.0, 0))
        found[step.file, step.line] = seconds + step.duration, times + 1
    lines = tuple(LineTime(*place, *figures) for place, figures in found.items())
    whole = run.duration if cycle is None else cycle.seconds
    return CycleTimes(whole, lines, bool(run.steps) and not run.steps[-1].failed)


def line_changes(
    before: CycleTimes, after: CycleTimes, line_before: Callable[[int], int | None]
) -> tuple[LineChange, ...]:
    """The lines whose time has changed, the greatest change first.

    line_before: From a line of the new program to the same line of the old one, None for a new
    line (see `old_line_of`). Lines of called files keep their numbers.
    """
    old = {(own.file, own.line): own.seconds for own in before.lines}
    found = []
    for own in after.lines:
        number = own.line if own.file else line_before(own.line)
        was = None if number is None else old.pop((own.file, number), None)
        found.append(LineChange(own.file, own.line, was, own.seconds))
    found += [LineChange(file, line, seconds, None) for (file, line), seconds in old.items()]
    changed = [change for change in found if abs(change.seconds) > SAME]
    return tuple(sorted(changed, key=lambda change: -abs(change.seconds)))


def old_line_of(old: Sequence[str], new: Sequence[str]) -> Callable[[int], int | None]:
    """From a line of a new text to the same line of the old one, None for a line that is new.

    The two texts have lines in common before and after what was edited. Between these, lines
    belong together one by one if none was added or taken away; else none do.
    """
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    left = shorter - first
    last = next((i for i in range(left) if old[-1 - i] != new[-1 - i]), left)

    def before(line: int) -> int | None:
        if line <= first or len(old) == len(new):
            return line
        return line + len(old) - len(new) if line > len(new) - last else None

    return before


def changed_words(seconds: float) -> str:
    """`0.30 s more`, `0.30 s less`, `as before`."""
    if abs(seconds) <= SAME:
        return "as before"
    return f"{abs(seconds):.2f} s {'more' if seconds > 0.0 else 'less'}"
