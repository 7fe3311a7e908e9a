"""Positions of a job, with what holds for them: what stands in front of its instructions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from language.foreign.kept.parts import cut
from language.foreign.kept.states import State
from language.rows.kept_cuts import Rows

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


class JbiPositions(dict[int, JbiPosition]):
    """Positions by their numbers, not to be changed, and what is made of all of them at once."""

    @cached_property
    def worths(self) -> Mapping[int, State]:
        """All that motions to each position depend on."""
        return {number: each.worth for number, each in self.items()}

    @cached_property
    def tools(self) -> frozenset[int | None]:
        """The numbers of their tools."""
        return frozenset(each.tool for each in self.values())


@dataclass(frozen=True, eq=False)
class JbiFront:
    """What stands in front of the instructions of a job.

    points, variables: Positions (C) and position variables (P) by number. faults: Positions that
    are not understood, with their lines. name: That of the job.
    """

    points: JbiPositions = field(default_factory=JbiPositions)
    variables: JbiPositions = field(default_factory=JbiPositions)
    faults: tuple[tuple[int, str], ...] = ()
    name: str = ""

    @cached_property
    def origins(self) -> Mapping[str, str]:
        """Where each position stands in the text and its values there, by its name."""
        told = {f"C{number:05}": each.words for number, each in self.points.items()}
        return told | {f"P{number:03}": each.words for number, each in self.variables.items()}


@dataclass(frozen=True)
class _Kept:
    """What holds for the positions behind a row. values: Of the words of SETTINGS."""

    values: tuple[str, ...] = ("", "", "", "")
    is_in_positions: bool = False
    name: str = ""


@dataclass(frozen=True, eq=False)
class _Positions:
    """Some rows in front of the instructions. after: What holds behind them."""

    points: dict[int, JbiPosition]
    variables: dict[int, JbiPosition]
    faults: tuple[tuple[int, str], ...]
    after: _Kept


def forget() -> None:
    """Forgets the positions of all texts."""
    front_of.cache_clear()
    _positions.cache_clear()


@lru_cache(maxsize=8)
def front_of(rows: Rows) -> JbiFront:
    """What stands in the rows up to //INST: the same object as long as none of them changes."""
    points, variables, faults = JbiPositions(), JbiPositions(), list[tuple[int, str]]()
    kept, first = _Kept(), 1
    for part in cut(rows):
        found = _positions(part, first, kept)
        points |= found.points
        variables |= found.variables
        faults += found.faults
        kept, first = found.after, first + len(part)
    return JbiFront(points, variables, tuple(faults), kept.name)


def head_of(row: str) -> tuple[str, str, str]:
    """The signs, the word and the rest of a row that begins with /; "" for another row."""
    found = HEAD.match(row.strip())
    return (found[1], found[2].upper(), found[3].strip()) if found else ("", "", "")


@lru_cache(maxsize=2048)
def _positions(rows: tuple[str, ...], first: int, kept: _Kept) -> _Positions:
    """What rows in front of the instructions give. first: The number of the first one."""
    settings, name = dict(zip(SETTINGS, kept.values, strict=True)), kept.name
    is_in_positions = kept.is_in_positions
    points, variables = dict[int, JbiPosition](), dict[int, JbiPosition]()
    faults = list[tuple[int, str]]()
    for number, row in enumerate(rows, start=first):
        marks, key, value = head_of(row)
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
