"""The flat kinematic diagram of an arm as points on the paper: nothing is written here.

1. The arm is drawn with its joints at the values at which it is laid out, or at ready, and seen
   from the side on which most axes lie in the paper or square to it, symbols stand apart, and links
   are seen at their length.
2. What is left too near to each other on the paper is drawn farther apart: the diagram shows how
   the axes lie, and the lengths are written beside the links. Bars of closed loops keep theirs.

Points on the paper are (x to the right, y upwards), in lengths of a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from app.verbs.arm.robots.flat_views import FLAT, SAME, SEEN, SQUARE, SYMBOL, View, best_view
from scenes import Robot
from scenes.world.arm_drawing.joint_symbols import TURNING, Form
from scenes.world.arm_drawing.line_drawing import LineDrawing, Symbol, drawn_at
from scenes.world.frozen import Array

NONE = 1e-9  # of the length of the arm: symbols so short that none has to be moved aside
SPACE = 1.35  # lengths of a symbol from one symbol to the next on the paper
LEAST = 1e-3  # mm: shorter links are rounding


@dataclass(frozen=True, eq=False)
class FlatSymbol:
    """A symbol on the paper.

    axis: (2,) unit vector, zeros where it is square to the paper. tilt_deg: of the axis out of the
    paper. meeting: where the axis meets another, or None.
    """

    form: Form
    place: Array
    axis: Array
    tilt_deg: float
    number: int
    meeting: Array | None

    @property
    def is_turning(self) -> bool:
        """Whether it is a joint that turns."""
        return self.form in TURNING


@dataclass(frozen=True, eq=False)
class Length:
    """A length to be written: where, mm, and +1 or -1 where it runs to the eye or away from it.

    slide: the number of the joint that changes it, 0 where none does.
    """

    place: Array
    mm: float
    depth: int
    slide: int = 0


@dataclass(frozen=True, eq=False)
class FlatDiagram:
    """chain, others: lines (m, 2) on the paper. lengths: to be written beside them. ground, hand: a
    place and the direction away from the arm, (2, 2). pose: at which
    joint values, in words. view: how the arm is seen."""

    symbols: tuple[FlatSymbol, ...]
    chain: tuple[Array, ...]
    others: tuple[Array, ...]
    lengths: tuple[Length, ...]
    ground: Array
    hand: Array
    pose: str
    view: View


def flat_diagram(robot: Robot) -> FlatDiagram:
    """The flat diagram of an arm."""
    mechanism = robot.mechanism
    pose, q, view = best_view(robot)
    drawing = drawn_at(mechanism, q, SYMBOL)
    plain = drawn_at(mechanism, q, NONE)
    chain, moved = _spread(drawing, view, keep=mechanism.has_loops)
    symbols = tuple(_flat(symbol, drawing, view, chain, moved) for symbol in drawing.symbols)
    others = tuple(
        _shifted(path, drawing, view, chain, moved, mechanism.has_loops)
        for _, path in drawing.others
    )
    lengths = tuple(_lengths(plain, drawing, view, chain))
    links = [link for link, _ in drawing.chain]
    first, last = symbols[0], symbols[mechanism.chain.n - 1]
    ground = _end(chain[0] if 0 in links else None, first, symbols[1:2])
    hand = chain[-1][::-1] if mechanism.last_link in links else None
    before = symbols[: mechanism.chain.n - 1][-1:]
    return FlatDiagram(
        symbols, chain, others, lengths, ground, _end(hand, last, before), pose, view
    )


def _end(line: Array | None, symbol: FlatSymbol, neighbour: Sequence[FlatSymbol]) -> Array:
    """Where the arm ends, and the direction away from it, (2, 2).

    line: from that end on; None where the flange, or the base, is at the joint next to it.
    """
    if line is not None:
        return np.stack([line[0], _direction(line[0] - line[1])])
    off = symbol.place - neighbour[0].place if neighbour else np.zeros(2)
    away = symbol.axis if symbol.axis.any() else off
    away = -away if away @ off < 0.0 else away
    return np.stack([symbol.place + 0.5 * _direction(away), _direction(away)])


def _direction(vector: Array) -> Array:
    """The unit vector along a vector (2,); to the right where it has no direction."""
    size = float(np.linalg.norm(vector))
    return np.asarray(vector / size) if size > SEEN**2 else np.array([1.0, 0.0])


def _spread(
    drawing: LineDrawing, view: View, keep: bool
) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """The lines of the chain on the paper, and how far the end of each was moved, (2,).

    keep: whether all lengths stay as they are.
    """
    lines, moved, shift = [], [], np.zeros(2)
    places = [symbol.place for symbol in drawing.symbols]
    for _, path in drawing.chain:
        flat = path @ view.rows.T / drawing.length
        whole = float(np.linalg.norm(flat[-1] - flat[0]))
        between = all(
            any(np.linalg.norm(end - place) < SAME for place in places) for end in path[[0, -1]]
        )
        factor = SPACE / whole if between and not keep and SEEN < whole < SPACE else 1.0
        drawn = flat[0] + shift + factor * (flat - flat[0])
        lines.append(drawn)
        shift = drawn[-1] - flat[-1]
        moved.append(shift)
    return tuple(lines), tuple(moved)


def _where(point: Array, drawing: LineDrawing, chain: Sequence[Array]) -> Array | None:
    """Where on the paper a point (3,) of the chain is drawn; None where no line passes it."""
    for (_, path), flat in zip(drawing.chain, chain, strict=True):
        for k, (a, b) in enumerate(pairwise(path)):
            along = b - a
            share = float((point - a) @ along) / float(along @ along)
            near = np.linalg.norm(point - a - share * along) < SAME
            if near and -SAME < share < 1.0 + SAME:
                return np.asarray(flat[k] + share * (flat[k + 1] - flat[k]))
    return None


def _flat(
    symbol: Symbol,
    drawing: LineDrawing,
    view: View,
    chain: Sequence[Array],
    moved: Sequence[Array],
) -> FlatSymbol:
    """A symbol on the paper."""
    plain = view.rows @ symbol.place / drawing.length
    found = _where(symbol.place, drawing, chain)
    place = plain + moved[0] if found is None and moved else plain if found is None else found
    sine = float(symbol.axis @ view.eye)
    axis = np.zeros(2)
    if abs(sine) <= SQUARE:
        axis = view.rows @ symbol.axis / np.sqrt(1.0 - sine * sine)
    meeting = None
    if symbol.meeting is not None:
        meeting = place + view.rows @ (symbol.meeting - symbol.place) / drawing.length
    tilt = float(np.degrees(np.arcsin(np.clip(abs(sine), 0.0, 1.0))))
    return FlatSymbol(symbol.form, place, axis, tilt, symbol.number, meeting)


def _shifted(
    path: Array,
    drawing: LineDrawing,
    view: View,
    chain: Sequence[Array],
    moved: Sequence[Array],
    keep: bool,
) -> Array:
    """A rail, a rod or a bar on the paper, moved as the symbol that it belongs to."""
    flat = path @ view.rows.T / drawing.length
    if keep:
        return flat
    for point, drawn in zip(path[::-1], flat[::-1], strict=True):
        found = _where(point, drawing, chain)
        if found is not None:
            return flat + (found - drawn)
    for symbol in drawing.symbols:
        a, b = path[0], path[-1]
        off = np.cross(symbol.place - a, (b - a) / np.linalg.norm(b - a))
        found = _where(symbol.place, drawing, chain)
        if np.linalg.norm(off) < SAME and found is not None:
            return flat + (found - view.rows @ symbol.place / drawing.length)
    return flat


def _lengths(
    plain: LineDrawing, drawing: LineDrawing, view: View, chain: Sequence[Array]
) -> Iterator[Length]:
    """The lengths of the straight runs of the chain, from corner to corner."""
    changing = _changed_by_slides(plain)
    for link, a, b in _runs(plain):
        mm = float(np.linalg.norm(b - a))
        if mm < LEAST:
            continue
        slide = 0
        for number, (first, axis) in list(changing.items()):
            if link >= first and abs((b - a) @ axis) > (1.0 - FLAT**2) * mm:
                slide = number
                del changing[number]
        depth = float((b - a) @ view.eye) / mm
        places = [_where(a + share * (b - a), drawing, chain) for share in (0.5, 0.25, 0.75, 0, 1)]
        place = next((found for found in places if found is not None), None)
        if place is not None:
            hidden = abs(depth) > np.sqrt(1.0 - FLAT**2)
            yield Length(place, mm, int(np.sign(depth)) if hidden else 0, slide)


def _changed_by_slides(plain: LineDrawing) -> dict[int, tuple[int, Array]]:
    """For the number of a slide the first link that it moves, and its axis, (3,).

    It changes the length of the first run along its axis if the next axis is parallel: then no
    point of the next axis belongs to the sliding link.
    """
    found = {}
    for symbol, after in pairwise(plain.symbols):
        parallel = abs(symbol.axis @ after.axis) > 1.0 - FLAT**2
        if symbol.form not in TURNING and symbol.form is not Form.BALL and parallel:
            first = symbol.link if symbol.form is Form.RAIL else symbol.link + 1
            found[symbol.number] = (first, symbol.axis)
    return found


def _runs(plain: LineDrawing) -> Iterator[tuple[int, Array, Array]]:
    """The straight runs of the chain with the link that each begins on, over joints on the way.

    A run ends at a joint unless that twists it, or it goes along the axis of the joint.
    """
    stops = [symbol for symbol in plain.symbols if symbol.form is not Form.TWIST]
    steps = [(link, *step) for link, path in plain.chain for step in pairwise(path)]
    steps = [step for step in steps if np.linalg.norm(step[2] - step[1]) > SAME]
    if not steps:
        return
    first, start, last = steps[0]
    for link, a, b in steps[1:]:
        before, now = last - start, b - a
        across = np.linalg.norm(np.cross(before, now))
        straight = before @ now > 0.0 and across < FLAT**2 * float(before @ now)
        size = np.linalg.norm(now)
        stopped = any(
            np.linalg.norm(a - stop.place) < LEAST and abs(now @ stop.axis) < SQUARE * size
            for stop in stops
        )
        if stopped or not straight or np.linalg.norm(a - last) > LEAST:
            yield first, start, last
            first, start = link, a
        last = b
    yield first, start, last
