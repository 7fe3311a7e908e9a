"""The text of a job: its name, and its instructions in parts that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from language.foreign.kept.groups import PARTS, pieces_between
from language.foreign.kept.parts import AVERAGE, LONGEST
from language.rows.cuts import ends_of
from language.rows.kept_cuts import KeptCuts, Rows
from language.rows.kept_rows import rows_of
from scenes.makers.yaskawa.jbi_positions import JbiFront, JbiPositions, front_of, head_of


@dataclass(frozen=True)
class JbiLine:
    """An instruction. line, column, end_column: Where it stands, from 1."""

    code: str
    line: int
    column: int
    end_column: int

    @property
    def remark(self) -> str | None:
        """The text of a remark; None for code. A line that is commented out is one too."""
        for sign in ("'", "//"):
            if self.code.startswith(sign):
                return self.code[len(sign) :].strip()
        return None


@dataclass(frozen=True, eq=False)
class JbiPart:
    """Some instructions; their lines count from the first line of the part."""

    rows: tuple[str, ...]
    lines: tuple[JbiLine, ...]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The instructions without remarks."""
        return tuple(line.code for line in self.lines if line.remark is None)


class Placed(NamedTuple):
    """A part and the number of lines above it."""

    part: JbiPart
    above: int


@dataclass(frozen=True, eq=False)
class JbiGroup:
    """Parts that follow each other; their lines count from the first line of the group.

    size: Its number of lines. name: A name of the job that stands in it, or "". is_last: Whether
    another job follows. What is asked of all parts of a job is kept for each group.
    """

    size: int
    parts: tuple[Placed, ...]
    name: str = ""
    is_last: bool = False


class PlacedGroup(NamedTuple):
    """A group and the number of lines above it."""

    group: JbiGroup
    above: int


@dataclass
class JbiJob:
    """A job as its file holds it.

    groups: Its instructions. front: What stands before them. first: Line of //INST, 0 where it is
    missing.
    """

    name: str = ""
    groups: list[PlacedGroup] = field(default_factory=list)
    front: JbiFront = field(default_factory=JbiFront)
    first: int = 0

    @property
    def points(self) -> JbiPositions:
        """Its positions (C) by number."""
        return self.front.points

    @property
    def variables(self) -> JbiPositions:
        """Its position variables (P) by number."""
        return self.front.variables

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """Positions that are not understood, with their lines."""
        return self.front.faults

    @property
    def lines(self) -> Iterator[JbiLine]:
        """Its instructions, with their lines in the text."""
        for group, first in self.groups:
            for part, above in group.parts:
                yield from (replace(line, line=first + above + line.line) for line in part.lines)

    @property
    def upwards(self) -> Iterator[JbiLine]:
        """The same, the last one first."""
        for group, first in reversed(self.groups):
            for part, above in reversed(group.parts):
                for line in reversed(part.lines):
                    yield replace(line, line=first + above + line.line)

    @property
    def last(self) -> JbiLine | None:
        """Its last instruction or remark, with its line in the text."""
        return next(self.upwards, None)

    @property
    def is_ended(self) -> bool:
        """Whether END is its last instruction."""
        code = next((line.code for line in self.upwards if line.remark is None), "")
        return code.upper() == "END"


@dataclass(frozen=True, eq=False)
class _Piece:
    """Some rows of a text, in front of the instructions or among them.

    inst: The index of the first //INST among them; None without one.
    """

    rows: Rows
    inst: int | None

    @cached_property
    def group(self) -> JbiGroup:
        """Their instructions."""
        parts, start, name = list[Placed](), 0, ""
        for end in ends_of(self.rows, AVERAGE, LONGEST):
            part, part_name, is_last = _part(self.rows[start:end])
            parts.append(Placed(part, start))
            name, start = name or part_name, end
            if is_last:
                return JbiGroup(end, tuple(parts), name, is_last=True)
        return JbiGroup(len(self.rows), tuple(parts), name)


@lru_cache(maxsize=512)
def _piece(rows: Rows) -> _Piece:
    heads = (at for at, row in enumerate(rows) if "INST" in row.upper() and _is_inst(row))
    return _Piece(rows, next(heads, None))


_cuts = KeptCuts[_Piece](PARTS * AVERAGE, PARTS * LONGEST, _piece)


def forget() -> None:
    """Forgets all texts and what was made of them."""
    _cuts.forget()
    _piece.cache_clear()
    _part.cache_clear()


def jbi_job(text: str) -> JbiJob:
    """The parts of a job; a second one in the file is left out."""
    cut = _cuts.cut(rows_of(text))
    pairs = zip(cut.parts, cut.ends, strict=True)
    heads = (end - len(piece.rows) + piece.inst for piece, end in pairs if piece.inst is not None)
    above = next(heads, -1) + 1
    front = front_of(cut.rows[:above] if above else cut.rows)
    job = JbiJob(front.name, front=front, first=above)
    for piece in pieces_between(cut, above, len(cut.rows), _piece) if above else ():
        group = piece.group
        job.name = job.name or group.name
        job.groups.append(PlacedGroup(group, above))
        above += group.size
        if group.is_last:
            break
    return job


def _is_inst(row: str) -> bool:
    return head_of(row)[1] == "INST"


@lru_cache(maxsize=4096)
def _part(rows: tuple[str, ...]) -> tuple[JbiPart, str, bool]:
    """The instructions of rows, a name of the job among them, and whether another job follows."""
    lines, job_name = list[JbiLine](), ""
    for number, row in enumerate(rows, start=1):
        if not row.lstrip().startswith("/"):
            lines += _line(number, row)
            continue
        marks, key, value = head_of(row)
        if marks == "/" and key == "JOB":
            return JbiPart(rows, tuple(lines)), job_name, True
        if marks == "//":  # an instruction that is commented out
            lines += _line(number, f"//{key} {value}")
        elif key == "NAME":
            job_name = job_name or value
    return JbiPart(rows, tuple(lines)), job_name, False


def _line(number: int, row: str) -> list[JbiLine]:
    code = row.strip()
    column = row.index(code[0]) + 1 if code else 1
    return [JbiLine(code, number, column, column + len(code))] if code else []
