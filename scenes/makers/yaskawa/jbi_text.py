"""The text of a job: its name, its positions with what holds for them, its instructions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
HEAD = re.compile(r"(/{1,4})\s*([A-Z]+\d*)\b[ \t]*(.*)", re.IGNORECASE)
POSITION = re.compile(r"\s*(C|BC|EC|P|BP|EX)(\d+)\s*=\s*(.*?)\s*", re.IGNORECASE)
PULSE, USER = "PULSE", "USER"


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

    @property
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


@dataclass
class JbiJob:
    """A job as its file holds it.

    points, variables: Positions (C) and position variables (P) by number. first: Line of //INST, 0
    where it is missing. frame: Behind ////FRAME, "" where it is missing. faults: Positions that
    are not understood, with their lines. others: Whether external axes have positions.
    """

    name: str = ""
    lines: list[JbiLine] = field(default_factory=list)
    points: dict[int, JbiPosition] = field(default_factory=dict)
    variables: dict[int, JbiPosition] = field(default_factory=dict)
    first: int = 0
    frame: str = ""
    faults: list[tuple[int, str]] = field(default_factory=list)
    others: bool = False

    @property
    def is_ended(self) -> bool:
        """Whether END is its last instruction."""
        codes = [line.code.upper() for line in self.lines if line.remark is None]
        return bool(codes) and codes[-1] == "END"


def jbi_job(text: str) -> JbiJob:
    """The parts of a job; a second one in the file is left out."""
    job = JbiJob()
    state = {"POSTYPE": "", "USER": "", "TOOL": "", "RCONF": ""}
    is_in_positions = False
    for number, row in enumerate(text.split("\n"), start=1):
        if job.first and not row.lstrip().startswith("/"):
            _take_line(job, number, row)
            continue
        head = HEAD.match(row.strip())
        if head is not None:
            if head[1] == "/" and head[2].upper() == "JOB" and job.first:
                break
            if head[1] == "//":
                is_in_positions = head[2].upper() == "POS"
            _take_head(job, state, number, (head[1], head[2].upper(), head[3].strip()))
        elif is_in_positions and row.strip():
            _take_position(job, state, number, row)
    return job


def _take_head(job: JbiJob, state: dict[str, str], number: int, head: tuple[str, str, str]) -> None:
    marks, key, value = head
    if job.first and marks == "//":  # an instruction that is commented out
        _take_line(job, number, f"//{key} {value}")
    elif key == "NAME":
        job.name = job.name or value
    elif key == "INST":
        job.first = job.first or number
    elif key == "FRAME":
        job.frame = value.upper()
    elif key == "PULSE":
        state["POSTYPE"] = PULSE
    elif key in state:
        state[key] = value.upper()


def _take_line(job: JbiJob, number: int, row: str) -> None:
    code = row.strip()
    if code:
        column = row.index(code[0]) + 1
        job.lines.append(JbiLine(code, number, column, column + len(code)))


def _take_position(job: JbiJob, state: Mapping[str, str], number: int, row: str) -> None:
    found = POSITION.fullmatch(row)
    if found is None:
        job.faults.append((number, row.strip()))
        return
    kind = found[1].upper()
    if kind not in ("C", "P"):
        job.others = True
        return
    try:
        values = tuple(float(part) for part in found[3].split(","))
    except ValueError:
        job.faults.append((number, row.strip()))
        return
    table = job.points if kind == "C" else job.variables
    position = JbiPosition(
        values,
        state["POSTYPE"],
        _whole(state["USER"]),
        _whole(state["TOOL"]),
        state["RCONF"],
        number,
    )
    if len(values) < 6 or not all(abs(value) < 1e12 for value in values):
        job.faults.append((number, row.strip()))
        return
    table[int(found[2])] = position


def _whole(text: str) -> int | None:
    first = text.split(",")[0].strip()
    return int(first) if first.isdecimal() and len(first) < 5 else None
