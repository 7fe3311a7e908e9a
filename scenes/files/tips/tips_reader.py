"""Reads part texts in the manner of TIPS-1, as figure 8 of the 1985 paper prints them.

    00010 #F -450, 1000, -1050, 800, 0, 1500,    the box of the drawing: x0, x1, y0, y1, z0, z1
    00020 #P B ( ) -450, 190, -250, 250, 0, 300;        a part, its box
    00030 #1/P, CUBE, /1, (-450, -80, -250, 250, 0, 300);
    00040 #2/P, CIRCLE, /1, 250(-80, 0)(-331, 190, -251, 251, 0, 300);
    00050 #E                                            end of the segments, end of the part
    00060 #E

Lengths are in mm. A part is the union of its segments. Lines with the same number make one segment,
in their order: the first P is the segment, a later P is intersected with it, an N is cut from it.
CIRCLE is a cylinder of radius r within its box; its axis is the direction in which the box does not
hold the circle, and the two numbers are its place in the other two directions.

Our additions: SPHERE r(x, y, z); CONE r0, r1(c1, c2)(box) with r0 at the low end; and AT(x, y, z,
roll, pitch, yaw), in degrees, behind a segment that is not parallel to the axes. The reader ignores
line numbers, brackets around boxes, the text in a part's brackets and any text behind a semicolon.
The print is poor: the reader skips the /1 behind the name of a shape, whose meaning is not clear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from geometry import Box, Cone, Cylinder, GeometryError, Solid, Sphere, union
from language.words.suggestions import nearest
from scenes.errors import FileProblem, SceneFileError
from scenes.files.file_poses import pose_of
from scenes.files.solids.expansion import MOST_DEPTH
from scenes.world.frozen import Array

TOKEN = re.compile(
    r"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?P<word>[A-Za-z_][\w.]*)|(?P<mark>\S)"
)
# Mm: a box and a circle this near to each other touch, and spare rooms this near to each other are
# equal, because the numbers of a text are rounded.
TOUCHING = 1e-9
# Greatest number of changes of sign in a segment: the depth limit of part files, with a reserve
# for the levels around the segment.
MOST_TURNS = MOST_DEPTH - 20
COUNTS = {"CUBE": 6, "CIRCLE": 9, "SPHERE": 4, "CONE": 10}
FORMS = {
    "CUBE": "(x0, x1, y0, y1, z0, z1)",
    "CIRCLE": "r(c1, c2)(x0, x1, y0, y1, z0, z1)",
    "SPHERE": "r(x, y, z)",
    "CONE": "r0, r1(c1, c2)(x0, x1, y0, y1, z0, z1)",
}


class Token(NamedTuple):
    """A word, a number or a mark of a line; its column counts from 1."""

    text: str
    column: int
    kind: str


@dataclass(frozen=True, eq=False)
class TipsPart:
    """A part of a text: its name, its box as the text gives it (6 numbers, mm), its solid."""

    name: str
    box: tuple[float, ...]
    solid: Solid


def read_tips(path: str | Path) -> tuple[TipsPart, ...]:
    """The parts of a file; SceneFileError lists all faults of the file."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        problem = FileProblem(str(file), 1, 1, "", "the file is not UTF-8 text")
        raise SceneFileError((problem,)) from fault
    return parts_of_text(text, str(file))


def parts_of_text(text: str, name: str = "text") -> tuple[TipsPart, ...]:
    """The parts of a text; SceneFileError lists all faults. name: Name of the file in messages."""
    reader = _Reader(name)
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(number, line)
    return reader.finished(max(len(text.splitlines()), 1))


def tips_solid(path: Path) -> Solid:
    """The union of all parts of a file, each a piece with the name of the part."""
    return union(part.solid.named(part.name) for part in read_tips(path))


