"""Schematic bodies: draws an arm from its mechanism alone.

A link is a tapered tube along its path in the skeleton, with a drum about its joint axis; the pin
in the drum belongs to the link before. A slide is a rod through a sleeve. The bodies show how the
arm moves and about where it is. A real arm has another shape, so collisions prove little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import numpy as np

from geometry import Box, Cone, Cylinder, Solid, Sphere, union
from kinematics import Mechanism, invert, link_poses
from kinematics.arm.joints import JointKind
from kinematics.poses.transforms import pose_along
from scenes.world.arm_drawing.skeleton import Skeleton, skeleton_of
from scenes.world.frozen import Array
from scenes.world.robot import LinkBody

LINK_COLOURS = ("#ccd5df", "#8ba4bf")
BASE_COLOUR, PIN_COLOUR, FLANGE_COLOUR = "#4b5664", "#333d4a", "#e0a83c"

# Radius of the drums as a share of the length of the arm: at the base and at the flange.
THICK, THIN = 0.052, 0.03
# Radius of a drum in line with its link, as a share of that of a drum across its link.
IN_LINE = 0.86
# Least share of its usual radius that a drum keeps where the next drum is near.
LEAST = 0.7
# Least factor for the radii of all bodies, to keep the links apart at ready.
SLIMMEST = 0.4
# Radius of a tube as a share of the radius of its drum.
TUBE = 0.62
# Half the length of a slide without limits as a share of the length of the arm.
FREE_TRAVEL = 0.25
# Mm: a path shorter than this gets no tube, because the tube would have almost no volume.
SHORT = 1e-3


@dataclass(frozen=True)
class Schematic:
    """Bodies drawn from a mechanism, and pairs of their names that touch by construction."""

    bodies: tuple[LinkBody, ...]
    allowed: frozenset[tuple[str, str]]


def schematic_of(mechanism: Mechanism, ready: Array) -> Schematic:
    """Bodies for every link, sized by the arm's length, and slim enough to be apart at ready.

    ready: Joint values (n,), rad or mm, at which only bodies of neighbouring links may touch.
    """
    arm = skeleton_of(mechanism)
    radii = _radii(mechanism, arm)
    near = _near_links(arm, radii)
    radii = radii * _slimming(mechanism, arm, radii, near, ready)
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    bodies = []
    for name, link, solid, colour in _solids(mechanism, arm, radii):
        bodies.append(LinkBody(name, link, solid, invert(T_base_links[link]), colour))
    return Schematic(tuple(bodies), _touching(near, bodies))


def _solids(
    mechanism: Mechanism, arm: Skeleton, radii: Array
) -> Iterator[tuple[str, int, Solid, str]]:
    """For each body: name, link, solid in the base with all joints at zero, colour."""
    n = mechanism.n
    T_base_flange = link_poses(mechanism, np.zeros(n))[-1] @ mechanism.T_last_flange
    yield "link_0", 0, _base(arm, radii[0]), BASE_COLOUR
    for i, joint in enumerate(mechanism.joints):
        is_slide = joint.kind is JointKind.PRISMATIC
        seat, axis, radius = arm.seats[i], arm.axes[i], radii[i]
        yield f"axis_{i + 1}", i, _holder(seat, axis, radius, is_slide), PIN_COLOUR
        after = radii[min(i + 1, n - 1)]
        tube = _tube(arm.paths[i + 1], TUBE * radius, TUBE * after)
        if is_slide:
            tube.append(_rod(mechanism, arm, i, radius))
        else:
            tube.append(_along(seat, axis, Cylinder(radius=radius, height=1.6 * radius)))
        yield f"link_{i + 1}", i + 1, union(tube), LINK_COLOURS[i % 2]
    if arm.length(n) > SHORT:
        yield "flange", n, _plate(T_base_flange, radii[-1], arm.length(n)), FLANGE_COLOUR


def _turns_in_line(arm: Skeleton, i: int) -> bool:
    """Whether the link continues along the axis of its joint, as a forearm that rolls."""
    way = np.diff(arm.paths[i + 1], axis=0)
    return len(way) > 0 and bool(np.linalg.norm(np.cross(arm.axes[i], way[0])) < SHORT)


def _radii(mechanism: Mechanism, arm: Skeleton) -> Array:
    """Radius of the drum of each joint, (n,), mm: smaller toward the tip, and within its space."""
    lengths = np.array([arm.length(link) for link in range(mechanism.n + 1)])
    travel = [j.upper - j.lower for j in mechanism.joints if j.kind is JointKind.PRISMATIC]
    size = max(lengths.sum() + sum(t for t in travel if np.isfinite(t)) / 2, 1.0)
    way = np.cumsum(lengths)[:-1] / max(lengths.sum(), SHORT)
    slimmer = THICK + (THIN - THICK) * way
    nominal = size * slimmer
    gaps = np.linalg.norm(np.diff(arm.seats, axis=0), axis=1)
    room = np.full(mechanism.n, np.inf)
    for i, gap in enumerate(gaps):
        room[i : i + 2] = np.minimum(room[i : i + 2], 0.5 * gap)
    fitting = np.minimum.accumulate(np.clip(room, LEAST * nominal, nominal) / slimmer) * slimmer
    # No drum may reach past the flange, unless the flange is at the centre of the wrist.
    to_flange = np.linalg.norm(arm.paths[-1][-1] - arm.seats, axis=1)
    fitting = np.where(to_flange > 0.3 * nominal, np.minimum(fitting, 0.75 * to_flange), fitting)
    in_line = [_turns_in_line(arm, i) for i in range(mechanism.n)]
    return np.where(in_line, IN_LINE, 1.0) * fitting


def _base(arm: Skeleton, radius: float) -> Solid:
    """A plate on the ground and a column to the first joint."""
    plate = _along(
        np.array([0, 0, 0.15 * radius]),
        np.array([0, 0, 1.0]),
        Cylinder(radius=1.6 * radius, height=0.3 * radius),
    )
    return union([plate, *_tube(arm.paths[0], 1.15 * radius, 0.9 * radius)])


def _holder(seat: Array, axis: Array, radius: float, is_slide: bool) -> Solid:
    """The solid with which the link before holds a joint: a pin, or the sleeve of a slide."""
    if is_slide:
        return _along(seat, axis, Box((2 * radius, 2 * radius, 2.4 * radius)))
    return _along(seat, axis, Cylinder(radius=0.8 * radius, height=2.1 * radius))


def _rod(mechanism: Mechanism, arm: Skeleton, i: int, radius: float) -> Solid:
    """The rod of a slide: it stays in its sleeve over the whole range, and reaches its link."""
    joint, seat, axis = mechanism.joints[i], arm.seats[i], arm.axes[i]
    free = FREE_TRAVEL * sum(arm.length(link) for link in range(mechanism.n + 1)) + radius
    lower = joint.lower if np.isfinite(joint.lower) else -free
    upper = joint.upper if np.isfinite(joint.upper) else free
    end = float((arm.paths[i + 1][0] - seat) @ axis)
    low, high = min(-upper - 1.5 * radius, end), max(-lower + 1.5 * radius, end)
    rod = Box((1.1 * radius, 1.1 * radius, high - low))
    return _along(seat + axis * (low + high) / 2, axis, rod)


def _plate(T_base_flange: Array, radius: float, length: float) -> Solid:
    """The flange: a disc with a nose on the side of its x axis, which shows how it turns."""
    thick = min(0.4 * radius, length / 2)
    disc = Cylinder(radius=0.8 * radius, height=thick)
    nose = Box((0.5 * radius, 0.25 * radius, thick))
    face = np.array(T_base_flange)
    shift = np.eye(4)
    shift[2, 3] = -thick / 2
    aside = np.array(shift)
    aside[0, 3] = 0.8 * radius
    return disc.moved(face @ shift) + nose.moved(face @ aside)


def _tube(corners: Array, radius_start: float, radius_end: float) -> list[Solid]:
    """Cones along the corners (m, 3), with a ball at each bend."""
    steps = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    total = float(steps.sum())
    solids: list[Solid] = []
    gone = 0.0
    for (a, b), step in zip(pairwise(corners), steps, strict=True):
        start, end = (
            radius_start + (radius_end - radius_start) * part / total
            for part in (gone, gone + step)
        )
        if step > SHORT:
            cone = Cone(radius_bottom=start, radius_top=end, height=step)
            solids.append(_along((a + b) / 2, (b - a) / step, cone))
        gone += step
        if gone < total - SHORT:
            solids.append(_along(b, np.array([0, 0, 1.0]), Sphere(radius=end)))
    return solids


def _along(centre: Array, axis: Array, solid: Solid) -> Solid:
    """The solid with its z axis along `axis` (unit vector) and its origin at `centre`, mm."""
    return solid.moved(pose_along(centre, axis))


def _near_links(arm: Skeleton, radii: Array) -> set[tuple[int, int]]:
    """Pairs of links that touch by construction: neighbours, and links whose joints lie close."""
    near = set()
    for i in range(len(radii)):
        reach = 1.3 * (radii + radii[i])
        apart = np.linalg.norm(arm.seats - arm.seats[i], axis=1) >= reach
        beyond = i + int(np.argmax(apart[i:])) if apart[i:].any() else len(radii)
        near |= {(i, j) for j in range(i + 1, beyond + 1)}
    return near


def _slimming(
    mechanism: Mechanism, arm: Skeleton, radii: Array, near: set[tuple[int, int]], ready: Array
) -> float:
    """Factor, at most 1, for all radii so that the links are apart at ready."""
    T_zero, T_ready = (link_poses(mechanism, q) for q in (np.zeros(mechanism.n), ready))
    ways = [
        _points_of(path) @ T[:3, :3].T + T[:3, 3]
        for path, T in zip(arm.paths, T_ready @ invert(T_zero), strict=True)
    ]
    thick = np.append(radii, radii[-1])
    factor = 1.0
    for i, j in combinations(range(mechanism.n + 1), 2):
        if (i, j) not in near:
            gap = np.linalg.norm(ways[i][:, None] - ways[j][None], axis=2).min()
            factor = min(factor, float(gap) / (1.15 * (thick[i] + thick[j])))
    return max(factor, SLIMMEST)


def _points_of(corners: Array) -> Array:
    """Closely spaced points (m, 3) along the path through the corners."""
    parts = [np.linspace(a, b, 24) for a, b in pairwise(corners)]
    return np.concatenate([corners, *parts])


def _touching(near: set[tuple[int, int]], bodies: list[LinkBody]) -> frozenset[tuple[str, str]]:
    by_link: dict[int, list[str]] = {}
    for body in bodies:
        by_link.setdefault(body.link, []).append(body.name)
    pairs = (pair for i, j in near for pair in product(by_link[i], by_link[j]))
    return frozenset((min(a, b), max(a, b)) for a, b in pairs)
