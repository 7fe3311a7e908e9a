"""The text of a FANUC program: its name, and the statements of /MN in parts that are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from language.foreign.kept.groups import PARTS, pieces_between
from language.foreign.kept.parts import AVERAGE, LONGEST
from language.rows.cuts import ends_of
from language.rows.kept_cuts import KeptCuts, Rows
from language.rows.kept_rows import rows_of
from scenes.makers.fanuc.ls_points import LsPoints, points_of
from scenes.makers.fanuc.ls_trees import without_comments

SECTION = re.compile(r"\s*/(PROG|ATTR|APPL|MN|POS|END)\b[ \t]*([\w$-]*)", re.IGNORECASE)
LINE = re.compile(r"(\s*)(\d*)\s*:(.*)")
# Words of pendants in other languages.
LOCAL_WORDS: Mapping[str, str] = {"BENUTZER_NUM": "UFRAME_NUM", "WKZ_NUM": "UTOOL_NUM"}
_LOCAL = re.compile("|".join(LOCAL_WORDS))


@dataclass(frozen=True)
class LsLine:
    """A statement of /MN. code: Without its number and its end. line, rows: Where it stands in the
    text, from 1, and how many lines it takes. column, end_column: Of its first line."""

    code: str
    line: int
    column: int
    end_column: int
    rows: int = 1

    @property
    def remark(self) -> str | None:
        """The text of a remark; None for code. A line that is commented out is one too."""
        for sign in ("!", "//", "--eg:"):
            if self.code.startswith(sign):
                return self.code[len(sign) :].lstrip("!").strip()
        return None


@dataclass(frozen=True, eq=False)
class LsPart:
    """Some statements; their lines count from the first line of the part, which has `size`."""

    size: int
    lines: tuple[LsLine, ...]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The statements without remarks and without the comments in their brackets."""
        return tuple(without_comments(line.code) for line in self.lines if line.remark is None)


class Placed(NamedTuple):
    """A part and the number of lines above it."""

    part: LsPart
    above: int


@dataclass(frozen=True, eq=False)
class LsGroup:
    """Parts that follow each other; their lines count from the first line of the group.

    size: Its number of lines. What is asked of all parts of a program is kept for each group.
    """

    size: int
    parts: tuple[Placed, ...]


class PlacedGroup(NamedTuple):
    """A group and the number of lines above it."""

    group: LsGroup
    above: int


@dataclass(frozen=True)
class LsProgram:
    """A program as its file holds it. first: Line of /MN, from 1; 0 where it is missing."""

    name: str
    groups: tuple[PlacedGroup, ...]
    points: LsPoints
    first: int
    is_ended: bool

    @property
    def lines(self) -> Iterator[LsLine]:
        """Its statements, with their lines in the text."""
        for group, first in self.groups:
            for part, above in group.parts:
                yield from (replace(line, line=first + above + line.line) for line in part.lines)

    @property
    def upwards(self) -> Iterator[LsLine]:
        """The same, the last one first."""
        for group, first in reversed(self.groups):
            for part, above in reversed(group.parts):
                for line in reversed(part.lines):
                    yield replace(line, line=first + above + line.line)

    @property
    def last_code(self) -> LsLine | None:
        """Its last statement that is no remark."""
        return next((line for line in self.upwards if line.remark is None and line.code), None)


class _Head(NamedTuple):
    """The row in which a section begins. at: Its index. word: What stands behind its name."""

    at: int
    section: str
    word: str


@dataclass(frozen=True, eq=False)
class _Piece:
    """Some rows of a text, whatever section they stand in.

    heads: Those among them, with indices from the first row of the piece. is_whole: Whether no
    statement goes on behind them.
    """

    rows: Rows
    heads: tuple[_Head, ...]
    is_whole: bool

    @cached_property
    def group(self) -> LsGroup:
        """Their statements; none goes on from one part in the next one."""
        rows, parts, start = self.rows, list[Placed](), 0
        for end in ends_of(rows, AVERAGE, LONGEST):
            if end == len(rows) or _ends_statement(rows[end - 1]):
                parts.append(Placed(_part(rows[start:end]), start))
                start = end
        return LsGroup(len(rows), tuple(parts))


