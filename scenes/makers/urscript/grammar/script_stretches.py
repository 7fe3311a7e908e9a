"""A URScript program in stretches of whole statements: an edit reads only that which it changes.

Rows are looked at once for each text of them: whether they open blocks or functions, or close some.
A stretch ends behind rows that their content decides, also inside of blocks: so a block that loses
its end leaves what stands behind it as it was. A loop that only waits is not parted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from language.foreign.kept.parts import ends_of
from language.foreign.recent import Recent
from language.rows.kept_rows import rows_of
from scenes.makers.urscript.grammar.script_parser import (
    HEADS,
    MOST_BLOCKS,
    WAITING,
    is_torn_head,
    pieces_of,
    source_of,
    statements_of,
)
from scenes.makers.urscript.grammar.script_statements import Routine, Source, Statement, Stretch
from scenes.makers.urscript.grammar.script_tokens import (
    BRACKETS,
    GOES_ON,
    OPENING,
    CodeLine,
    Token,
    code_lines,
    tokens_of,
)

PROGRAM = "main program"  # the name of statements outside of functions; no function has a blank
MOST_KEPT, MOST_ROWS = 4096, 1 << 16
# What a row does: several pieces of code may stand in it, and it may go on in the next one.
PLAIN, OPENS, CLOSES, FUNCTION, MANY, WAITS = range(6)  # WAITS: only time passes, if anything
_WORDS = {"if": OPENS, "while": OPENS, "def": FUNCTION, "thread": FUNCTION}
_WORDS |= dict.fromkeys(WAITING, WAITS)
_memory = Recent[list[Statement]](MOST_KEPT)


def forget() -> None:
    """Forgets all statements and rows."""
    _memory.clear()
    _kind_of.cache_clear()
    _rise_of.cache_clear()


def read_script(text: str) -> Routine:
    """The statements of a program outside of its functions, these among them."""
    rows = rows_of(text)
    try:
        return _Cutter(rows).read()
    except _TooDeepError:
        statements = statements_of(rows)
        top = _program()
        top.stretches.append(Stretch(0, tuple(rows), statements, is_alone=True))
        top.body += statements
        return top


def _program() -> Routine:
    return Routine(Source(1), "def", PROGRAM)


class _Rise(NamedTuple):
    """Blocks that rows open and do not close: behind all of them, and at least and at most."""

    whole: int
    least: int
    most: int


class _TooDeepError(Exception):
    """Blocks are nested so deeply, or closed in such a way, that the text is read as a whole."""


class _Cutter:
    """Puts stretches into the functions that are open."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self._rows = rows
        self._open = [_program()]
        self._start = 0  # the index of the first row of the present stretch
        self._depth = self._start_depth = 0  # blocks that are open here, and in front of it
        self._is_alone = False
        self._many_end = 0  # the index behind the last code that takes more than a plain row

    def read(self) -> Routine:
        at = 0
        for end in ends_of(self._rows):
            if end > at:
                at = self._block(at, end)
                if not self._depth or not (self._is_alone or self._may_only_wait(at)):
                    self._flush(at)
        self._flush(len(self._rows))
        return self._open[0]

    def _may_only_wait(self, end: int) -> bool:
        """Whether a loop that is open in front of an index may be one that only passes time."""
        for at in range(end - 1, self._start - 1, -1):
            kind = MANY if at < self._many_end else _kind_of(self._rows[at])
            if kind != WAITS:
                return kind in (OPENS, MANY)
        return False

    def _block(self, at: int, end: int) -> int:
        """Looks at rows from one index to another one; the index behind the code of the last."""
        rise = _rise_of(self._rows[at:end])
        if rise is not None and self._depth + rise.least >= 0:
            if len(self._open) + self._depth + rise.most >= MOST_BLOCKS:
                raise _TooDeepError
            self._depth += rise.whole
            return end
        while at < end:
            kind = _kind_of(self._rows[at])
            at = at + 1 if kind in (PLAIN, WAITS) else self._taken(at, kind)
        return at

    def _taken(self, at: int, kind: int) -> int:
        """Notes what a row does that is not plain; the index behind its code."""
        if kind == MANY:
            behind = (self._rows[each] for each in range(at, len(self._rows)))
            return self._many(at, next(code_lines(behind, at)))
        if len(self._open) + self._depth >= MOST_BLOCKS:
            raise _TooDeepError
        self._one(at, at + 1, kind)
        return at + 1

    def _many(self, at: int, line: CodeLine) -> int:
        """Code of several pieces, or of several rows."""
        kinds = [_kind(tokens) for tokens in pieces_of(line.tokens)]
        end = self._many_end = at + line.rows
        if len(self._open) + self._depth + len(kinds) >= MOST_BLOCKS:
            raise _TooDeepError
        if len(kinds) == 1:
            self._one(at, end, kinds[0])
            return end
        for kind in kinds:
            self._is_alone |= kind == FUNCTION
            self._depth += kind in (OPENS, FUNCTION)
            if kind == CLOSES and not self._depth and len(self._open) > 1:
                raise _TooDeepError
            self._depth -= kind == CLOSES and self._depth > 0
        return end

    def _one(self, at: int, end: int, kind: int) -> None:
        """A piece of code that takes the rows from one index to another one."""
        if kind == OPENS or (kind == FUNCTION and self._depth):
            self._depth += 1
            self._is_alone |= kind == FUNCTION
        elif kind == FUNCTION:
            self._flush(at)
            routines = statements_of(self._rows[at:end], at)
            self._put(Stretch(0, tuple(self._rows[at:end]), routines, is_alone=True))
            assert isinstance(routines[0], Routine)
            self._open.append(routines[0])
            self._start = end
        elif kind == CLOSES and self._depth:
            self._depth -= 1
        elif kind == CLOSES and len(self._open) > 1:
            self._flush(at)
            line = next(code_lines(self._rows[at:end], at))
            self._open.pop().end = source_of(line, line.tokens, line.remark)
            self._start = end

    def _flush(self, end: int) -> None:
        """Ends the present stretch in front of a row with an index."""
        if end > self._start:
            rows, above = tuple(self._rows[self._start : end]), self._start
            if self._is_alone:
                alone = statements_of(rows, above)
                self._put(Stretch(0, rows, alone, is_alone=True, depth=self._start_depth))
            else:
                self._put(Stretch(above, rows, _kept(rows), depth=self._start_depth))
        self._start, self._start_depth, self._is_alone = end, self._depth, False

    def _put(self, stretch: Stretch) -> None:
        self._open[-1].stretches.append(stretch)
        self._open[-1].body += stretch.statements


