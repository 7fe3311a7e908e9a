"""What a hand would hold in a state: parts between its fingers, or at its suction cups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from geometry import Solid, pair_clearance
from geometry.solids.tree import contains
from kinematics import invert
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import GripRule, Hand
from scenes.world.state import CellState
from scenes.world.units import shown

# Points of the line to each finger that are tested for lying in a part.
GRIP_POINTS = 41
# Points on the rim of a suction cup that must lie on the face, besides its centre; they lie this
# share of its radius from the centre, because the lip itself may stand over a rounded edge.
RIM_POINTS, RIM = 8, 0.9
# Mm: fingers that stay farther than this from a part do not grip it.
GRIP_SLACK = 1.0


def parts_to_hold(
    cell: Cell, state: CellState, hand: Hand, T_world_flange: Array
) -> tuple[str, ...]:
    """Names of the parts that the hand would hold here, the best first."""
    if hand.rule is GripRule.FINGERS:
        return between_fingers(cell, state, hand, T_world_flange)
    if hand.rule is GripRule.SUCTION:
        present = _present(cell, state)
        return tuple(
            name
            for name, (solid, T_world_part) in present.items()
            if is_sucked(hand, T_world_flange, solid, T_world_part)
        )
    return ()


def between_fingers(
    cell: Cell, state: CellState, hand: Hand, T_world_flange: Array
) -> tuple[str, ...]:
    """Names of the parts that lie between the fingers, ordered by how much of the line they fill.

    The line runs from the grip point to each finger and is as long as the finger's travel. A part
    whose solid meets the line lies between the fingers.
    """
    points = _line_to_fingers(state, hand)
    found: dict[str, int] = {}
    for name, (solid, T_world_part) in _present(cell, state).items():
        inside = points @ (invert(T_world_part) @ T_world_flange).T
        found[name] = int(np.count_nonzero(contains(solid, inside[:, :3])))
    return tuple(sorted((n for n in found if found[n]), key=lambda n: -found[n]))


def is_sucked(hand: Hand, T_world_flange: Array, solid: Solid, T_world_part: Array) -> bool:
    """Whether every cup of a suction hand lies on a flat face of a part.

    A tolerance before each point of a cup there must be the part, and a tolerance behind it none.
    """
    if hand.suction is None:
        return False
    points = suction_points(hand)
    T = invert(T_world_part) @ T_world_flange @ hand.T_flange_grip
    before, behind = (
        points + np.array([0.0, 0.0, side * hand.suction.tolerance, 0.0]) for side in (1.0, -1.0)
    )
    if not contains(solid, (before @ T.T)[:, :3]).all():
        return False
    return not contains(solid, (behind @ T.T)[:, :3]).any()


def suction_points(hand: Hand) -> Array:
    """Points of all cups in the grip frame, homogeneous, shape (k, 4)."""
    assert hand.suction is not None
    angles = np.linspace(0.0, 2.0 * np.pi, RIM_POINTS, endpoint=False)
    rim = RIM * hand.suction.radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    around = np.vstack([np.zeros((1, 2)), rim])
    flat = (hand.suction.cups[:, None] + around).reshape(-1, 2)
    return np.column_stack([flat, np.zeros(len(flat)), np.ones(len(flat))])


def why_nothing(cell: Cell, state: CellState, hand: Hand, T_world_flange: Array) -> str:
    """Why the hand holds nothing here: the nearest part and what keeps it from being held."""
    if hand.rule is GripRule.NONE:
        return f"{hand.title or 'the tool'} holds no parts"
    gaps = {
        name: _distance(hand, state.opening, T_world_flange, solid, T_world_part)
        for name, (solid, T_world_part) in _present(cell, state).items()
    }
    if not gaps:
        return "no part is in the cell yet"
    nearest = min(gaps, key=lambda name: gaps[name])
    gap = gaps[nearest]
    if hand.rule is GripRule.SUCTION:
        if gap > _tolerance(hand):
            return f"the nearest part, {nearest}, is {shown(gap)} mm from the suction cups"
        return f"{nearest} has no flat face there that covers the suction cups, square to them"
    if gap > GRIP_SLACK:
        return f"the nearest part, {nearest}, is {shown(gap)} mm from the fingers"
    return f"the nearest part, {nearest}, lies beside the fingers, not between them"


def finger_gap(
    hand: Hand, state: CellState, T_world_flange: Array, solid: Solid, T: Array
) -> float:
    """Greatest distance, mm, of a finger from a part whose pose in the world is T (4, 4).

    0 where all fingers touch the part or stand in it.
    """
    gaps = (
        _gap(body, T_body, solid, T)
        for body, T_body in _finger_poses(hand, state.opening, T_world_flange)
    )
    return max(gaps, default=0.0)


def _tolerance(hand: Hand) -> float:
    return 0.0 if hand.suction is None else hand.suction.tolerance


def _distance(
    hand: Hand, opening: float, T_world_flange: Array, solid: Solid, T_world_part: Array
) -> float:
    """Least distance, mm, of what grips from a part: of the fingers, or of the bodies of cups."""
    bodies = list(_finger_poses(hand, opening, T_world_flange))
    bodies += [
        (body.solid, T_world_flange @ body.T_flange_body)
        for body in (hand.bodies if not bodies else ())
    ]
    return min((_gap(body, T, solid, T_world_part) for body, T in bodies), default=np.inf)


def _gap(a: Solid, T_a: Array, b: Solid, T_b: Array) -> float:
    """Distance of two solids, mm; 0 where they touch or overlap."""
    return pair_clearance(a, T_a, b, T_b, prove=False).distance_mm


def _finger_poses(
    hand: Hand, opening: float, T_world_flange: Array
) -> Iterator[tuple[Solid, Array]]:
    for finger in hand.fingers:
        T = np.array(finger.T_flange_finger)
        T[:3, 3] += opening * finger.share * finger.direction
        yield finger.solid, T_world_flange @ T


def _present(cell: Cell, state: CellState) -> Mapping[str, tuple[Solid, Array]]:
    """Solid and T_world_part of each part that is in the cell."""
    found = {}
    for name, T_world_part in state.parts.items():
        part = cell.part_called(name)
        if T_world_part is not None and part is not None:
            found[name] = (state.shapes.get(name, part.solid), T_world_part)
    return found


def _line_to_fingers(state: CellState, hand: Hand) -> Array:
    """Points between the grip point and the fingers in flange axes, (k, 4), homogeneous."""
    grip = hand.T_flange_grip[:, 3]
    share = np.linspace(0.0, 1.0, GRIP_POINTS)[:, None]
    lines = [
        grip + share * np.append(f.direction * f.share * state.opening, 0.0) for f in hand.fingers
    ]
    return np.vstack(lines or [grip[None]])
