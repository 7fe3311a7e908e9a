"""Parts of a text that were translated lately, so that an edit translates only those it changes.

What a part comes to depends on its lines, on the state in which the translator comes to it, and on
what holds in the whole text (its environment). All three are the key under which a part is kept.
What it asked the ledgers of the whole text is asked again and must have the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from language.foreign.draft import Draft, Passage
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.states import Cell, State, state_of
from language.foreign.recent import Recent
from language.rows.kept_cuts import KeptCuts, Rows

# Lines of a part on average, and at most.
AVERAGE, LONGEST = 24, 96
MOST_KEPT = 8192


@dataclass(frozen=True, eq=False)
class Part:
    """What some lines came to.

    first: The number of the first one. answers: Those of each ledger that was asked, with its index
    among the ledgers. after: The state behind the lines.
    """

    first: int
    passage: Passage
    answers: tuple[tuple[int, Any], ...]
    after: State


@dataclass(frozen=True)
class Lines:
    """Lines to be translated. first: The number of the first one. content: All that is read of
    them, and of lines around them. size: How many they are. read: Translates them."""

    first: int
    content: Hashable
    size: int
    read: Callable[[], None]


_memory = Recent[Part](MOST_KEPT)
_states = Recent[State](MOST_KEPT)
_cuts = KeptCuts[Rows](AVERAGE, LONGEST, tuple)


def forget() -> None:
    """Forgets all parts."""
    _memory.clear()
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
    state, is_put_back = state_of(cells), True
    for lines in parts:
        key = (environment, lines.content, state, draft.ends_with_text)
        part = _kept(key, lines.first)
        if part is not None and _is_repeated(part, ledgers):
            draft.add(part.passage)
            state, is_put_back = part.after, False
            continue
        if not is_put_back:
            state.put_back(cells)
        marks = [ledger.mark() for ledger in ledgers]
        passage = draft.passage(lines.read)
        draft.lines_read += lines.size
        state, is_put_back = state_of(cells), True
        told = (each.since(mark) for each, mark in zip(ledgers, marks, strict=True))
        answers = tuple((at, each) for at, each in enumerate(told) if each)
        _memory.put(key, Part(lines.first, passage, answers, state))
    if not is_put_back:
        state.put_back(cells)


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


def _kept(key: Hashable, first: int) -> Part | None:
    """The part of a key, moved to begin at a line; None where there is none."""
    part = _memory.get(key)
    if part is None or part.first == first:
        return part
    if part.passage.is_numbered:
        return None
    moved = Part(first, part.passage.moved(first - part.first), part.answers, part.after)
    _memory.put(key, moved)
    return moved
