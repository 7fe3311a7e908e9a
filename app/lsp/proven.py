"""What runs of the open documents showed, for a language server that knows a cell.

A text is run and checked in another process, after a pause in the typing. Until the answer has come
the old findings stay at the lines that did not change; what is known of single motions does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from app.background.checking import Checker, Outcome
from app.background.checking import Subject as Checked
from app.background.letters import packed
from app.background.way_finding import CODES, needs_a_way
from app.programs.program_facts import Earlier, Subject, facts_about
from language import Fix, Program, parse
from language.editing.service import Facts
from language.words.diagnostics import text_lines
from scenes import Cell, Problem
from scenes.execution.machine.scenario import Scenario

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText

WAIT_S = 1.5  # a pointer that rests waits for a clearance no longer
Others = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of a document. near: The clearance of motions asked about, by line.

    lines: Of the text that was run. checked: What the last check that ended found, perhaps in an
    older text, whose lines are checked_lines. earlier: The run of the text before the last edit.
    """

    outcome: Outcome
    lines: tuple[str, ...]
    near: dict[int, float | None]
    checked: tuple[Problem, ...] = ()
    checked_lines: tuple[str, ...] = ()
    earlier: Earlier = field(default_factory=Earlier)

    @cached_property
    def before(self) -> Callable[[int], float | None]:
        """Seconds that the motion of a line took before the last edit, where known."""
        return self.earlier.durations(self.lines)


