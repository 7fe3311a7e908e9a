"""A URScript program in stretches of whole statements: an edit reads only that which it changes.

Rows are looked at once for each text of them: whether they open blocks or functions, or close some.
A stretch ends behind rows that their content decides, also inside of blocks: so a block that loses
its end leaves what stands behind it as it was. A loop that only waits is not parted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from language.foreign.kept.groups import PARTS
from language.foreign.kept.parts import AVERAGE, LONGEST
from language.foreign.recent import Recent
from language.rows.cuts import ends_of
from language.rows.kept_cuts import KeptCuts, Rows
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
from scenes.makers.urscript.grammar.script_statements import (
    Group,
    PlacedGroup,
    Routine,
    Source,
    Statement,
    Stretch,
)
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
    _cuts.forget()
    for kept in (_piece, _taken_of, _single, _kind_of, _rise_of):
        kept.cache_clear()


def read_script(text: str) -> Routine:
    """The statements of a program outside of its functions, these among them."""
    rows = rows_of(text)
    try:
        return _Cutter(rows).read()
    except _TooDeepError:
        statements = statements_of(rows)
        top = _program()
        alone = Stretch(0, rows, statements, is_alone=True)
        top.groups.append(PlacedGroup(Group((alone,)), 0))
        top.body += statements
        return top


def _program() -> Routine:
    return Routine(Source(1), "def", PROGRAM)


class _Rise(NamedTuple):
    """Blocks that rows open and do not close: behind all of them, and at least and at most."""

    whole: int
    least: int
    most: int


@dataclass(frozen=True, eq=False)
class _Piece:
    """Some rows of a text. ends: The indices behind the parts of them that may be stretches."""

    rows: Rows
    ends: tuple[int, ...]


@lru_cache(maxsize=512)
def _piece(rows: Rows) -> _Piece:
    return _Piece(rows, tuple(ends_of(rows, AVERAGE, LONGEST)))


_cuts = KeptCuts[_Piece](PARTS * AVERAGE, PARTS * LONGEST, _piece)


def pieces_in(rows: Rows) -> Sequence[_Piece]:
    """Rows in pieces."""
    return _cuts.cut(rows).parts


class _Taken(NamedTuple):
    """A group with the number of parts of a piece that it takes. depth: Number of blocks of the
    function that are open behind it; deepest: The most that are open in it."""

    group: Group
    parts: int
    depth: int
    deepest: int


@lru_cache(maxsize=2048)
def _taken_of(piece: _Piece, at: int, depth: int) -> _Taken | None:
    """The stretches of a piece up to the first row that does more than open and close blocks.

    at: The index of the part with which the first one begins. depth: Number of blocks of the
    function that are open in front of it. None where no stretch ends in front of such a row.
    """
    stretches, found = list[Stretch](), None
    begin = start = piece.ends[at - 1] if at else 0
    above = here = deepest = depth
    for parts, end in enumerate(piece.ends[at:], start=1):
        rise = _rise_of(piece.rows[begin:end])
        if rise is None or here + rise.least < 0:
            break
        here, deepest, begin = here + rise.whole, max(deepest, here + rise.most), end
        if not here or not _may_only_wait(piece.rows, start, end):
            rows = piece.rows[start:end]
            stretches.append(Stretch(start, rows, _kept(rows), depth=above))
            start, above, found = end, here, (parts, here, deepest)
    return None if found is None else _Taken(Group(tuple(stretches)), *found)


def _may_only_wait(rows: Rows, start: int, end: int, many_end: int = 0) -> bool:
    """Whether a loop that is open in front of an index may be one that only passes time.

    start: The index of the first row of the stretch. many_end: That behind the last code that takes
    more than a plain row.
    """
    for at in range(end - 1, start - 1, -1):
        kind = MANY if at < many_end else _kind_of(rows[at])
        if kind != WAITS:
            return kind in (OPENS, MANY)
    return False


class _TooDeepError(Exception):
    """Blocks are nested so deeply, or closed in such a way, that the text is read as a whole."""


class _Cutter:
    """Puts stretches into the functions that are open."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._open = [_program()]
        self._start = 0  # the index of the first row of the present stretch
        self._at = 0  # the index of the row that is looked at next
        self._depth = self._start_depth = 0  # blocks that are open here, and in front of it
        self._is_alone = False
        self._many_end = 0  # the index behind the last code that takes more than a plain row

    def read(self) -> Routine:
        first = 0
        for piece in pieces_in(self._rows):
            self._take(piece, first)
            first += len(piece.rows)
        self._flush(len(self._rows))
        return self._open[0]

    def _take(self, piece: _Piece, first: int) -> None:
        """Takes the rows of a piece. first: The index of the first one."""
        part, at = 0, first
        while part < len(piece.ends):
            taken = _taken_of(piece, part, self._depth) if at == self._start else None
            if taken is None:
                self._part(first + piece.ends[part])
                part += 1
            else:
                if len(self._open) + taken.deepest >= MOST_BLOCKS:
                    raise _TooDeepError
                self._put(taken.group, first)
                part += taken.parts
                self._start = self._at = first + piece.ends[part - 1]
                self._depth = self._start_depth = taken.depth
            at = first + piece.ends[part - 1]

    def _part(self, end: int) -> None:
        """Looks at rows up to an index, behind which a stretch ends if it may."""
        if end > self._at:
            self._at = self._block(self._at, end)
            if not self._depth or not (self._is_alone or self._may_only_wait(self._at)):
                self._flush(self._at)

    def _may_only_wait(self, end: int) -> bool:
        return _may_only_wait(self._rows, self._start, end, self._many_end)

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
            self._put(Group((Stretch(0, self._rows[at:end], routines, is_alone=True),)), 0)
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
            rows = self._rows[self._start : end]
            if self._is_alone:
                alone = statements_of(rows, self._start)
                stretch = Stretch(0, rows, alone, is_alone=True, depth=self._start_depth)
                self._put(Group((stretch,)), 0)
            else:
                self._put(_single(rows, self._start_depth), self._start)
        self._start, self._start_depth, self._is_alone = end, self._depth, False

    def _put(self, group: Group, above: int) -> None:
        self._open[-1].groups.append(PlacedGroup(group, above))
        self._open[-1].body += group.statements


@lru_cache(maxsize=MOST_KEPT)
def _single(rows: Rows, depth: int) -> Group:
    """A group of one stretch."""
    return Group((Stretch(0, rows, _kept(rows), depth=depth),))


def _kept(rows: Rows) -> list[Statement]:
    """The statements of rows, the same objects for the same rows."""
    found = _memory.get(rows)
    if found is None:
        found = statements_of(rows)
        _memory.put(rows, found)
    return found


@lru_cache(maxsize=MOST_KEPT)
def _rise_of(rows: Rows) -> _Rise | None:
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
