"""Where the time of a checked program goes, and how it differs from an older program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from language.words.diagnostics import text_lines
from scenes import Run
from scenes.runs.line_times import (
    SAME,
    CycleTimes,
    LineChange,
    changed_words,
    cycle_times,
    line_changes,
    old_line_of,
)

# Lines of a text that lists changes, at most; JSON holds all of them.
MOST_CHANGES = 20


@dataclass(frozen=True)
class Times:
    """The times of a program. older: Name of the program that it is compared with; "" for none.

    is_listed: Whether the text lists all lines. before: The times of the older program.
    """

    now: CycleTimes
    is_listed: bool = False
    older: str = ""
    before: CycleTimes | None = None
    changes: tuple[LineChange, ...] = ()

    @classmethod
    def of(cls, run: Run, is_listed: bool, older: tuple[str, Run] | None = None) -> Times:
        """The times of a run. older: Name and run of an older program."""
        now = cycle_times(run)
        if older is None:
            return cls(now, is_listed)
        name, old_run = older
        before = cycle_times(old_run)
        texts = (text_lines(each.program.text) for each in (old_run, run))
        return cls(now, is_listed, name, before, line_changes(before, now, old_line_of(*texts)))

    @property
    def is_comparable(self) -> bool:
        """Whether both programs came to their ends."""
        return self.before is not None and self.before.is_whole and self.now.is_whole


def time_lines(times: Times) -> Iterator[str]:
    """The times for people: no line where neither a list nor a comparison was asked for."""
    now = times.now
    if times.before is not None:
        if times.is_comparable:
            change = now.seconds - times.before.seconds
            words = "the same as" if abs(change) <= SAME else f"{changed_words(change)} than"
            yield f"  cycle time: {now.seconds:.2f} s, {words} {times.older}"
            yield from (f"    {_change(each)}" for each in times.changes[:MOST_CHANGES])
            more = len(times.changes) - MOST_CHANGES
            if more > 0:
                yield f"    and {more} more"
        else:
            stopped = "this program" if times.before.is_whole else times.older
            yield f"  cycle time: not compared with {times.older}: {stopped} stops at an error"
    elif times.is_listed:
        yield f"  cycle time: {now.seconds:.2f} s"
    for own in now.lines if times.is_listed else ():
        share = f"{100.0 * own.seconds / now.seconds:.1f} %" if now.seconds else ""
        again = f", {own.times} times" if own.times > 1 else ""
        yield f"    {_place(own.file, own.line)}: {own.seconds:.2f} s, {share}{again}"


def _place(file: str, line: int) -> str:
    return f"{file}, line {line}" if file else f"line {line}"


def _change(change: LineChange) -> str:
    place = _place(change.file, change.line)
    if change.after is None:
        return f"{place} before: {change.before:.2f} s, gone"
    if change.before is None:
        return f"{place}: {change.after:.2f} s, new"
    return f"{place}: {change.after:.2f} s, {changed_words(change.seconds)}"


def times_json(times: Times) -> dict[str, Any]:
    """The fields `cycle_time_s`, `lines` and, where it was compared, `against`; times in s."""
    rows = [
        {"line": own.line, "file": own.file, "time_s": own.seconds, "times": own.times}
        for own in times.now.lines
    ]
    found: dict[str, Any] = {"cycle_time_s": times.now.seconds, "lines": rows}
    if times.before is not None:
        is_whole = times.is_comparable
        found["against"] = {
            "program": times.older,
            "cycle_time_s": times.before.seconds,
            "change_s": times.now.seconds - times.before.seconds if is_whole else None,
            "lines": [
                {
                    "line": change.line,
                    "file": change.file,
                    "before_s": change.before,
                    "after_s": change.after,
                }
                for change in times.changes
            ],
        }
    return found
