"""The form of each joint's symbol, and where it stands on the axis of the joint.

A turning joint twists the bar that runs along its axis, or bends the bars that run across it. A
slide is a rod that passes through a sleeve, a carriage on a rail, or a telescope, by the way in
which the links before and after it run. Symbols of joints whose seats coincide would be drawn into
each other, so all but one of them are moved along their axes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import numpy as np

from kinematics import Mechanism, forward
from kinematics.arm.joints import JointKind
from scenes.world.arm_drawing.skeleton import TOGETHER, Skeleton
from scenes.world.frozen import Array

# Of the length of a symbol: joints nearer to each other than this are moved apart, by so much.
APART, SHIFT = 0.9, 1.3
# Cosine of the angle up to which a link counts as running along an axis.
ALONG = 0.7


class Form(Enum):
    """How a joint is drawn."""

    TWIST = "twisting"
    BEND = "bending"
    SLEEVE = "sleeve"
    RAIL = "rail"
    TELESCOPE = "telescope"
    BALL = "ball"


TURNING = (Form.TWIST, Form.BEND)


def form_of(chain: Mechanism, arm: Skeleton, i: int) -> Form:
    """The form of joint i of a chain, by the way in which the links before and after it run."""
    axis = arm.axes[i]
    flange = forward(chain, np.zeros(chain.n))[:3, 3]
    before = _step([arm.paths[i][0]], arm.seats[i])
    after = _step([*arm.seats[i + 1 :], flange], arm.paths[i + 1][0])
    if chain.joints[i].kind is JointKind.PRISMATIC:
        carries_slide = chain.kinds[i + 1 : i + 2] == "P"
        if _runs(after, axis) is False or (after is None and carries_slide):
            return Form.RAIL
        return Form.TELESCOPE if _runs(before, axis) else Form.SLEEVE
    (in_along, in_across), (out_along, out_across) = (
        _parts(path, axis) for path in (arm.paths[i], arm.paths[i + 1])
    )
    if in_along + in_across + out_along + out_across > TOGETHER:
        is_column = i == 0 and in_along > in_across <= TOGETHER
        is_hand = i == chain.n - 1 and out_along > out_across <= TOGETHER
        is_twist = is_column or is_hand or in_along + out_along > in_across + out_across
        return Form.TWIST if is_twist else Form.BEND
    far = after if after is not None else _step(list(arm.seats[:i][::-1]), arm.seats[i])
    return Form.TWIST if _runs(far, axis) else Form.BEND


def _parts(path: Array, axis: Array) -> tuple[float, float]:
    """How far a path (m, 3) runs along an axis, and how far across it, mm."""
    steps = np.diff(path, axis=0)
    along = steps @ axis
    across = np.linalg.norm(steps - along[:, None] * axis, axis=1)
    return float(np.abs(along).sum()), float(across.sum())


def _step(others: list[Array], here: Array) -> Array | None:
    """From `here` to the first of some points that is elsewhere, or None."""
    apart = (p - here for p in others if np.linalg.norm(p - here) > TOGETHER)
    return next(apart, None)


def _runs(step: Array | None, axis: Array) -> bool | None:
    """Whether a step (3,) runs along an axis; None where there is no step."""
    return None if step is None else bool(abs(step @ axis) > ALONG * np.linalg.norm(step))


def symbol_places(chain: Mechanism, arm: Skeleton, forms: list[Form], length: float) -> Array:
    """Places of the symbols (n, 3), mm, on their axes and at least APART of a symbol apart.

    In a group of turning joints next to each other one stays, a bending one if there is one; the
    others move along their axes, away from it.
    """
    places = np.array(arm.seats)
    flange = forward(chain, np.zeros(chain.n))[:3, 3]
    for group in _groups(arm.seats, forms, length):
        bending = [i for i in group if forms[i] is Form.BEND] or group
        stays = bending[-1] if group[0] == 0 else bending[0]
        for i in group:
            if i != stays:
                later = _step([*arm.seats[i + 1 :], flange], arm.seats[i])
                earlier = _step(list(arm.seats[:i][::-1]), arm.seats[i])
                away = later if i > stays else earlier if earlier is not None else _back(later)
                places[i] = _aside(arm, i, stays, away, length)
    return places


def _groups(seats: Array, forms: list[Form], length: float) -> Iterator[list[int]]:
    """Runs of turning joints whose seats are too near to the next one for their symbols."""
    group: list[int] = []
    for i, form in enumerate(forms):
        near = bool(group) and np.linalg.norm(seats[i] - seats[group[-1]]) < APART * length
        if form in TURNING and near:
            group.append(i)
            continue
        if len(group) > 1:
            yield group
        group = [i] if form in TURNING else []
    if len(group) > 1:
        yield group


def _back(step: Array | None) -> Array | None:
    return None if step is None else -step


def _aside(arm: Skeleton, i: int, stays: int, away: Array | None, length: float) -> Array:
    """The place of joint i (3,), SHIFT of a symbol from the seat of joint `stays`.

    It lies on the side of its own seat; where there is none, on that of the step `away` (3,).
    """
    axis, off = arm.axes[i], arm.seats[i] - arm.seats[stays]
    along = float(off @ axis)
    side = along if abs(along) > TOGETHER else 0.0 if away is None else float(away @ axis)
    if abs(side) <= TOGETHER:
        side = 1.0 if i > stays else -1.0
    across = float(np.linalg.norm(off - along * axis))
    wanted = np.sqrt(max((SHIFT * length) ** 2 - across**2, 0.0))
    return np.asarray(arm.seats[i] + axis * (np.sign(side) * wanted - along))