def _kept(rows: tuple[str, ...]) -> list[Statement]:
    """The statements of rows, the same objects for the same rows."""
    found = _memory.get(rows)
    if found is None:
        found = statements_of(rows)
        _memory.put(rows, found)
    return found


@lru_cache(maxsize=MOST_KEPT)
def _rise_of(rows: tuple[str, ...]) -> _Rise | None:
    """How rows open and close blocks; None where they do more than that."""
    whole = least = most = 0
    for kind in map(_kind_of, rows):
        if kind in (FUNCTION, MANY):
            return None
        whole += (kind == OPENS) - (kind == CLOSES)
        least, most = min(least, whole), max(most, whole)
    return _Rise(whole, least, most)


@lru_cache(maxsize=MOST_ROWS)
def _kind_of(row: str) -> int:
    """What a row does to blocks; MANY where more than the row itself has to be looked at."""
    if row.lstrip()[:1] == "$":
        return WAITS
    tokens, _ = tokens_of(row, 1)
    if not tokens:
        return WAITS
    brackets = [token.text for token in tokens if token.text in BRACKETS]
    opened = sum(1 if text in OPENING else -1 for text in brackets)
    if opened > 0 or tokens[-1].text in GOES_ON:
        return MANY
    kinds = {_kind(piece) for piece in pieces_of(tuple(tokens))}
    if kinds <= {PLAIN, WAITS}:
        return max(kinds) if len(kinds) == 1 else PLAIN
    return kinds.pop() if len(list(pieces_of(tuple(tokens)))) == 1 else MANY


def _kind(tokens: tuple[Token, ...]) -> int:
    """What a piece of code does to blocks."""
    word = tokens[0].text if tokens[0].kind == "word" else ""
    if word == "end":
        return CLOSES if len(tokens) == 1 else PLAIN
    if word not in HEADS and is_torn_head(tokens):
        return OPENS
    return _WORDS.get(word, PLAIN)