class FaultError(Exception):
    """A fault at a column of the present line."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column, self.message = column, message


class _Reader:
    """Reads line after line; collects parts and faults."""

    def __init__(self, name: str) -> None:
        self._file = name
        self._problems: list[FileProblem] = []
        self._parts: list[TipsPart] = []
        self._open: tuple[str, tuple[float, ...], int] | None = None
        self._segments: dict[int, Solid] = {}
        self._signs: dict[int, list[bool]] = {}
        self._is_faulty = False
        self._faulty_segments: set[int] = set()

    def read(self, number: int, line: str) -> None:
        tokens = [Token(m.group(), m.start() + 1, str(m.lastgroup)) for m in TOKEN.finditer(line)]
        if tokens and tokens[0].text.isdigit():
            tokens = tokens[1:]  # without the line number
        end = next((i for i, t in enumerate(tokens) if t.text == ";"), len(tokens))
        tokens = tokens[:end]  # the text behind ; is a comment
        try:
            if tokens:
                self._statement(number, tokens)
        except FaultError as fault:
            self._is_faulty = True
            self._note(number, fault.column, fault.message)

    def finished(self, last: int) -> tuple[TipsPart, ...]:
        """The parts of all lines; SceneFileError where there are faults."""
        if self._open is not None:
            self._note(last, 1, f"part {self._open[0]} is not closed: #E is missing")
        if not self._parts and not self._problems:
            self._note(1, 1, "there is no part in the file: a part begins with #P NAME")
        if self._problems:
            raise SceneFileError(tuple(self._problems))
        return tuple(self._parts)

    def _note(self, line: int, column: int, message: str) -> None:
        self._problems.append(FileProblem(self._file, line, column, "", message))

    def _statement(self, number: int, tokens: list[Token]) -> None:
        if tokens[0].text != "#":
            raise FaultError(tokens[0].column, "a line begins with #F, #P, #E or a segment #1/P")
        head, rest = (tokens[1] if len(tokens) > 1 else tokens[0]), tokens[2:]
        match head.text.upper():
            case "F":
                _numbers(rest, 6, head, "#F x0, x1, y0, y1, z0, z1,")
            case "P":
                self._begin(number, head, rest)
            case "E":
                self._end(number, head)
            case _ if head.kind == "number":
                self._segment(head, rest)
            case _:
                raise FaultError(head.column, f"#{head.text} is not known: #F, #P, #E, or #1/P")

    def _begin(self, number: int, head: Token, rest: list[Token]) -> None:
        if self._open is not None:
            name, self._open = self._open[0], None
            self._note(number, head.column, f"part {name} is not closed: #E is missing")
        self._segments, self._is_faulty, self._faulty_segments = {}, False, set()
        self._signs = {}
        if not rest or rest[0].kind != "word":
            self._is_faulty = True
            self._open = ("?", (), number)
            raise FaultError(head.column, "a part has a name: #P NAME ( ) x0, x1, y0, y1, z0, z1;")
        name = rest[0].text
        self._open = (name, (), number)
        if any(part.name == name for part in self._parts):
            raise FaultError(rest[0].column, f"there is a part {name} already")
        box = _numbers(
            _behind_brackets(rest[1:]), 6, rest[0], f"#P {name} ( ) x0, x1, y0, y1, z0, z1;"
        )
        self._open = (name, tuple(value for value, _ in box), number)

    def _end(self, number: int, head: Token) -> None:
        if self._open is None:
            if not self._parts and not self._problems:
                raise FaultError(head.column, "#E ends no part: a part begins with #P NAME")
            return  # the second #E of a part
        name, box, _ = self._open
        self._open = None
        if self._is_faulty:
            return
        if not self._segments:
            raise FaultError(head.column, f"part {name} has no segment")
        self._parts.append(TipsPart(name, box, union(self._segments.values())))

    def _segment(self, head: Token, rest: list[Token]) -> None:
        if self._open is None:
            raise FaultError(head.column, "a segment stands in a part, between #P and #E")
        words = [t for t in rest if t.kind == "word"]
        sign = words[0] if words else head
        if sign.text.upper() not in ("P", "N") or len(rest) < 2 or rest[0].text != "/":
            raise FaultError(
                sign.column, f"write #{head.text}/P to add or #{head.text}/N to take away"
            )
        if len(words) < 2:
            raise FaultError(head.column, f"a segment names its shape: {', '.join(COUNTS)}")
        number, adds = int(float(head.text)), sign.text.upper() == "P"
        try:
            solid = _shape(words[1], rest[rest.index(words[1]) + 1 :])
        except FaultError:
            self._faulty_segments.add(number)
            raise
        before = self._segments.get(number)
        if number in self._faulty_segments:
            return
        if before is None and not adds:
            raise FaultError(sign.column, f"segment {number} begins with /P, not with /N")
        # Lines of one sign in a row are on one level; a change of sign adds a level to the tree.
        signs = self._signs.setdefault(number, [])
        if not signs or signs[-1] is not adds:
            signs.append(adds)
        if len(signs) > MOST_TURNS:
            self._faulty_segments.add(number)
            message = f"segment {number} turns from /P to /N and back more than {MOST_TURNS} times"
            raise FaultError(sign.column, f"{message}: write all its /P first, then all its /N")
        self._segments[number] = (
            solid if before is None else before & solid if adds else before - solid
        )


def _behind_brackets(tokens: list[Token]) -> list[Token]:
    """The tokens behind the brackets of a part's name."""
    if not tokens or tokens[0].text != "(":
        return tokens
    ends = [i for i, token in enumerate(tokens) if token.text == ")"]
    if not ends:
        raise FaultError(tokens[0].column, 'the bracket "(" is not closed')
    return tokens[ends[0] + 1 :]


def _numbers(tokens: list[Token], count: int, at: Token, form: str) -> list[tuple[float, int]]:
    """The numbers of a statement with their columns; FaultError unless there are `count`."""
    found: list[tuple[float, int]] = []
    for token in tokens:
        if token.kind == "number":
            found.append((float(token.text), token.column))
        elif token.kind == "word" or token.text not in "(),;":
            raise FaultError(token.column, f'"{token.text}" is no number; the form is {form}')
    if len(found) != count:
        there = f"there are {len(found)}" if len(found) != 1 else "there is 1"
        raise FaultError(at.column, f"{count} numbers are needed and {there}: {form}")
    for value, column in found:
        if not np.isfinite(value) or abs(value) > 1e9:
            raise FaultError(column, "a length lies within 1e9 mm")
    return found


