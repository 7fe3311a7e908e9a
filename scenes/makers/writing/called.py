"""The calls of a run: which of its orders each called program gave."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from language.instructions.instruction import NOW
from language.programs.program import Statement
from scenes.runs.run import Run


@dataclass(frozen=True, eq=False)
class Span:
    """The orders of a call: numbers of the first one, and of that behind the last.

    line, text: Of the statement that calls. name: Of the program called. callee: Equal for calls of
    the same program.
    """

    first: int
    behind: int
    line: int
    text: str
    name: str
    callee: Hashable


def spans_of(run: Run, begun: Sequence[int]) -> tuple[Span, ...]:
    """The calls of a run that came to an end, inner ones before those around them.

    Only calls in the run's own file: the run has no statements of others. begun: The number of the
    first order of each step, and of all orders.
    """
    return tuple(_spans(run, begun))


def _spans(run: Run, begun: Sequence[int]) -> Iterator[Span]:
    trace = run.trace
    if trace is None:
        return
    calls = {each.line: each for each in run.program.statements if each.instruction.calls == NOW}
    lines, files, depths = trace.lines.tolist(), trace.files.tolist(), trace.depths.tolist()
    done = [*trace.done.tolist(), len(begun) - 1]
    open_ = list[tuple[int, int, Statement]]()  # depth, index of the first statement, call
    for at in range(len(lines)):
        while open_ and depths[at] <= open_[-1][0]:
            _, start, call = open_.pop()
            yield _span(call, (files[start], lines[start]), begun[done[start]], begun[done[at]])
        call_here = calls.get(lines[at]) if files[at] == 0 else None
        if call_here is not None and at + 1 < len(lines) and depths[at + 1] == depths[at] + 1:
            open_.append((depths[at], at + 1, call_here))
    if run.halt is None and run.cycle is None:  # the program ended in these calls, or behind them
        for _, start, call in reversed(open_):
            yield _span(call, (files[start], lines[start]), begun[done[start]], begun[-1])


def _span(call: Statement, start: tuple[int, int], first: int, behind: int) -> Span:
    name = str(call.value("program"))
    return Span(first, behind, call.line, call.shown, name, (name.upper(), start[0]))
