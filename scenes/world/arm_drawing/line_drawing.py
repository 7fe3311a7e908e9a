"""An arm as textbooks draw it: links as lines, and a symbol for each joint, by its form.

The forms are those of the textbook (joint_symbols.py); a ball is passive. Symbols that were moved
apart are reached by the links in a bend, and their axes are drawn on to the point where they meet.
All points are in the base frame, mm. The drawing is laid out once, at `reference` joint values, and
then moved with the links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kinematics import ClosedChain, Mechanism, link_poses
from kinematics.arm.axes import axes_at_zero, feet, parallel
from kinematics.poses.transforms import invert
from scenes.world.arm_drawing.joint_symbols import ALONG, TURNING, Form, form_of, symbol_places
from scenes.world.arm_drawing.skeleton import TOGETHER, Skeleton, skeleton_of
from scenes.world.frozen import Array

# Of the length of the arm: the length of a symbol.
SYMBOL = 0.064
# Of the length of a symbol: half of a slide's rod or rail where it has no limits.
FREE_TRAVEL = 2.0
# Of the length of a symbol: what a rail or rod reaches beyond the limits.
BEYOND = 0.6
# Of the length of a symbol: axes that come nearer to each other than this meet.
MEETS = 1e-3


Line = tuple[int, Array]


@dataclass(frozen=True, eq=False)
class Symbol:
    """The symbol of a joint.

    place: (3,), on the axis. axis: unit vector (3,). link: that the symbol moves with. number: of
    the driven joint, from 1; 0 for a passive one. meeting: where the axis meets that of a neighbour
    and the symbol is elsewhere, (3,), or None.
    """

    form: Form
    place: Array
    axis: Array
    link: int
    number: int
    meeting: Array | None = None


@dataclass(frozen=True, eq=False)
class LineDrawing:
    """A line is a pair of a link and of a path (m, 3) that moves with it.

    symbols: of all joints. chain: lines from base to flange, each from where the last one ends but
    for slides. others: rails and rods of slides, and what closed loops add. size: sum of the
    lengths of the links, mm. length: of a symbol, mm.
    """

    symbols: tuple[Symbol, ...]
    chain: tuple[Line, ...]
    others: tuple[Line, ...]
    size: float
    length: float

    def posed(self, T_links: Array) -> LineDrawing:
        """The drawing with its links moved by T_links (J + 1, 4, 4), base frame."""
        symbols = tuple(_moved_symbol(symbol, T_links[symbol.link]) for symbol in self.symbols)
        chain, others = (
            tuple((link, moved(path, T_links[link])) for link, path in lines)
            for lines in (self.chain, self.others)
        )
        return LineDrawing(symbols, chain, others, self.size, self.length)

    def placed(self, T: Array) -> LineDrawing:
        """The drawing moved as a whole by a pose T (4, 4)."""
        links = [link for link, _ in (*self.chain, *self.others)]
        count = 1 + max(links + [symbol.link for symbol in self.symbols])
        return self.posed(np.broadcast_to(T, (count, 4, 4)))

    @property
    def paths(self) -> list[Array]:
        """The paths (m, 3) of all lines, mm."""
        return [path for _, path in (*self.chain, *self.others)]


def moved(points: Array, T: Array) -> Array:
    """Points (..., 3) moved by a pose (4, 4)."""
    return np.asarray(points @ T[:3, :3].T + T[:3, 3])


def _moved_symbol(symbol: Symbol, T: Array) -> Symbol:
    meeting = None if symbol.meeting is None else moved(symbol.meeting, T)
    place, axis = moved(symbol.place, T), T[:3, :3] @ symbol.axis
    return Symbol(symbol.form, place, axis, symbol.link, symbol.number, meeting)


def drawn_at(mechanism: Mechanism, q: ArrayLike, symbol: float = SYMBOL) -> LineDrawing:
    """The drawing of an arm at joint values q (n,), rad or mm; symbol: see `line_drawing`."""
    T_links = link_poses(mechanism, q) @ invert(reference_links(mechanism))
    return line_drawing(mechanism, symbol).posed(T_links)


def chain_at(mechanism: Mechanism, q: ArrayLike) -> Array:
    """The points (..., k, 3) of the lines from base to flange at joint values q (..., n), mm."""
    T_links = link_poses(mechanism, q) @ invert(reference_links(mechanism))
    drawn = [
        path @ np.swapaxes(T_links[..., link, :3, :3], -1, -2) + T_links[..., link, None, :3, 3]
        for link, path in line_drawing(mechanism).chain
    ]
    return np.concatenate(drawn, axis=-2)


def reference(chain: Mechanism) -> Array:
    """Joint values (n,) at which a chain is laid out: slides half way, turning joints at zero.

    A slide at zero often lies folded into the joint before it.
    """
    limited = (chain.revolute == 0.0) & np.isfinite(chain.lower) & np.isfinite(chain.upper)
    return (np.where(limited, chain.lower, 0.0) + np.where(limited, chain.upper, 0.0)) / 2.0


@lru_cache(maxsize=64)
def reference_links(mechanism: Mechanism) -> Array:
    """Poses of all links (J + 1, 4, 4) in the base as they are laid out."""
    if isinstance(mechanism, ClosedChain):
        return mechanism.linkage.frames(np.zeros(mechanism.linkage.count))
    return link_poses(mechanism, reference(mechanism))


def _laid_out(mechanism: Mechanism) -> Mechanism:
    """The chain from base to flange with its zero where it is laid out; limits count from there."""
    chain = mechanism.chain
    if isinstance(mechanism, ClosedChain):
        return chain
    shift = reference(chain)
    T_slid = np.tile(np.eye(4), (chain.n, 1, 1))
    T_slid[:, 2, 3] = shift
    joints = tuple(
        replace(joint, lower=joint.lower - by, upper=joint.upper - by)
        for joint, by in zip(chain.joints, shift, strict=True)
    )
    return replace(chain, joints=joints, T_link_joint=chain.T_link_joint @ T_slid)


@lru_cache(maxsize=64)
def line_drawing(mechanism: Mechanism, symbol: float = SYMBOL) -> LineDrawing:
    """The drawing of an arm as it is laid out; symbol: length of a symbol, of the size."""
    chain = _laid_out(mechanism)
    arm = skeleton_of(chain)
    size = _size(mechanism, arm)
    length = symbol * size
    forms = [form_of(chain, arm, i) for i in range(chain.n)]
    places = symbol_places(chain, arm, forms, length)
    links, numbers = _links_and_numbers(mechanism)
    symbols: list[Symbol] = []
    others: list[Line] = []
    hidden = [link - 1 in _stand_ins(mechanism) for link in links[1:]]
    lines: list[Line] = []
    if len(arm.paths[0]) > 1 and not hidden[0]:
        lines.append((links[0], _route(arm.paths[0], arm.paths[0][0], places[0])))
    for i, form in enumerate(forms):
        if hidden[i]:
            continue
        axis, path = arm.axes[i], arm.paths[i + 1]
        start = places[i] if form in TURNING else path[0]
        end = places[i + 1] if i + 1 < chain.n else path[-1]
        if i + 1 < chain.n or not _passed(path, start):
            lines.append((links[i + 1], _route(path, start, end)))
        if form not in TURNING:
            others.append(_guide(chain, i, form, (places[i], start), axis, links, length))
        on_rail = form is Form.RAIL
        place, link = (start, links[i + 1]) if on_rail else (places[i], links[i])
        meeting = _meeting(chain, i, place, length)
        symbols.append(Symbol(form, place, axis, link, numbers[i], meeting))
    if isinstance(mechanism, ClosedChain):
        own = {0: _base_point(mechanism, arm), **dict(zip(links[1:], places, strict=True))}
        side_symbols, side_lines = _beside(mechanism, own)
        symbols += side_symbols
        others += side_lines
    kept = tuple(_kept(lines)), tuple(_kept(others))
    return LineDrawing(tuple(symbols), *kept, size, length)


def _stand_ins(mechanism: Mechanism) -> tuple[int, ...]:
    """Places of passive slides that no arm is built with: nothing is drawn of them."""
    return mechanism.stand_ins if isinstance(mechanism, ClosedChain) else ()


def _size(mechanism: Mechanism, arm: Skeleton) -> float:
    """The length of the arm, mm: of its chain, or of the longest bars that its loops add."""
    lengths = [sum(arm.length(link) for link in range(len(arm.paths)))]
    if isinstance(mechanism, ClosedChain):
        linkage = mechanism.linkage
        steps = np.linalg.norm(linkage.T_link_joint[:, :3, 3], axis=1)
        lengths += [float(steps[list(path)].sum()) for path in linkage.paths]
    return max(lengths) or 1.0


def _base_point(mechanism: ClosedChain, arm: Skeleton) -> Array:
    """Where the bars of the base that lead to joints beside the chain begin, (3,).

    Of one such joint the point of axis 1 next to it; of several their middle.
    """
    linkage = mechanism.linkage
    frames = linkage.frames(np.zeros(linkage.count))
    on_base = [frames[k + 1, :3, 3] for k in mechanism.beside if linkage.carriers[k] == 0]
    if len(on_base) == 1 and mechanism.chain.kinds[0] == "R":
        return np.asarray(arm.seats[0] + arm.axes[0] * ((on_base[0] - arm.seats[0]) @ arm.axes[0]))
    return np.mean(on_base, axis=0) if on_base else np.zeros(3)


def _kept(lines: list[Line]) -> Iterator[Line]:
    """The lines without repeated points, and without those that are a point."""
    for link, path in lines:
        apart = [path[0]] + [b for a, b in pairwise(path) if np.linalg.norm(b - a) > TOGETHER]
        if len(apart) > 1:
            yield link, np.array(apart)


def _links_and_numbers(mechanism: Mechanism) -> tuple[list[int], list[int]]:
    """The links of the chain from the base on, and the numbers of its driven joints, else 0."""
    if not isinstance(mechanism, ClosedChain):
        return list(range(mechanism.n + 1)), list(range(1, mechanism.n + 1))
    driven, places = mechanism.assembly.driven, mechanism.chain_places
    numbers = [driven.index(k) + 1 if k in driven else 0 for k in places]
    return [0, *(place + 1 for place in places)], numbers


def _passed(path: Array, start: Array) -> bool:
    """Whether the symbol of the last joint was moved on past the flange, or is at it."""
    shift, reach = start - path[0], path[-1] - path[0]
    along = float(shift @ reach)
    sizes = float(np.linalg.norm(shift)), float(np.linalg.norm(reach))
    is_straight = along > ALONG * sizes[0] * sizes[1]
    return len(path) == 1 or (is_straight and sizes[0] > sizes[1])


def _route(path: Array, start: Array, end: Array) -> Array:
    """The way of a link from one symbol to the next, (m, 3): its path, led round to them.

    path: (m, 3), from seat to seat. A start that was moved away along its axis takes the first
    bend with it, so that the link does not run back through the seat.
    """
    shift = start - path[0]
    if np.linalg.norm(shift) <= TOGETHER:
        return np.vstack([start, path[1:], end])
    if len(path) == 1:
        return np.vstack([start, start + (end - path[-1]), end])
    first = path[1] - path[0]
    if shift @ first > ALONG * np.linalg.norm(shift) * np.linalg.norm(first):
        return np.vstack([start, path[1:], end])
    if shift @ first < -ALONG * np.linalg.norm(shift) * np.linalg.norm(first):
        return np.vstack([start, path, end])
    return np.vstack([start, path[1] + shift, path[1:], end])


def _guide(
    chain: Mechanism,
    i: int,
    form: Form,
    ends: tuple[Array, Array],
    axis: Array,
    links: list[int],
    length: float,
) -> Line:
    """The rail or the rod of slide i: the link that it belongs to, and its ends (2, 3).

    ends: the place of the joint, and where the path of the sliding link begins.
    """
    beyond, free = BEYOND * length, FREE_TRAVEL * length
    bounded = bool(np.isfinite(chain.lower[i]) and np.isfinite(chain.upper[i]))
    lower, upper = (float(chain.lower[i]), float(chain.upper[i])) if bounded else (-free, free)
    if form is Form.RAIL:
        return links[i], ends[1] + np.outer([lower - beyond, upper + beyond], axis)
    back = 0.0 if form is Form.TELESCOPE else upper
    return links[i + 1], np.vstack([ends[0] - axis * (back + beyond), ends[1]])


def _meeting(chain: Mechanism, i: int, place: Array, length: float) -> Array | None:
    """Where the axis of joint i meets that of a neighbour, if its symbol is elsewhere, (3,)."""
    z, p = axes_at_zero(chain)
    for j in (i - 1, i + 1):
        if not 0 <= j < chain.n or parallel(z[i], z[j]):
            continue
        own, other = feet(z[i], p[i], z[j], p[j])
        meets = np.linalg.norm(own - other) < MEETS * length
        if meets and length / 2.0 < np.linalg.norm(own - place) < FREE_TRAVEL * length:
            return np.asarray(own)
    return None


def _beside(mechanism: ClosedChain, own: dict[int, Array]) -> tuple[list[Symbol], list[Line]]:
    """Symbols and lines of what closed loops add to a chain.

    own: where each link of the chain begins, (3,), the base included. Two passive joints in one
    point are the ball of a rod end.
    """
    linkage, driven = mechanism.linkage, mechanism.assembly.driven
    frames = linkage.frames(np.zeros(linkage.count))
    symbols: list[Symbol] = []
    lines: list[Line] = []
    for k in mechanism.beside:
        carrier, place = linkage.carriers[k], frames[k + 1, :3, 3]
        own[k + 1] = place
        if np.linalg.norm(place - own[carrier]) <= TOGETHER and carrier - 1 in mechanism.beside:
            last = symbols.pop()
            symbols.append(Symbol(Form.BALL, place, last.axis, last.link, 0))
            continue
        form = Form.BEND if linkage.kinds[k] == "R" else Form.SLEEVE
        number = driven.index(k) + 1 if k in driven else 0
        symbols.append(Symbol(form, place, frames[k + 1, :3, 2], carrier, number))
        if carrier or not mechanism.stand_ins:
            lines.append((carrier, np.vstack([own[carrier], place])))
    on_base = [own[k + 1] for k in mechanism.beside if not linkage.carriers[k]]
    if mechanism.stand_ins and on_base:  # nothing leads from the origin of the base to the arm
        lines.append((0, np.vstack([*on_base, on_base[0]])))
    for closing in linkage.closings:
        ends = [moved(p, frames[k]) for k, p in zip(closing.links, closing.points, strict=True)]
        lines += [(k, np.vstack([own[k], end])) for k, end in zip(closing.links, ends, strict=True)]
        link = closing.links[0]
        axis = np.array([0.0, 0.0, 1.0])
        if closing.axes is not None:
            axis = frames[link, :3, :3] @ np.asarray(closing.axes[0])
        form = Form.BALL if closing.axes is None else Form.BEND
        symbols.append(Symbol(form, ends[0], axis, link, 0))
    return symbols, lines
