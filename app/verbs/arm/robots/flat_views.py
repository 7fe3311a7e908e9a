"""How an arm is best seen on paper: at which joint values, and from which side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinematics import Mechanism
from scenes import Robot
from scenes.world.arm_drawing.line_drawing import LineDrawing, drawn_at, reference
from scenes.world.frozen import Array

SYMBOL = 0.055  # length of a symbol, of the length of the arm
FLAT = 0.02  # sine of the angle up to which an axis counts as in the paper, or square to it
SQUARE = 0.75  # cosine of the angle to the eye up to which an axis is drawn as square to the paper
SEEN = 0.05  # lengths of a symbol: a line shorter on the paper counts as square to it
SAME = 1e-5  # mm: points nearer to each other are one
RIGHT = np.pi / 2
CLOSE = 0.75  # lengths of a symbol: symbols and links nearer than this cover each other
LONG = 0.12  # of the size of the arm: longer links have to be seen
COVERED_LINK = 3  # faults that a long link counts under another one, or seen from its end


@dataclass(frozen=True, eq=False)
class View:
    """How the arm is seen. rows: (2, 3), the directions to the right and upwards; eye: towards the
    viewer, (3,); all base frame."""

    rows: Array
    eye: Array


def best_view(robot: Robot) -> tuple[str, Array, View]:
    """The joint values at which an arm is seen best, in words and as (n,), and the view."""
    mechanism = robot.mechanism
    poses = _poses_of(robot)
    choices = []
    for number, (words, q) in enumerate(poses.items()):
        drawing = drawn_at(mechanism, q, SYMBOL)
        for view in _views(drawing):
            faults, share = _score(drawing, view, mechanism.has_loops)
            choices.append((faults, number, -share, words, view))
    # The fewest faults, then the first of the poses, then links at their lengths.
    _, _, _, words, view = min(choices, key=lambda choice: choice[:3])
    return words, poses[words], view


def _poses_of(robot: Robot) -> dict[str, Array]:
    """Joint values (n,) at which an arm may be drawn, by what is said of them.

    At zero arms are often stretched or folded. Whole right angles, as near to ready or with one
    joint bent, keep axes that are square to each other in the paper.
    """
    mechanism = robot.mechanism
    if mechanism.has_loops:
        return {"all joints at zero": np.zeros(mechanism.n), "all joints at ready": robot.ready}
    laid_out, turns = reference(mechanism), mechanism.revolute > 0.0
    has_slides = not turns.all()
    zero = "turning joints at zero, slides half way" if has_slides else "all joints at zero"
    poses = {zero: laid_out}
    square = np.where(turns, RIGHT * np.round(robot.ready / RIGHT), laid_out)
    bent = [laid_out + side * RIGHT * row for row in np.diag(turns) for side in (1.0, -1.0)]
    for q in (square, *(q for q in bent if (q != laid_out).any())):
        poses.setdefault(_in_words(mechanism, q), q)
    return poses | {"all joints at ready": robot.ready}


def _in_words(mechanism: Mechanism, q: Array) -> str:
    degrees = " ".join(
        f"{np.degrees(value) + 0.0:.0f}" if kind == "R" else "half way"
        for kind, value in zip(mechanism.kinds, q, strict=True)
    )
    return f"joints at {degrees} deg"


def _views(drawing: LineDrawing) -> Iterator[View]:
    """The sides from which the arm may be seen: along its axes, and along those of the base."""
    eyes = [*np.eye(3), *(symbol.axis for symbol in drawing.symbols)]
    seen: list[Array] = []
    ends = [path for _, path in drawing.chain]
    reach = ends[-1][-1] - ends[0][0] if ends else np.zeros(3)
    for axis in eyes:
        if any(abs(axis @ other) > 1.0 - FLAT**2 for other in seen):
            continue
        seen.append(axis)
        up = np.array([0.0, 0.0, 1.0])
        if abs(axis @ up) > SQUARE:
            up = np.array([0.0, 1.0, 0.0])
        up = up - axis * (axis @ up)
        up /= np.linalg.norm(up)
        right = np.cross(up, axis)
        if right @ reach < -SAME:
            right, axis = -right, -axis
        yield View(np.stack([right, up]), axis)


def _score(drawing: LineDrawing, view: View, has_loops: bool) -> tuple[float, float]:
    """Faults of a view, and the share of the bars' lengths that is seen.

    Faults: axes neither in the paper nor square to it, and what is covered; of closed loops nothing
    but the axes, since their bars have to be seen.
    """
    sines = [abs(float(symbol.axis @ view.eye)) for symbol in drawing.symbols]
    tilted = sum(FLAT < sine < np.sqrt(1.0 - FLAT**2) for sine in sines)
    seen = total = 0.0
    places = [symbol.place for symbol in drawing.symbols]
    for path in drawing.paths:
        ends = [min(np.linalg.norm(end - place) for place in places) for end in path[[0, -1]]]
        if max(ends) < SAME:
            total += float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
            flat = np.diff(path @ view.rows.T, axis=0)
            seen += float(np.linalg.norm(flat, axis=1).sum())
    hidden = sum(
        np.linalg.norm(b - a) > LONG * drawing.size
        and abs((b - a) @ view.eye) > SQUARE * np.linalg.norm(b - a)
        for path in drawing.paths
        for a, b in pairwise(path)
    )
    share = round(seen / (total or 1.0), 3)
    covered = 0 if has_loops else _covered(drawing, view) + COVERED_LINK * int(hidden)
    return tilted + covered, share


def _covered(drawing: LineDrawing, view: View) -> int:
    """How many symbols and links are covered by others that they do not lead to."""
    near = CLOSE * drawing.length
    flat = [path @ view.rows.T for _, path in drawing.chain]
    places = np.array([symbol.place for symbol in drawing.symbols])
    drawn = places @ view.rows.T
    found = 0
    for i, place in enumerate(places):
        gaps = list(np.linalg.norm(drawn[i + 2 :] - drawn[i], axis=1))
        if i + 1 < len(places):  # neighbours are drawn apart, unless one is behind the other
            gaps.append(np.linalg.norm(drawn[i + 1] - drawn[i]) * CLOSE / SEEN)
        for (_, path), line in zip(drawing.chain, flat, strict=True):
            if np.linalg.norm(path[[0, -1]] - place, axis=1).min() > SAME:
                gaps += [_to_segment(drawn[i], a, b) for a, b in pairwise(line)]
        found += int(min(gaps, default=np.inf) < near)
    for before, after in pairwise(flat):
        back, on = before[-1] - before[-2], after[1] - after[0]
        sizes = float(np.linalg.norm(back) * np.linalg.norm(on))
        found += COVERED_LINK * int(sizes > near**2 / 4.0 and back @ on < -(1.0 - FLAT) * sizes)
    for i, line in enumerate(flat):
        middles = [(a + b) / 2.0 for a, b in pairwise(line)]
        others = [step for other in flat[i + 2 :] for step in pairwise(other)]
        gaps = [_to_segment(middle, a, b) for middle in middles for a, b in others]
        size = np.linalg.norm(np.diff(line, axis=0), axis=1).sum()
        weight = COVERED_LINK if size > LONG * drawing.size else 1
        found += weight * int(min(gaps, default=np.inf) < near)
    return found


def _to_segment(point: Array, a: Array, b: Array) -> float:
    """Distance of a point from the segment from a to b, all (2,)."""
    along = b - a
    share = float((point - a) @ along) / max(float(along @ along), SAME**2)
    return float(np.linalg.norm(point - a - np.clip(share, 0.0, 1.0) * along))
