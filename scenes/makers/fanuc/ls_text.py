"""The text of a FANUC program: its name, the statements of /MN and the points of /POS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
SECTION = re.compile(r"\s*/(PROG|ATTR|APPL|MN|POS|END)\b[ \t]*([\w$-]*)", re.IGNORECASE)
LINE = re.compile(r"(\s*)(\d*)\s*:(.*)")
POINT = re.compile(r'\s*P\s*\[\s*(\d+)\s*(?::\s*"?([^"\]]*)"?)?\s*\]\s*\{?', re.IGNORECASE)
GROUP = re.compile(r"\s*GP(\d+)\s*:?\s*", re.IGNORECASE)
FRAMES = re.compile(r"\s*UF\s*:\s*(\w+)\s*,\s*UT\s*:\s*(\w+)", re.IGNORECASE)
CONFIG = re.compile(r"CONFIG\s*:\s*'([^']*)'", re.IGNORECASE)
VALUE = re.compile(rf"\b(J\d|E\d|[XYZWPR])\s*=\s*({NUMBER}|\*+)", re.IGNORECASE)
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

    @property
    def words(self) -> str:
        """Where it stands in the text and its values there, mm and degrees."""
        values = ", ".join(f"{key} {value:.9g}" for key, value in self.values.items())
        frames = "".join(
            f", {kind} {'in use' if number is None else number}"
            for kind, number in (("user frame", self.frame), ("tool", self.tool))
        )
        posture = f", '{self.config}'" if self.config else ""
        return f"line {self.line}: {values or 'not taught'}{posture}{frames}"


@dataclass(frozen=True)
class LsProgram:
    """A program as its file holds it. first: Line of /MN, from 1; 0 where it is missing."""

    name: str
    lines: tuple[LsLine, ...]
    points: Mapping[int, LsPoint]
    first: int
    is_ended: bool


def ls_program(text: str) -> LsProgram:
    """The parts of a program. What stands outside of /MN and /POS says nothing of motions."""
    rows = text.split("\n")
    section, name, first, ended = "", "", 0, False
    body, points = list[tuple[int, str]](), list[tuple[int, str]]()
    for number, row in enumerate(rows, start=1):
        found = SECTION.match(row)
        if found is not None:
            section = found[1].upper()
            name = found[2] if section == "PROG" else name
            first = number if section == "MN" and not first else first
            ended = ended or section == "END"
        elif section == "MN":
            body.append((number, row))
        elif section == "POS":
            points.append((number, row))
    return LsProgram(name, tuple(_lines(body)), _points(points), first, ended)


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


def _points(rows: list[tuple[int, str]]) -> dict[int, LsPoint]:
    found = dict[int, LsPoint]()
    point: LsPoint | None = None
    group = 1
    for number, row in rows:
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
