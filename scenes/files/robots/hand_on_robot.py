"""Puts a hand from a file of its own on the flange of a robot, in place of the robot's own."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from geometry import VerdictKind, check_pair
from kinematics import link_poses
from scenes.world.frozen import Array
from scenes.world.robot import Finger, Hand, HandBody, LinkBody, Robot


def with_hand(robot: Robot, hand: Hand) -> Robot:
    """The robot with this hand and its tool frame.

    hand: On a flange whose z is the approach axis, as `load_hand` gives it. Its bodies become
    bodies of the last link. A body that stands still on the flange and at ready touches the link
    before it, touches by construction: it may do so always.
    """
    bare = without_hand(robot)
    here = _on_flange(hand, robot.T_flange_mount)
    mechanism = robot.mechanism
    last, T_last_flange = mechanism.last_link, mechanism.T_last_flange
    bodies = tuple(
        LinkBody(b.name, last, b.solid, T_last_flange @ b.T_flange_body, b.colour, b.colours)
        for b in here.bodies
    )
    touching = _touching(bare, bodies)
    assert here.T_flange_tool is not None
    return replace(
        bare,
        hand=here,
        bodies=bare.bodies + bodies,
        T_flange_tool=here.T_flange_tool,
        allowed=bare.allowed | touching,
        notes=bare.notes + here.notes,
    )


def _touching(robot: Robot, bodies: tuple[LinkBody, ...]) -> frozenset[tuple[str, str]]:
    """Pairs of these bodies of the last link with bodies of the link before that touch at ready."""
    mechanism = robot.mechanism
    before = mechanism.link_tree.carriers[mechanism.last_link - 1]
    T_base_links = link_poses(mechanism, robot.ready)
    found = set()
    for own, other in product(bodies, (b for b in robot.bodies if b.link == before)):
        T_own = T_base_links[own.link] @ own.T_link_body
        T_other = T_base_links[other.link] @ other.T_link_body
        if _may_touch(own.solid.bounds_in(T_own), other.solid.bounds_in(T_other)) and (
            check_pair(own.solid, T_own, other.solid, T_other).kind is not VerdictKind.FREE
        ):
            found.add((min(own.name, other.name), max(own.name, other.name)))
    return frozenset(found)


def _may_touch(box_a: tuple[Array, Array], box_b: tuple[Array, Array]) -> bool:
    """Whether two boxes (lower and upper corners, mm) meet; most pairs are apart by their boxes."""
    return bool(np.all(box_a[0] <= box_b[1]) and np.all(box_b[0] <= box_a[1]))


def without_hand(robot: Robot) -> Robot:
    """The robot without its own hand; the tool frame is then the mount of hands."""
    if robot.hand is None:
        return robot
    gone = set(robot.hand.body_names)
    return replace(
        robot,
        hand=None,
        bodies=tuple(body for body in robot.bodies if body.name not in gone),
        T_flange_tool=robot.T_flange_mount,
        allowed=frozenset(pair for pair in robot.allowed if not gone & {*pair}),
    )


def clashing_names(robot: Robot, hand: Hand) -> tuple[str, ...]:
    """Names that the hand and the robot without its own hand both give to a body."""
    taken = set(without_hand(robot).body_names)
    return tuple(name for name in hand.body_names if name in taken)


def _on_flange(hand: Hand, T_flange_mount: Array) -> Hand:
    """The hand with all its frames in a flange on which hands are mounted at this pose."""

    def body_here(body: HandBody) -> HandBody:
        return replace(body, T_flange_body=T_flange_mount @ body.T_flange_body)

    def finger_here(finger: Finger) -> Finger:
        T = T_flange_mount @ finger.T_flange_finger
        direction = T_flange_mount[:3, :3] @ finger.direction
        return replace(finger, T_flange_finger=T, direction=direction)

    tool = hand.T_flange_tool
    return replace(
        hand,
        fingers=tuple(map(finger_here, hand.fingers)),
        bodies=tuple(map(body_here, hand.bodies)),
        T_flange_grip=T_flange_mount @ hand.T_flange_grip,
        T_flange_tool=None if tool is None else T_flange_mount @ tool,
    )
