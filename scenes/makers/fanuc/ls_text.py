"""The text of a FANUC program: its name, the statements of /MN and the points of /POS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from language.foreign.kept.parts import ends_of
from language.foreign.kept.states import State
from language.rows.kept_rows import rows_of
from scenes.makers.fanuc.ls_trees import without_comments

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
SECTION = re.compile(r"\s*/(PROG|ATTR|APPL|MN|POS|END)\b[ \t]*([\w$-]*)", re.IGNORECASE)
LINE = re.compile(r"(\s*)(\d*)\s*:(.*)")
POINT = re.compile(r'\s*P\s*\[\s*(\d+)\s*(?::\s*"?([^"\]]*)"?)?\s*\]\s*\{?', re.IGNORECASE)
GROUP = re.compile(r"\s*GP(\d+)\s*:?\s*", re.IGNORECASE)
FRAMES = re.compile(r"\s*UF\s*:\s*(\w+)\s*,\s*UT\s*:\s*(\w+)", re.IGNORECASE)
CONFIG = re.compile(r"CONFIG\s*:\s*'([^']*)'", re.IGNORECASE)
VALUE = re.compile(rf"\b(J\d|E\d|[XYZWPR])\s*=\s*({NUMBER}|\*+)", re.IGNORECASE)
POINTS_KEPT = 6  # points that are read together, on average
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


@dataclass
class LsPoint:
    """A point of /POS: its place in each group of axes.

    values: X to R (mm, degrees) or J1 to J6 (degrees or mm) of group 1, as far as they are taught.
    frame, tool: Numbers of its user frame and tool; None for those that are active. others: Whether
    other groups or external axes have a place in it.
    """

    number: int
    name: str
    line: int
    values: dict[str, float] = field(default_factory=dict)
    config: str = ""
    frame: int | None = None
    tool: int | None = None
    others: bool = False

    @property
    def is_joints(self) -> bool:
        """Whether it is given by joint values."""
        return "J1" in self.values

    @cached_property
    def worth(self) -> State:
        """All that motions to it depend on, to be compared."""
        values = tuple(self.values.items())
        return State((values, self.config, self.frame, self.tool, self.others))

    @cached_property
    def words(self) -> str:
        """Where it stands in the text and its values there, mm and degrees."""
        values = ", ".join(f"{key} {value:.9g}" for key, value in self.values.items())
        frames = "".join(
            f", {kind} {'in use' if number is None else number}"
            for kind, number in (("user frame", self.frame), ("tool", self.tool))
        )
        posture = f", '{self.config}'" if self.config else ""
        return f"line {self.line}: {values or 'not taught'}{posture}{frames}"


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


@dataclass(frozen=True)
class LsProgram:
    """A program as its file holds it. first: Line of /MN, from 1; 0 where it is missing."""

    name: str
    parts: tuple[Placed, ...]
    points: Mapping[int, LsPoint]
    first: int
    is_ended: bool

    @property
    def lines(self) -> Iterator[LsLine]:
        """Its statements, with their lines in the text."""
        for part, above in self.parts:
            yield from (replace(line, line=above + line.line) for line in part.lines)

    @property
    def last_code(self) -> LsLine | None:
        """Its last statement that is no remark."""
        for part, above in reversed(self.parts):
            for line in reversed(part.lines):
                if line.remark is None and line.code:
                    return replace(line, line=above + line.line)
        return None


def ls_program(text: str) -> LsProgram:
    """The parts of a program. What stands outside of /MN and /POS says nothing of motions."""
    rows = rows_of(text)
    found = ((at, SECTION.match(row)) for at, row in enumerate(rows) if "/" in row)
    heads = [(at, head[1].upper(), head[2]) for at, head in found if head is not None]
    name, first, ended = "", 0, False
    parts, points = list[Placed](), dict[int, LsPoint]()
    stops = [*(at for at, _, _ in heads[1:]), len(rows)]
    for (at, section, word), end in zip(heads, stops, strict=False):
        name = word if section == "PROG" else name
        first = at + 1 if section == "MN" and not first else first
        ended = ended or section == "END"
        above = at + 1
        for inside in _cut(rows[at + 1 : end], section):
            if section == "MN":
                parts.append(Placed(_part(inside), above))
            elif section == "POS":
                points |= _points(inside, above + 1)
            above += len(inside)
    return LsProgram(name, tuple(parts), points, first, ended)


def _cut(rows: Sequence[str], section: str) -> Iterator[tuple[str, ...]]:
    """The rows of a section in parts: no statement and no point goes on in the next one."""
    if section == "MN":
        ends = [at for at in ends_of(rows) if _ends_statement(rows[at - 1])]
    else:
        heads = (at for at, row in enumerate(rows) if "{" in row and not hash(row) % POINTS_KEPT)
        ends = [at for at in heads if POINT.match(rows[at])]
    start = 0
    for end in (*ends, len(rows)):
        if end > start:
            yield tuple(rows[start:end])
            start = end


def _ends_statement(row: str) -> bool:
    """Whether no statement goes on behind a row."""
    return row.rstrip().endswith(";") and LINE.match(row) is not None


@lru_cache(maxsize=4096)
def _part(rows: tuple[str, ...]) -> LsPart:
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


@lru_cache(maxsize=2048)
def _points(rows: tuple[str, ...], first: int) -> Mapping[int, LsPoint]:
    """The points of rows. first: The number of the first row."""
    found = dict[int, LsPoint]()
    point: LsPoint | None = None
    group = 1
    for number, row in enumerate(rows, start=first):
        head = POINT.match(row)
        if head is not None:
            point = LsPoint(int(head[1]), (head[2] or "").strip(), number)
            found[point.number] = point
            group, row = 1, row[head.end() :]
        if point is None:
            continue
        named = GROUP.match(row)
        if named is not None:
            group, row = int(named[1]), row[named.end() :]
        if group != 1:
            point.others = point.others or VALUE.search(row) is not None
            continue
        _take(point, row)
    return found


def _take(point: LsPoint, row: str) -> None:
    """Takes what a row of /POS says of group 1."""
    frames = FRAMES.match(row)
    if frames is not None:
        point.frame, point.tool = (
            int(each) if each.isdecimal() else None for each in frames.groups()
        )
    config = CONFIG.search(row)
    if config is not None:
        point.config = config[1]
        row = row[: config.start()] + row[config.end() :]
    for key, value in VALUE.findall(row):
        if "*" in value:
            continue
        if key.upper().startswith("E"):
            point.others = True
        else:
            point.values[key.upper()] = float(value)