class Proven:
    """Follows the open documents; all of it lives in the loop of the server.

    publish: Called with the URI of a document of which more is known.
    """

    def __init__(self, cell: Cell, scenario: Scenario, publish: Callable[[str], None]) -> None:
        self._cell, self._scenario, self._publish = cell, scenario, publish
        self._packed = packed(cell)
        self._known: dict[str, Known] = {}
        self._wanted: dict[str, tuple[str, Others]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checker = Checker(self._receive)

    def follow(
        self, uri: str, program: Program, others: Others | None, given: str | ForeignText = ""
    ) -> None:
        """A document as it is now, and the files that it calls.

        given: A text in a robot maker's language with its values; a text of ours is the program's.

        One with faults in it is not run, nor one that is run with its caller: others is None.
        """
        self._loop = asyncio.get_running_loop()
        if others is None or not stands_alone(program):
            self.drop(uri)
        elif not program.ok:
            self._wanted.pop(uri, None)
            self._checker.forget(uri)
        elif self._wanted.get(uri) != (program.text, others):
            self._wanted[uri] = program.text, others
            told = (self._packed, (given or program.text, ""), others, self._scenario)
            self._checker.check(uri, program.text, lambda number: Checked(number, *told))

    def drop(self, uri: str) -> None:
        """Nothing is to be known of a document any more."""
        self._wanted.pop(uri, None)
        self._known.pop(uri, None)
        self._checker.forget(uri)

    def close(self) -> None:
        """Ends the process that runs and checks."""
        self._checker.close()

    def _receive(self, outcome: Outcome) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take, outcome)

    def _take(self, outcome: Outcome) -> None:
        wanted = self._wanted.get(outcome.key)
        if wanted is None or wanted[0] != outcome.text:
            return
        old, lines = self._known.get(outcome.key), tuple(text_lines(outcome.text))
        known = Known(outcome, lines, {})
        if outcome.checked is not None:
            known = replace(known, checked=outcome.checked, checked_lines=lines)
        elif old is not None:
            known = replace(known, checked=old.checked, checked_lines=old.checked_lines)
        if old is not None and old.outcome.subject is outcome.subject:
            known = replace(known, near=old.near)
        if old is not None:
            is_edited = old.outcome.text != outcome.text
            last = Earlier(old.outcome.facts, old.lines) if is_edited else old.earlier
            known = replace(known, earlier=last)
        self._known[outcome.key] = known
        for uri in (outcome.key, *(name for _, name in outcome.subject.others)):
            self._publish(uri)

    def problems(
        self, uri: str, lines: Sequence[str], elsewhere: Collection[str] = ()
    ) -> list[Problem]:
        """What was found in the last run and check, where its lines are in the document now.

        elsewhere: The files that are open too: their problems are shown there.
        """
        known = self._known.get(uri)
        found = self._in_callers(uri, lines)
        if known is None:
            return found
        found += moved_problems(known.outcome.problems, known.lines, lines, elsewhere)
        return found + moved_problems(known.checked, known.checked_lines, lines, elsewhere)

    def _in_callers(self, uri: str, lines: Sequence[str]) -> list[Problem]:
        """What was found in a document when others called it."""
        found: list[Problem] = []
        for known in self._known.values():
            text = next((text for text, name in known.outcome.subject.others if name == uri), None)
            if text is None:
                continue
            told = (*known.outcome.problems, *(known.outcome.checked or ()))
            own = [replace(problem, file="") for problem in told if problem.file == uri]
            found += moved_problems(own, text_lines(text), lines)
        return found

    def facts(self, uri: str, text: str, foreign: Program | None = None) -> Facts:
        """What is known of a document, for the services of the language.

        foreign: The program of a text in a robot maker's language.
        """
        known = self._known.get(uri)
        near: dict[int, float | None] = known.near if known is not None else {}

        def ask() -> Subject:
            program = parse(text) if foreign is None else foreign
            if known is None:
                return Subject(self._cell, program)
            fresh = known.outcome.text == program.text
            return Subject(self._cell, program, known.outcome.facts, fresh, known.before)

        return facts_about(self._cell, ask, near.get)

    def needing_ways(self, uri: str, text: str) -> dict[int, tuple[Problem, ...]]:
        """Lines whose motions collide or come too near, with these problems, once the text is
        checked."""
        known = self._known.get(uri)
        if known is None or known.outcome.text != text or known.outcome.checked is None:
            return {}
        found: dict[int, list[Problem]] = {}
        for problem in known.outcome.checked:
            if not problem.file and problem.code in CODES:
                found.setdefault(problem.line, []).append(problem)
        program = parse(text) if found else None
        return {
            line: tuple(problems)
            for line, problems in found.items()
            if program is not None and needs_a_way(program, line, {p.code for p in problems})
        }

    async def find_way(
        self, uri: str, text: str, line: int, tell: Callable[[float, str], None]
    ) -> Fix | str | None:
        """A way round for the motion in a line, or why there is none; None where the search was
        ended. tell: Called with share and text, in another thread.

        A caller that is cancelled ends the search.
        """
        known = self._known.get(uri)
        if known is None or known.outcome.text != text:
            return f"the program has changed since its last run: look again for line {line}"
        return await asyncio.wrap_future(self._checker.find_way(known.outcome.subject, line, tell))

    async def measure(self, uri: str, text: str, line: int) -> None:
        """Finds out the clearance of the motion in a line, if that does not take long."""
        known = self._known.get(uri)
        if known is None or known.outcome.text != text or line in known.near:
            return
        if known.outcome.facts.motion(line) is None:
            return
        answer = asyncio.wrap_future(self._checker.clearance(known.outcome.subject, line))
        answer.add_done_callback(lambda done: _keep(known, line, done))
        await asyncio.wait([answer], timeout=WAIT_S)


def _keep(known: Known, line: int, done: asyncio.Future[float | None]) -> None:
    if not done.cancelled() and done.exception() is None and done.result() is not None:
        known.near[line] = done.result()


def stands_alone(program: Program) -> bool:
    """Whether a file can be run by itself: its first program needs nothing from a caller."""
    return bool(program.routines) and not program.routines[0].parameters


def moved_problems(
    problems: Sequence[Problem],
    old: Sequence[str],
    new: Sequence[str],
    elsewhere: Collection[str] = (),
) -> list[Problem]:
    """The problems of an old text whose lines are in the new one too, at their place there.

    A problem of a called file stands in the first line, unless it is told elsewhere.
    """
    if not problems:
        return []
    moved = moved_lines(old, new)
    here = (p for p in problems if not p.file or p.file not in elsewhere)
    there = ((moved(p.line) if not p.file else 1, p) for p in here)
    return [replace(problem, line=line) for line, problem in there if line is not None]


def moved_lines(old: Sequence[str], new: Sequence[str]) -> Callable[[int], int | None]:
    """From a line of an old text to the same line of a new one, None where it has changed."""
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    left = shorter - first
    last = next((i for i in range(left) if old[-1 - i] != new[-1 - i]), left)

    def moved(line: int) -> int | None:
        if line <= first:
            return line
        return line + len(new) - len(old) if line > len(old) - last else None

    return moved
