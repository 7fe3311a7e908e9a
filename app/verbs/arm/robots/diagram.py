"""`cellwright robots NAME --diagram FILE.svg`: the flat kinematic diagram of an arm.

The symbols are those of the textbook for drawings in the plane. A joint that turns about an axis
square to the paper is a circle; one that turns about an axis in the paper is two triangles where it
twists its bar, and a rectangle where it bends the bars. A slide is a sleeve on a rod, a carriage on
a rail or a telescope, and a square with a point where it slides towards the eye. A ball is a double
circle. Passive joints are drawn small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

import numpy as np

from app.verbs.arm.robots.flat_layout import FlatDiagram, FlatSymbol, flat_diagram
from scenes import Robot, SceneError, load_robot
from scenes.world.arm_drawing.joint_symbols import Form
from scenes.world.frozen import Array

WIDTH, HEIGHT = 900.0, 620.0  # px, of the room for the arm
LARGEST, SMALLEST = 46.0, 20.0  # px, length of a symbol
MARGIN, FOOT = 70.0, 96.0  # px: around the arm, and for the title and the legend
ROW = 28.0  # px, from one row of the legend to the next
PASSIVE = 0.55  # of the size of a symbol
TILTED_DEG = 1.0  # an axis tilted by more than this, out of the paper or from square to it, is told
Spots = Callable[..., Array]
FONT = 'font-family="Helvetica, Arial, sans-serif"'
LEGEND = {
    "circle": "turns, axis square to the paper",
    "TWIST": "twists",
    "BEND": "bends",
    "SLEEVE": "slides through a sleeve",
    "RAIL": "slides on a rail",
    "TELESCOPE": "telescope",
    "point": "slides towards the eye",
    "BALL": "ball",
}


def write_diagram(name: str, out: str) -> int:
    """Writes the flat diagram of an arm as SVG; gives exit code 0."""
    if not out.lower().endswith(".svg"):
        raise SceneError(f"a diagram is called NAME.svg, not {out!r}")
    robot = load_robot(name)
    Path(out).write_text(diagram_svg(robot), encoding="utf-8")
    print(f"wrote {out}: {robot.title}")
    return 0


def diagram_svg(robot: Robot) -> str:
    """The flat diagram of an arm as the text of an SVG file."""
    flat = flat_diagram(robot)
    return Sheet(flat).text(robot)


class Sheet:
    """A diagram on its sheet: points in px, y downwards, and where something is drawn already."""

    def __init__(self, flat: FlatDiagram) -> None:
        self._flat = flat
        points = np.concatenate(
            [*flat.chain, *flat.others, *(symbol.place[None] for symbol in flat.symbols)]
        )
        low, high = points.min(axis=0), points.max(axis=0)
        room = np.array([WIDTH, HEIGHT]) / np.maximum(high - low, 1.0)
        self.length = float(np.clip(room.min(), SMALLEST, LARGEST))
        self._corner = np.array([low[0], high[1]])
        size = (high - low) * self.length
        self.width = max(size[0] + 2 * MARGIN, 560.0)
        self._legend = list(_legend(flat.symbols, self.width))
        rows = max(row for *_, row in self._legend)
        self.height = size[1] + 2 * MARGIN + FOOT + ROW * rows
        self._left = (self.width - size[0]) / 2.0
        self._lines = [self.at(line) for line in (*flat.chain, *flat.others)]
        self._lines += [
            self.at(end[0] + np.outer([0.0, 0.5], end[1])) for end in (flat.ground, flat.hand)
        ]
        self._taken = [self.at(symbol.place) for symbol in flat.symbols]

    def at(self, points: Array) -> Array:
        """Points of the paper (..., 2) in px."""
        moved = (points - self._corner) * np.array([1.0, -1.0]) * self.length
        return np.asarray(moved + np.array([self._left, MARGIN]))

    def text(self, robot: Robot) -> str:
        """The whole file."""
        flat = self._flat
        size = f'width="{self.width:.0f}" height="{self.height:.0f}"'
        box = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
            f"<title>{escape(robot.title)}: kinematic diagram</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            *(_axis(symbol, self) for symbol in flat.symbols),
            *(_polyline(self.at(line), 3.0) for line in flat.others),
            *(_polyline(self.at(line), 4.0) for line in flat.chain),
            *self._ends(),
            *(part for symbol in flat.symbols for part in _symbol(symbol, self)),
            *self._names(robot),
            *self._lengths(),
            *self._foot(robot),
            "</svg>",
        ]
        return "\n".join(part for part in parts if part) + "\n"

    def _ends(self) -> Iterator[str]:
        """The ground on which the arm stands, and its hand."""
        turn = np.array([1.0, -1.0])
        place, away = self._flat.ground
        yield from _ground(self.at(place), away * turn, self.length)
        place, away = self._flat.hand
        yield from _hand(self.at(place), away * turn, self.length)

    def _names(self, robot: Robot) -> Iterator[str]:
        """The number of each driven joint, and the tilt of its axis, beside its symbol."""
        for symbol in self._flat.symbols:
            if not symbol.number:
                continue
            words = f"J{symbol.number}"
            off = symbol.tilt_deg if symbol.axis.any() else 90.0 - symbol.tilt_deg
            if off > TILTED_DEG:
                words += f" ({symbol.tilt_deg:.0f}° to the paper)"
            name = robot.mechanism.joints[symbol.number - 1].name
            yield self._word(symbol.place, words, 15.0, tip=name)

    def _lengths(self) -> Iterator[str]:
        """The length of each link, q where a slide changes it, and a sign where it runs to the eye
        or from it."""
        for length in self._flat.lengths:
            sign = {0: "", 1: " ⊙", -1: " ⊗"}[length.depth]
            words = f"q{length.slide}" if length.slide else f"{length.mm:.6g}"
            yield self._word(length.place, words + sign, 13.0)

    def _word(
        self, place: Array, words: str, size: float, bold: bool = False, tip: str = ""
    ) -> str:
        """Words beside a place of the paper, where nothing is drawn yet."""
        here, half = self.at(place), np.array([0.29 * size * len(words), 0.5 * size])
        best, room = here, -np.inf
        for radius in (0.62, 0.9, 1.25):
            for angle in np.arange(8) * np.pi / 4.0:
                turn = np.array([np.cos(angle), np.sin(angle)])
                spot = here + turn * (radius * self.length + half * np.abs(turn))
                free = min(self._clear(spot, half), 14.0) - 6.0 * radius
                if free > room + 1e-6:
                    best, room = spot, free
        for share in (-0.8, 0.0, 0.8):
            self._taken.append(best + np.array([share * half[0], 0.0]))
        style = f'{FONT} font-size="{size:.0f}" text-anchor="middle"'
        weight = ' font-weight="bold"' if tip else ' fill="#1d4e89"'
        label = f"<title>{escape(tip)}</title>" if tip else ""
        x, y = best[0], best[1] + 0.35 * size
        return f'<text x="{x:.1f}" y="{y:.1f}" {style}{weight}>{escape(words)}{label}</text>'

    def _clear(self, spot: Array, half: Array) -> float:
        """How far words of half a size (2,) at a spot stand from all that is drawn, px."""
        gap = np.inf
        for line in self._lines:
            for a, b in pairwise(line):
                steps = max(2, int(np.linalg.norm(b - a) / 6.0))
                points = a + np.linspace(0.0, 1.0, steps)[:, None] * (b - a)
                gap = min(gap, float(_outside(points - spot, half).min()))
        if self._taken:
            around = _outside(np.array(self._taken) - spot, half + 0.3 * self.length)
            gap = min(gap, float(around.min()))
        return gap

    def _foot(self, robot: Robot) -> Iterator[str]:
        """The title, how the arm is seen, and the symbols in words."""
        y = self.height - FOOT + 14.0 - ROW * self._legend[-1][-1]
        yield _left(24.0, y, robot.title, 17.0, bold=True)
        words = f"{self._flat.pose}; lengths in mm, not to scale; ⊙ to the eye, ⊗ from it"
        yield _left(24.0, y + 22.0, words, 13.0)
        for sample, words, x, row in self._legend:
            down = y + 54.0 + ROW * row
            yield from _symbol(sample, Legend(x + 18.0, down))
            yield _left(x + 42.0, down + 4.5, words, 13.0)


class Legend:
    """A place of the legend, where a sample of a symbol is drawn."""

    length = 26.0

    def __init__(self, x: float, y: float) -> None:
        self._place = np.array([x, y])

    def at(self, points: Array) -> Array:
        """The place in px, whatever the point."""
        return np.broadcast_to(self._place, np.shape(points))


def _outside(offsets: Array, half: Array) -> Array:
    """Distances of points (k, 2) from a box of half sizes (2,) about the origin, px."""
    return np.linalg.norm(np.maximum(np.abs(offsets) - half, 0.0), axis=-1) - np.where(
        (np.abs(offsets) < half).all(axis=-1), 10.0, 0.0
    )


def _legend(
    symbols: Sequence[FlatSymbol], width: float
) -> Iterator[tuple[FlatSymbol, str, float, int]]:
    """A sample of each symbol that is drawn, its words, its place from the left and its row."""
    x, row = 24.0, 0
    for key, sample in _samples(symbols).items():
        room = 62.0 + 6.6 * len(LEGEND[key])
        if x > 24.0 and x + room > width:
            x, row = 24.0, row + 1
        yield sample, LEGEND[key], x, row
        x += room


def _samples(symbols: Sequence[FlatSymbol]) -> dict[str, FlatSymbol]:
    """A driven symbol lying in the paper for each kind that a diagram has."""
    found: dict[str, FlatSymbol] = {}
    for symbol in symbols:
        key = _key(symbol)
        axis = np.array([1.0, 0.0]) if symbol.axis.any() else symbol.axis
        number = symbol.number or int(symbol.form is not Form.BALL)
        found[key] = FlatSymbol(symbol.form, np.zeros(2), axis, 0.0, number, None)
    return {key: found[key] for key in LEGEND if key in found}


def _key(symbol: FlatSymbol) -> str:
    if symbol.axis.any() or symbol.form is Form.BALL:
        return symbol.form.name
    return "circle" if symbol.is_turning else "point"


def _left(x: float, y: float, words: str, size: float, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    style = f'{FONT} font-size="{size:.0f}"{weight}'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def _polyline(points: Array, width: float, dashes: str = "", colour: str = "black") -> str:
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    style = 'stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<polyline points="{where}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f"{style}{dashed}/>"
    )


def _polygon(points: Array, fill: str = "white") -> str:
    where = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{where}" fill="{fill}" stroke="black" stroke-width="2.5"/>'


def _circle(place: Array, radius: float, fill: str = "white") -> str:
    x, y = place
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="black" '
        'stroke-width="2.5"/>'
    )


def _axis(symbol: FlatSymbol, sheet: Sheet) -> str:
    """The axis of a joint as a thin line of dashes and points, on to where it meets another."""
    if not symbol.axis.any() or symbol.form is Form.BALL:
        return ""
    size = 0.95 * (1.0 if symbol.number else PASSIVE)
    back, ahead = -size, size
    if symbol.meeting is not None:
        along = float((symbol.meeting - symbol.place) @ symbol.axis)
        back, ahead = min(back, along - 0.4), max(ahead, along + 0.4)
    ends = symbol.place + np.outer([back, ahead], symbol.axis)
    return _polyline(sheet.at(ends), 1.2, dashes="9 3 2 3", colour="#777")


def _symbol(symbol: FlatSymbol, sheet: Sheet | Legend) -> Iterator[str]:
    """The symbol of a joint."""
    place = sheet.at(symbol.place)
    size = sheet.length * (1.0 if symbol.number else PASSIVE)
    if symbol.form is Form.BALL:
        yield _circle(place, 0.3 * size)
        yield _circle(place, 0.17 * size)
        return
    if not symbol.axis.any():
        if symbol.is_turning:
            yield _circle(place, 0.3 * size)
        else:
            yield _polygon(place + 0.36 * size * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))
            yield _circle(place, 0.06 * size, fill="black")
        return
    along = symbol.axis * np.array([1.0, -1.0])
    across = np.array([-along[1], along[0]])

    def spots(*pairs: tuple[float, float]) -> Array:
        """Points given along and across the axis, in sizes of the symbol."""
        return np.array([place + size * (a * along + b * across) for a, b in pairs])

    yield from _in_the_paper(symbol.form, spots)


def _in_the_paper(form: Form, spots: Spots) -> Iterator[str]:
    """The symbol of a joint whose axis lies in the paper."""
    if form is Form.TWIST:
        yield _polygon(spots((-0.42, -0.27), (-0.42, 0.27), (0.0, 0.0)))
        yield _polygon(spots((0.42, -0.27), (0.42, 0.27), (0.0, 0.0)))
    elif form is Form.BEND:
        yield _polygon(spots((-0.42, -0.19), (0.42, -0.19), (0.42, 0.19), (-0.42, 0.19)))
    elif form is Form.SLEEVE:
        yield _polygon(spots((-0.42, -0.24), (0.42, -0.24), (0.42, 0.24), (-0.42, 0.24)))
        yield _polyline(spots((-0.6, 0.0), (0.6, 0.0)), 3.0)
    elif form is Form.RAIL:
        for side in (-0.3, 0.3):
            yield _polyline(spots((-0.5, side), (0.5, side)), 2.5)
        yield _polygon(spots((-0.3, -0.2), (0.3, -0.2), (0.3, 0.2), (-0.3, 0.2)))
    else:
        yield _polygon(spots((-0.5, -0.26), (0.12, -0.26), (0.12, 0.26), (-0.5, 0.26)))
        yield _polygon(spots((0.12, -0.14), (0.55, -0.14), (0.55, 0.14), (0.12, 0.14)))


def _ground(place: Array, along: Array, length: float) -> Iterator[str]:
    """A hatched line, square to the first link."""
    across = np.array([-along[1], along[0]])
    half = 0.55 * length
    yield _polyline(np.array([place - half * across, place + half * across]), 3.0)
    for share in np.linspace(-0.8, 1.0, 6):
        start = place + share * half * across
        yield _polyline(np.array([start, start + 0.22 * length * (along - across)]), 1.5)


def _hand(place: Array, along: Array, length: float) -> Iterator[str]:
    """Two fingers at the flange."""
    across = np.array([-along[1], along[0]])
    for side in (-1.0, 1.0):
        palm = place + 0.3 * length * side * across
        yield _polyline(np.array([place, palm, palm + 0.38 * length * along]), 3.0)
