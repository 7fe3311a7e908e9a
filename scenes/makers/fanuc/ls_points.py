"""Points of FANUC programs, as /POS holds them, and what is made of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from language.foreign.kept.states import State
from language.rows.kept_cuts import Rows

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
POINT = re.compile(r'\s*P\s*\[\s*(\d+)\s*(?::\s*"?([^"\]]*)"?)?\s*\]\s*\{?', re.IGNORECASE)
GROUP = re.compile(r"\s*GP(\d+)\s*:?\s*", re.IGNORECASE)
FRAMES = re.compile(r"\s*UF\s*:\s*(\w+)\s*,\s*UT\s*:\s*(\w+)", re.IGNORECASE)
CONFIG = re.compile(r"CONFIG\s*:\s*'([^']*)'", re.IGNORECASE)
VALUE = re.compile(rf"\b(J\d|E\d|[XYZWPR])\s*=\s*({NUMBER}|\*+)", re.IGNORECASE)
POINTS_KEPT = 6  # points that are read together, on average


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


class LsPoints(dict[int, LsPoint]):
    """Points by their numbers, not to be changed, and what is made of all of them at once."""

    @cached_property
    def worths(self) -> Mapping[int, State]:
        """All that motions to each point depend on."""
        return {number: point.worth for number, point in self.items()}

    @cached_property
    def worth(self) -> State:
        """All that motions to any of the points depend on, to be compared."""
        return State(tuple(self.worths.items()))

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Where each point stands in the text and its values there, by names such as P[1]."""
        return {f"P[{number}]": point.words for number, point in self.items()}

    @cached_property
    def frames(self) -> frozenset[int]:
        """The numbers of the user frames that points name."""
        return frozenset(each.frame for each in self.values() if each.frame is not None)

    @cached_property
    def tools(self) -> frozenset[int]:
        """The numbers of the tools that points name."""
        return frozenset(each.tool for each in self.values() if each.tool is not None)


def forget() -> None:
    """Forgets the points of all texts."""
    points_of.cache_clear()
    _points_near.cache_clear()


@lru_cache(maxsize=8)
def points_of(rows: Rows, first: int) -> LsPoints:
    """The points of a section: the same object as long as no row of it changes.

    first: The number of the first row.
    """
    heads = (at for at, row in enumerate(rows) if "{" in row and not hash(row) % POINTS_KEPT)
    found, start = LsPoints(), 0
    for end in (*(at for at in heads if POINT.match(rows[at])), len(rows)):
        if end > start:
            found |= _points_near(rows[start:end], first + start)
            start = end
    return found


@lru_cache(maxsize=2048)
def _points_near(rows: Rows, first: int) -> Mapping[int, LsPoint]:
    """The points of a few rows. first: The number of the first one."""
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
