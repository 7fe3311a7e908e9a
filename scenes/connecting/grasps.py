"""Grasps of a part: places of a hand at which its fingers, or its cups, touch the part.

Candidates come from the part's grasp frame and from the boxes and cylinders of its solid; the box
about the whole solid counts as one too. A candidate is a grasp only if it keeps the law: each
finger touches the part, or every cup lies on a flat face, and nothing of the hand overlaps the
part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geometry import Box, Cylinder, Solid, VerdictKind, check_pair, pair_clearance
from geometry.solids.tree import Difference, Intersection, Moved, Union
from kinematics import invert, rotation_z
from scenes.execution.values.gripping import is_sucked
from scenes.world.cell import Part
from scenes.world.frozen import Array, Frozen, identity_pose
from scenes.world.robot import GripRule, Hand

# Degrees between grasps around a cylinder.
AROUND_DEG = 45.0
# Mm: distance by which a finger may stay off a face that it grips; rounding in the file's poses.
TOUCHES = 0.05
# Mm: least room between the palm and the part when the fingers reach over it.
PALM_ROOM = 3.0
# Mm: least distance of the finger tips from the plane on which the part lies.
TIP_ROOM = 2.0
# Two grasps whose frames differ by less than this (mm, and the same in the unit vectors) are one.
SAME = 1e-6


@dataclass(frozen=True, eq=False)
class Grasp(Frozen):
    """A place of a hand at a part.

    Attributes:
        T_part_grip: The grip frame of the hand in the part; its z is the approach axis.
        opening: Opening at which the fingers touch, mm; 0 for a hand without fingers.
        opened: Opening with which the hand approaches, mm.
    """

    T_part_grip: Array
    opening: float
    opened: float


def grasps_of(part: Part, solid: Solid, hand: Hand) -> tuple[Grasp, ...]:
    """The grasps of a part by a hand, those of its own grasp frame first.

    solid: The shape of the part now.
    """
    found: list[Grasp] = []
    for T_part_grip, opening in _candidates(part, solid, hand):
        if any(_is_same(T_part_grip, known.T_part_grip, hand) for known in found):
            continue
        grasp = _grasp(T_part_grip, opening, hand)
        if grasp is not None and keeps_the_law(grasp, solid, hand):
            found.append(grasp)
    return tuple(found)


def keeps_the_law(grasp: Grasp, solid: Solid, hand: Hand) -> bool:
    """Whether the hand holds the part there: it touches where it must and overlaps nowhere."""
    T_part_flange = grasp.T_part_grip @ invert(hand.T_flange_grip)
    for body in hand.bodies:
        verdict = check_pair(body.solid, T_part_flange @ body.T_flange_body, solid, np.eye(4))
        if verdict.kind is VerdictKind.HIT:
            return False
    if hand.rule is GripRule.SUCTION:
        return is_sucked(hand, T_part_flange, solid, np.eye(4))
    for finger in hand.fingers:
        T = np.array(finger.T_flange_finger)
        T[:3, 3] += grasp.opening * finger.share * finger.direction
        pair = finger.solid, T_part_flange @ T, solid, np.eye(4)
        verdict = check_pair(*pair)
        if verdict.kind is VerdictKind.HIT or verdict.gap_mm > TOUCHES:
            return False
        # The gap of a verdict is a bound, so a part with cuts may be farther away.
        if pair_clearance(*pair, prove=False).distance_mm > TOUCHES:
            return False
    return bool(hand.fingers)


def turned_over(grasp: Grasp) -> Grasp:
    """The same grasp with the hand turned by half a turn about its approach axis."""
    return Grasp(grasp.T_part_grip @ rotation_z(np.pi), grasp.opening, grasp.opened)


def _grasp(T_part_grip: Array, opening: float, hand: Hand) -> Grasp | None:
    """A grasp with its openings; None where the hand does not open so far."""
    if hand.rule is GripRule.SUCTION:
        return Grasp(T_part_grip, 0.0, 0.0)
    if not hand.opening_min <= opening <= hand.opening_max:
        return None
    return Grasp(T_part_grip, opening, hand.opening_max)


def _candidates(part: Part, solid: Solid, hand: Hand) -> Iterator[tuple[Array, float]]:
    """Grip frames in the part and openings, mm; the fingers may not yet touch there."""
    if hand.rule is GripRule.NONE:
        return
    own = part.T_part_grasp
    if not np.array_equal(own, identity_pose()) or part.grasp_opening > 0.0:
        yield own, part.grasp_opening
        yield own @ rotation_z(np.pi / 2.0), part.grasp_opening
    low, high = solid.bounds()
    about = np.eye(4)
    about[:3, 3] = (low + high) / 2.0
    shapes = [*_shapes(solid, np.eye(4)), (Box(tuple(high - low)), about)]
    for shape, T_part_shape in shapes:
        if hand.rule is GripRule.SUCTION:
            places = _on_faces(shape)
        elif isinstance(shape, Cylinder):
            places = _around(shape, hand)
        else:
            places = _between_faces(shape, hand)
        for T_shape_grip, width in places:
            yield _raised(T_part_shape @ T_shape_grip, solid, hand), width - hand.gap


def _shapes(solid: Solid, T: Array) -> Iterator[tuple[Box | Cylinder, Array]]:
    """The boxes and cylinders that a solid is made of, not those cut from it, with their poses."""
    if isinstance(solid, Moved):
        yield from _shapes(solid.inner, T @ solid.T)
    elif isinstance(solid, Union | Intersection):
        for piece in solid.parts:
            yield from _shapes(piece, T)
    elif isinstance(solid, Difference):
        yield from _shapes(solid.whole, T)
    elif isinstance(solid, Box | Cylinder):
        yield solid, T


def _between_faces(box: Box | Cylinder, hand: Hand) -> Iterator[tuple[Array, float]]:
    """Grip frames in the middle of a box, over each pair of faces, from each side."""
    if not isinstance(box, Box) or len(hand.fingers) != 2:
        return
    for closing in range(3):
        for approach in (k for k in range(3) if k != closing):
            for sense in (-1.0, 1.0):
                z = sense * np.eye(3)[approach]
                yield _frame(z, np.eye(3)[closing], np.zeros(3), hand), float(box.size[closing])


def _around(cylinder: Cylinder, hand: Hand) -> Iterator[tuple[Array, float]]:
    """Grip frames about a cylinder: from its ends, and, with two fingers, from its side."""
    width = 2.0 * cylinder.radius
    angles = np.radians(np.arange(0.0, 360.0, AROUND_DEG))
    radial = [np.array([np.cos(angle), np.sin(angle), 0.0]) for angle in angles]
    for sense in (-1.0, 1.0):
        for closing in radial[: len(radial) // 2]:
            z = np.array([0.0, 0.0, sense])
            yield _frame(z, closing, np.zeros(3), hand), width
    if len(hand.fingers) != 2:
        return
    axis = np.array([0.0, 0.0, 1.0])
    for towards in radial:
        yield _frame(-towards, np.cross(axis, towards), np.zeros(3), hand), width
        yield _frame(-towards, axis, np.zeros(3), hand), cylinder.height


def _on_faces(shape: Box | Cylinder) -> Iterator[tuple[Array, float]]:
    """Grip frames of cups in the middle of each flat face, turned by quarters."""
    half = np.asarray(shape.size) / 2.0 if isinstance(shape, Box) else None
    for axis in range(3) if half is not None else (2,):
        for sense in (-1.0, 1.0):
            normal = sense * np.eye(3)[axis]
            out = half[axis] if half is not None else shape.height / 2.0  # type: ignore[union-attr]
            T = np.eye(4)
            side = np.eye(3)[(axis + 1) % 3]
            T[:3, :3] = np.column_stack([side, np.cross(-normal, side), -normal])
            T[:3, 3] = out * normal
            yield T, 0.0
            yield T @ rotation_z(np.pi / 2.0), 0.0


def _frame(z: Array, closing: Array, origin: Array, hand: Hand) -> Array:
    """The grip frame whose z is given and in which the first finger slides along `closing`."""
    grip = hand.T_flange_grip[:3, :3]
    slide = grip.T @ hand.fingers[0].direction
    slide = slide - slide[2] * np.array([0.0, 0.0, 1.0])
    own = np.column_stack([slide, np.cross([0.0, 0.0, 1.0], slide), [0.0, 0.0, 1.0]])
    wanted = np.column_stack([closing, np.cross(z, closing), z])
    T = np.eye(4)
    T[:3, :3] = wanted @ np.linalg.inv(own)
    T[:3, 3] = origin
    return T


def _raised(T_part_grip: Array, solid: Solid, hand: Hand) -> Array:
    """The grip frame drawn back along its approach as far as palm and finger tips need.

    The palm stays clear of the part, and the tips do not reach beyond its far side, where the part
    mostly lies on something.
    """
    if hand.rule is GripRule.SUCTION or not hand.bodies:
        return T_part_grip
    T_grip_flange = invert(hand.T_flange_grip)
    boxes = (body.solid.bounds_in(T_grip_flange @ body.T_flange_body) for body in hand.bodies)
    palm = max(float(high[2]) for _, high in boxes)  # below 0: the palm stands behind the grip
    tips = max(
        float(f.solid.bounds_in(T_grip_flange @ f.T_flange_finger)[1][2]) for f in hand.fingers
    )
    near, far = (float(end[2]) for end in solid.bounds_in(invert(T_part_grip)))
    back = min(0.0, near - palm - PALM_ROOM, far - tips - TIP_ROOM)
    T = np.array(T_part_grip)
    T[:3, 3] += back * T[:3, 2]
    return T


def _is_same(a: Array, b: Array, hand: Hand) -> bool:
    """Whether two grip frames are one place of the hand, half a turn of two fingers included."""
    if np.abs(a[:3, 3] - b[:3, 3]).max() > SAME:
        return False
    turns = {2: (0.0, np.pi), 3: (0.0, 2.0 * np.pi / 3.0, 4.0 * np.pi / 3.0)}
    angles = turns.get(len(hand.fingers), (0.0, np.pi))
    return any(np.abs((a @ rotation_z(angle) - b)[:3, :3]).max() < SAME for angle in angles)