def _shape(kind: Token, tokens: list[Token]) -> Solid:
    """The solid of a segment's line."""
    name = kind.text.upper()
    if name not in COUNTS:
        near = nearest(name, COUNTS)
        known = f"did you mean {near[0]}?" if near else f"known are {', '.join(COUNTS)}"
        raise FaultError(kind.column, f"{kind.text} is no shape; {known}")
    own, place = _divided(tokens)
    form = f"{name}, /1, {FORMS[name]};"
    own = list(_without_attribute(own))
    numbers = _numbers(own, COUNTS[name], kind, form)
    values = [value for value, _ in numbers]
    columns = [column for _, column in numbers]
    try:
        solid = _built(name, values, columns)
    except GeometryError as why:
        raise FaultError(kind.column, str(why)) from why
    return solid if place is None else solid.moved(place)


def _divided(tokens: list[Token]) -> tuple[list[Token], Array | None]:
    """The tokens before AT, and the pose (4, 4) behind AT or None."""
    at = next((i for i, t in enumerate(tokens) if t.text.upper() == "AT"), None)
    if at is None:
        return tokens, None
    form = "AT(x, y, z, roll, pitch, yaw)"
    values = [value for value, _ in _numbers(tokens[at + 1 :], 6, tokens[at], form)]
    return tokens[:at], pose_of(values[:3], values[3:])


def _without_attribute(tokens: list[Token]) -> Iterator[Token]:
    """The tokens without the `/1` behind the name of the shape."""
    skip = 0
    for i, token in enumerate(tokens):
        if token.text == "/" and i + 1 < len(tokens) and tokens[i + 1].kind == "number":
            skip = 2
        if skip:
            skip -= 1
        else:
            yield token


def _built(name: str, values: list[float], columns: list[int]) -> Solid:
    if name == "SPHERE":
        return Sphere(values[0]).moved(_at(values[1:4]))
    low, high = _box(values[-6:], columns[-6:])
    block = Box(_three(high - low)).moved(_at(0.5 * (low + high)))
    if name == "CUBE":
        return block
    radii = values[: 2 if name == "CONE" else 1]
    place = values[len(radii) : len(radii) + 2]
    axis, holds = _axis(max(radii), place, low, high, columns[0])
    middle = 0.5 * (low + high)
    others = [k for k in range(3) if k != axis]
    middle[others] = place
    length = float(high[axis] - low[axis])
    T = _at(middle)
    T[:3, :3] = np.roll(np.eye(3), axis + 1, axis=0)  # z of the shape along the axis
    whole: Solid = Cylinder(radii[0], length)
    if name == "CONE":
        whole = Cone(radii[0], radii[1], length)
    return whole.moved(T) if holds else whole.moved(T) & block


def _box(values: list[float], columns: list[int]) -> tuple[Array, Array]:
    """Lower and upper corner, (3,) each."""
    low, high = np.array(values[0::2]), np.array(values[1::2])
    for k in range(3):
        if not low[k] < high[k]:
            axis = "xyz"[k]
            raise FaultError(
                columns[2 * k + 1], f"{axis}1 = {high[k]:g} is not above {axis}0 = {low[k]:g}"
            )
    return low, high


def _axis(
    radius: float, place: list[float], low: Array, high: Array, column: int
) -> tuple[int, bool]:
    """Index of the axis direction, 0 to 2, and whether the box holds the whole circle.

    The axis is the direction for which the box holds the circle best in the other two: with room to
    spare before exactly, and exactly before cutting it. Among equals the least room to spare
    decides. FaultError where the box misses the circle, or leaves two directions.
    """
    marks: dict[int, tuple[int, ...]] = {}
    spare: dict[int, float] = {}
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        inner, outer = np.array(place) - radius, np.array(place) + radius
        lo, hi = low[others], high[others]
        if np.any(hi <= inner) or np.any(lo >= outer):
            continue
        beyond = np.minimum(inner - lo, hi - outer)
        spare[axis] = float(np.abs(inner - lo).sum() + np.abs(hi - outer).sum())
        marks[axis] = tuple(2 if b > TOUCHING else 1 if b > -TOUCHING else 0 for b in beyond)
    if not marks:
        raise FaultError(column, "the box misses the circle: nothing is left of it")
    most = max(map(sum, marks.values()))
    best = [axis for axis, mark in marks.items() if sum(mark) == most]
    least = min(spare[axis] for axis in best)
    best = [axis for axis in best if spare[axis] <= least + TOUCHING]
    if len(best) > 1:
        raise FaultError(
            column,
            "the box leaves the direction of the axis open: make it wider than the circle across "
            "the axis, and as long as the cylinder along it",
        )
    return best[0], all(marks[best[0]])


def _at(point: Array | list[float]) -> Array:
    T = np.eye(4)
    T[:3, 3] = point
    return T


def _three(values: Array) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in values)
    return x, y, z
