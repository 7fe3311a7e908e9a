"""Parts of a text that were translated lately, so that an edit translates only those it changes.

What a part comes to depends on its lines, on the state in which the translator comes to it, and on
what holds in the whole text (its environment). All three are the key under which a part is kept.
What it asked the ledgers of the whole text is asked again and must have the same answers.

Parts in a row are kept as a run in the same way: a keystroke looks up some thirty runs, and the
parts of the one run that it changes, not all four hundred parts of 10,000 lines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from language.foreign.draft import Draft, Passage
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.states import Cell, State, state_of
from language.foreign.recent import Recent
from language.rows.kept_cuts import KeptCuts, Rows

# Lines of a part on average, and at most.
AVERAGE, LONGEST = 12, 48
MOST_KEPT = 8192
# Parts of a run on average, and at most.
RUN_AVERAGE, RUN_LONGEST = 20, 80
MOST_RUNS = 512


@dataclass(frozen=True, eq=False)
class Part:
    """What some lines came to: those of a part, or of a run of parts.

    first: The number of the first one. answers: Those of each ledger that was asked, with its index
    among the ledgers. after: The state behind the lines.
    """

    first: int
    passage: Passage
    answers: tuple[tuple[int, Any], ...]
    after: State


class Lines(NamedTuple):
    """Lines to be translated. first: The number of the first one. content: All that is read of
    them, and of lines around them. size: How many they are. read: Translates them."""

    first: int
    content: Hashable
    size: int
    read: Callable[[], None]


_memory, _runs = Recent[Part](MOST_KEPT), Recent[Part](MOST_RUNS)
_states = Recent[State](MOST_KEPT)
_cuts = KeptCuts[Rows](AVERAGE, LONGEST, tuple)


def forget() -> None:
    """Forgets all parts."""
    _memory.clear()
    _runs.clear()
    _states.clear()
    _cuts.forget()


def one_state(*values: Hashable) -> State:
    """A state of values, the same object for equal ones: such objects are compared at once."""
    state = State(values)
    known = _states.get(state)
    if known is None:
        _states.put(state, state)
    return known or state


def ends_of(lines: Sequence[str]) -> tuple[int, ...]:
    """The indices behind the lines with which parts end; the last one is that behind all lines."""
    return _cuts.cut(tuple(lines)).ends


def cut(lines: Sequence[str]) -> tuple[Rows, ...]:
    """Lines in parts."""
    return _cuts.cut(tuple(lines)).parts


def translate(
    environment: State,
    parts: Iterable[Lines],
    draft: Draft,
    ledgers: Sequence[Ledger],
    cells: Sequence[Cell],
) -> None:
    """Translates parts one after the other into a draft, or takes them from before.

    ledgers: What parts ask and note. cells: All else that changes from line to line, the draft
    left out.
    """
    work = _Translation(environment, draft, ledgers, cells)
    for run in runs_of(parts):
        work.take_run(run)
    work.put_back()


def runs_of(parts: Iterable[Lines]) -> Iterator[list[Lines]]:
    """Parts in runs. The content of a part decides whether it ends one, as lines do for parts: a
    part that is put in or taken out moves no other run."""
    run = list[Lines]()
    for part in parts:
        run.append(part)
        if len(run) == RUN_LONGEST or not hash(part.content) % RUN_AVERAGE:
            yield run
            run = []
    if run:
        yield run


class _Translation:
    """A text while its parts are translated, or taken from before.

    The values of the cells are those of the state only while lines are read: a part that is taken
    from before gives its state alone.
    """

    def __init__(
        self, environment: State, draft: Draft, ledgers: Sequence[Ledger], cells: Sequence[Cell]
    ) -> None:
        self._environment, self._draft = environment, draft
        self._ledgers, self._cells = ledgers, cells
        self._state, self._is_put_back = state_of(cells), True

    def put_back(self) -> None:
        """Gives the cells the values of the present state."""
        if not self._is_put_back:
            self._state.put_back(self._cells)
            self._is_put_back = True

    def take_run(self, run: Sequence[Lines]) -> None:
        """Takes parts that follow each other."""
        if len(run) == 1:
            self._take_part(run[0])
            return
        first, size = run[0].first, sum(each.size for each in run)
        # Other lines may stand between two parts: those of a routine between data of a module.
        content = tuple([(each.content, each.first - first) for each in run])
        self._take(Lines(first, content, size, partial(self._read_run, run)), _runs)

    def _read_run(self, run: Sequence[Lines]) -> None:
        for each in run:
            self._take_part(each)

    def _take_part(self, lines: Lines) -> None:
        read = partial(self._read_part, lines)
        self._take(Lines(lines.first, lines.content, lines.size, read), _memory)

    def _read_part(self, lines: Lines) -> None:
        self.put_back()
        lines.read()
        self._draft.lines_read += lines.size
        self._state = state_of(self._cells)

    def _take(self, lines: Lines, memory: Recent[Part]) -> None:
        """Adds what lines came to before; reads them where nothing is kept that still holds."""
        draft, ledgers = self._draft, self._ledgers
        key = (self._environment, lines.content, self._state, draft.ends_with_text)
        part = _kept(memory, key, lines.first)
        if part is not None and _is_repeated(part, ledgers):
            draft.add(part.passage)
            self._state, self._is_put_back = part.after, False
            return
        marks = [ledger.mark() for ledger in ledgers]
        passage = draft.passage(lines.read)
        told = (each.since(mark) for each, mark in zip(ledgers, marks, strict=True))
        answers = tuple((at, each) for at, each in enumerate(told) if each)
        memory.put(key, Part(lines.first, passage, answers, self._state))


def _is_repeated(part: Part, ledgers: Sequence[Ledger]) -> bool:
    """Asks again what a part asked; where an answer is another, nothing was asked."""
    done = []
    for at, answers in part.answers:
        ledger = ledgers[at]
        done.append((ledger, ledger.mark()))
        if not ledger.repeat(answers):
            for each, mark in done:
                each.back_to(mark)
            return False
    return True


def _kept(memory: Recent[Part], key: Hashable, first: int) -> Part | None:
    """The part of a key, moved to begin at a line; None where there is none."""
    part = memory.get(key)
    if part is None or part.first == first:
        return part
    if part.passage.is_numbered:
        return None
    moved = Part(first, part.passage.moved(first - part.first), part.answers, part.after)
    memory.put(key, moved)
    return moved