@lru_cache(maxsize=512)
def _piece(rows: Rows) -> _Piece:
    found = ((at, SECTION.match(row)) for at, row in enumerate(rows) if "/" in row)
    heads = (_Head(at, head[1].upper(), head[2]) for at, head in found if head is not None)
    return _Piece(rows, tuple(heads), _ends_statement(rows[-1]))


def _ends_statement(row: str) -> bool:
    """Whether no statement goes on behind a row."""
    return row.rstrip().endswith(";") and LINE.match(row) is not None


_cuts = KeptCuts[_Piece](PARTS * AVERAGE, PARTS * LONGEST, _piece)


def forget() -> None:
    """Forgets all texts and what was made of them."""
    _cuts.forget()
    _piece.cache_clear()
    _part.cache_clear()


def ls_program(text: str) -> LsProgram:
    """The parts of a program. What stands outside of /MN and /POS says nothing of motions."""
    cut = _cuts.cut(rows_of(text))
    pairs = zip(cut.parts, cut.ends, strict=True)
    placed = ((piece, end - len(piece.rows)) for piece, end in pairs)
    heads = [head._replace(at=above + head.at) for piece, above in placed for head in piece.heads]
    name, first, ended = "", 0, False
    groups, points = list[PlacedGroup](), LsPoints()
    stops = [*(head.at for head in heads[1:]), len(cut.rows)]
    for (at, section, word), end in zip(heads, stops, strict=False):
        name = word if section == "PROG" else name
        first = at + 1 if section == "MN" and not first else first
        ended = ended or section == "END"
        if section == "MN":
            groups += _groups(pieces_between(cut, at + 1, end, _piece), at + 1)
        elif section == "POS":
            found = points_of(cut.rows[at + 1 : end], at + 2)
            points = LsPoints(points | found) if points else found
    return LsProgram(name, tuple(groups), points, first, ended)


def _groups(pieces: Iterable[_Piece], above: int) -> Iterator[PlacedGroup]:
    """The statements of pieces: none goes on in the next group. above: Lines above all of them."""
    torn = list[str]()  # rows whose last statement goes on in the next piece
    for piece in pieces:
        if torn or not piece.is_whole:
            torn += piece.rows
            if not piece.is_whole:
                continue
        group = _piece(tuple(torn)).group if torn else piece.group
        yield PlacedGroup(group, above)
        above += group.size
        torn.clear()
    if torn:
        yield PlacedGroup(_piece(tuple(torn)).group, above)


@lru_cache(maxsize=4096)
def _part(rows: Rows) -> LsPart:
    return LsPart(len(rows), tuple(_lines(list(enumerate(rows, start=1)))))


def _lines(rows: list[tuple[int, str]]) -> Iterator[LsLine]:
    """The statements; one whose end (;) is missing goes on in the next line without a number."""
    open_: LsLine | None = None
    for number, row in rows:
        found = LINE.fullmatch(row.rstrip())
        if found is None:
            if row.strip() and open_ is not None:
                open_ = _joined(open_, row.strip(), number)
            continue
        text = found[3].rstrip()
        if open_ is not None and not found[2]:
            open_ = _joined(open_, text, number)
        else:
            if open_ is not None:
                yield open_
            start = found.start(3) + len(text) - len(text.lstrip())
            plain = _LOCAL.sub(lambda word: LOCAL_WORDS[word[0]], text.strip())
            open_ = LsLine(plain, number, start + 1, found.start(3) + len(text) + 1)
        if open_.code.endswith(";"):
            yield _closed(open_)
            open_ = None
    if open_ is not None:
        yield _closed(open_)


def _joined(line: LsLine, text: str, number: int) -> LsLine:
    code = f"{line.code} {text.strip()}"
    return LsLine(code, line.line, line.column, line.end_column, number - line.line + 1)


def _closed(line: LsLine) -> LsLine:
    """A statement without its end."""
    code = line.code.removesuffix(";").rstrip()
    return LsLine(code, line.line, line.column, line.end_column, line.rows)
