"""The text of a job: its name, its positions with what holds for them, its instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from language.foreign.kept.parts import cut
from language.foreign.kept.states import State
from language.rows.kept_rows import rows_of

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
HEAD = re.compile(r"(/{1,4})\s*([A-Z]+\d*)\b[ \t]*(.*)", re.IGNORECASE)
POSITION = re.compile(r"\s*(C|BC|EC|P|BP|EX)(\d+)\s*=\s*(.*?)\s*", re.IGNORECASE)
PULSE, USER = "PULSE", "USER"
SETTINGS = ("POSTYPE", "USER", "TOOL", "RCONF")  # words that hold for the positions behind them


@dataclass(frozen=True)
class JbiPosition:
    """A position. values: Pulses, or X to Rz (mm, degrees), then those of external axes.

    kind: Its ///POSTYPE: PULSE, BASE, ROBOT, USER .. user, tool: Numbers of its frame and tool;
    None where none is named. config: Behind ///RCONF. line: Where it stands, from 1.
    """

    values: tuple[float, ...]
    kind: str
    user: int | None
    tool: int | None
    config: str
    line: int

    @property
    def is_pulses(self) -> bool:
        """Whether it is given by pulses of the axes."""
        return self.kind == PULSE

    @cached_property
    def worth(self) -> State:
        """All that motions to it depend on, to be compared."""
        return State((self.values, self.kind, self.user, self.tool, self.config))

    @cached_property
    def words(self) -> str:
        """Where it stands in the text and its values there."""
        listed = ", ".join(f"{value:.9g}" for value in self.values)
        if self.is_pulses:
            return f"line {self.line}: pulses {listed}"
        frame = f"user frame {self.user}" if self.kind == USER else f"frame {self.kind}"
        return f"line {self.line}: X to Rz {listed}, {frame}, RCONF {self.config[:11] or 'missing'}"


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


@dataclass
class JbiJob:
    """A job as its file holds it.

    parts: Its instructions. points, variables: Positions (C) and position variables (P) by number.
    first: Line of //INST, 0 where it is missing. faults: Positions that are not understood, with
    their lines.
    """

    name: str = ""
    parts: list[Placed] = field(default_factory=list)
    points: dict[int, JbiPosition] = field(default_factory=dict)
    variables: dict[int, JbiPosition] = field(default_factory=dict)
    first: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)

    @property
    def lines(self) -> Iterator[JbiLine]:
        """Its instructions, with their lines in the text."""
        for part, above in self.parts:
            yield from (replace(line, line=above + line.line) for line in part.lines)

    @property
    def last(self) -> JbiLine | None:
        """Its last instruction or remark, with its line in the text."""
        for part, above in reversed(self.parts):
            if part.lines:
                line = part.lines[-1]
                return replace(line, line=above + line.line)
        return None

    @property
    def is_ended(self) -> bool:
        """Whether END is its last instruction."""
        codes = (each.part.codes for each in reversed(self.parts))
        return next((each[-1].upper() == "END" for each in codes if each), False)


@dataclass(frozen=True)
class _Kept:
    """What holds for the positions behind a row. values: Of the words of SETTINGS."""

    values: tuple[str, ...] = ("", "", "", "")
    is_in_positions: bool = False
    name: str = ""


@dataclass(frozen=True, eq=False)
class _Positions:
    """Rows in front of the instructions. after: What holds behind them."""

    points: dict[int, JbiPosition]
    variables: dict[int, JbiPosition]
    faults: tuple[tuple[int, str], ...]
    after: _Kept


def jbi_job(text: str) -> JbiJob:
    """The parts of a job; a second one in the file is left out."""
    rows = rows_of(text)
    heads = (at for at, row in enumerate(rows, start=1) if "INST" in row.upper() and _is_inst(row))
    job = JbiJob(first=next(heads, 0))
    kept, first = _Kept(), 1
    for part in cut(rows[: job.first] if job.first else rows):
        found = _positions(part, first, kept)
        job.points |= found.points
        job.variables |= found.variables
        job.faults += found.faults
        kept, first = found.after, first + len(part)
    job.name = kept.name
    above = job.first
    for rows_of_part in cut(rows[job.first :]) if job.first else ():
        part_, name, is_last = _part(rows_of_part)
        job.name = job.name or name
        job.parts.append(Placed(part_, above))
        above += len(rows_of_part)
        if is_last:
            break
    return job


def _head(row: str) -> tuple[str, str, str]:
    """The signs, the word and the rest of a row that begins with /; "" for another row."""
    found = HEAD.match(row.strip())
    return (found[1], found[2].upper(), found[3].strip()) if found else ("", "", "")


def _is_inst(row: str) -> bool:
    return _head(row)[1] == "INST"


@lru_cache(maxsize=2048)
def _part(rows: tuple[str, ...]) -> tuple[JbiPart, str, bool]:
    """The instructions of rows, a name of the job among them, and whether another job follows."""
    lines, job_name = list[JbiLine](), ""
    for number, row in enumerate(rows, start=1):
        if not row.lstrip().startswith("/"):
            lines += _line(number, row)
            continue
        marks, key, value = _head(row)
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


@lru_cache(maxsize=2048)
def _positions(rows: tuple[str, ...], first: int, kept: _Kept) -> _Positions:
    """What rows in front of the instructions give. first: The number of the first one."""
    settings, name = dict(zip(SETTINGS, kept.values, strict=True)), kept.name
    is_in_positions = kept.is_in_positions
    points, variables = dict[int, JbiPosition](), dict[int, JbiPosition]()
    faults = list[tuple[int, str]]()
    for number, row in enumerate(rows, start=first):
        marks, key, value = _head(row)
        if marks == "//":
            is_in_positions = key == "POS"
        if marks and key == "NAME":
            name = name or value
        elif marks and key == PULSE:
            settings["POSTYPE"] = PULSE
        elif marks and key in settings:
            settings[key] = value.upper()
        if marks or not (is_in_positions and row.strip()):
            continue
        found = POSITION.fullmatch(row)
        kind = found[1].upper() if found else ""
        if kind and kind not in ("C", "P"):
            continue
        position = _position(found[3], settings, number) if found else None
        if found is None or position is None:
            faults.append((number, row.strip()))
        else:
            (points if kind == "C" else variables)[int(found[2])] = position
    after = _Kept(tuple(settings.values()), is_in_positions, name)
    return _Positions(points, variables, tuple(faults), after)


def _position(listed: str, settings: Mapping[str, str], number: int) -> JbiPosition | None:
    """The position of a row; None where it is not understood."""
    try:
        values = tuple(float(part) for part in listed.split(","))
    except ValueError:
        return None
    if len(values) < 6 or not all(abs(value) < 1e12 for value in values):
        return None
    user, tool = _whole(settings["USER"]), _whole(settings["TOOL"])
    return JbiPosition(values, settings["POSTYPE"], user, tool, settings["RCONF"], number)


def _whole(text: str) -> int | None:
    first = text.split(",")[0].strip()
    return int(first) if first.isdecimal() and len(first) < 5 else None
