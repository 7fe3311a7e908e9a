"""A seven-axis arm among obstacles for the benchmarks: its solids, poses and motion bounds."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from geometry import Box, Cylinder, Solid, Sphere, union

# Joint i turns about z of its own frame; poses of the frames in the frame before, at zero (mm).
_RISES = (0.0, 340.0, 0.0, 400.0, 0.0, 400.0, 0.0)
_TURNS = (0.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0)


def moved(x=0.0, y=0.0, z=0.0, axis="z", angle=0.0) -> np.ndarray:
    T = np.eye(4)
    c, s = np.cos(angle), np.sin(angle)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    T[i, i], T[i, j], T[j, i], T[j, j] = c, -s, s, c
    T[:3, 3] = x, y, z
    return T


def joint_placements() -> list[np.ndarray]:
    """T_before_joint at zero, seven of them."""
    quarter = 0.5 * np.pi
    return [
        moved(0, 0, rise) @ moved(axis="x", angle=turn * quarter)
        if turn == 0.0 or rise >= 0.0
        else np.eye(4)
        for rise, turn in zip(_RISES, _TURNS, strict=True)
    ]


def link_primitives() -> list[list[tuple[Solid, np.ndarray]]]:
    """For each of eight links (the base first) its primitives and their poses in its frame."""
    up = moved(axis="x", angle=0.5 * np.pi)
    return [
        [(Cylinder(110, 60), moved(0, 0, 30)), (Cylinder(80, 180), moved(0, 0, 150))],
        [(Cylinder(75, 150), moved(0, 0, 280)), (Sphere(90), moved(0, 0, 340))],
        [(Cylinder(70, 180), up @ moved(0, 0, 0)), (Box((110, 260, 110)), moved(0, 170, 0))],
        [(Cylinder(65, 120), moved(0, 0, 0)), (Sphere(75), moved(0, 0, 60))],
        [(Box((90, 220, 90)), moved(0, -170, 0)), (Cylinder(60, 130), moved(0, 0, 0))],
        [(Cylinder(55, 120), moved(0, 0, 0)), (Box((70, 70, 140)), moved(0, 0, 90))],
        [(Sphere(60), moved(0, 0, 0)), (Cylinder(45, 110), moved(0, 40, 0) @ up)],
        [
            (Cylinder(40, 50), moved(0, 0, 70)),
            (Box((120, 60, 20)), moved(0, 0, 105)),
            (Box((15, 40, 80)), moved(40, 0, 155)),
            (Box((15, 40, 80)), moved(-40, 0, 155)),
        ],
    ]


def link_solids() -> list[Solid]:
    return [union(shape.moved(T) for shape, T in own) for own in link_primitives()]


def link_poses(q: np.ndarray) -> np.ndarray:
    """T_world_link of the eight links, (m, 8, 4, 4); q: (m, 7), rad."""
    m = len(q)
    T = np.empty((m, 8, 4, 4))
    T[:, 0] = np.eye(4)
    cos, sin = np.cos(q), np.sin(q)
    for joint, placement in enumerate(joint_placements()):
        frame = (T[:, joint].reshape(-1, 4) @ placement).reshape(m, 4, 4)
        c, s = cos[:, joint, None], sin[:, joint, None]
        T[:, joint + 1, :, 0] = c * frame[:, :, 0] + s * frame[:, :, 1]
        T[:, joint + 1, :, 1] = c * frame[:, :, 1] - s * frame[:, :, 0]
        T[:, joint + 1, :, 2:] = frame[:, :, 2:]
    return T


@cache
def reaches() -> np.ndarray:
    """How far a point of link l can be from the axis of joint j, mm: (7, 8).

    0 where joint j does not move link l. Of the first offset after a joint only the part across its
    axis counts.
    """
    offsets = [T[:3, 3] for T in joint_placements()]
    reach = np.zeros((7, 8))
    for link, own in enumerate(link_primitives()):
        corners = np.vstack([_corners(shape, T) for shape, T in own])
        size = float(np.linalg.norm(corners, axis=1).max())
        for joint in range(link):
            if joint == link - 1:
                reach[joint, link] = float(np.hypot(corners[:, 0], corners[:, 1]).max())
                continue
            first = float(np.hypot(*offsets[joint + 1][:2]))
            rest = sum(float(np.linalg.norm(offset)) for offset in offsets[joint + 2 : link])
            reach[joint, link] = first + rest + size
    return reach


def _corners(shape: Solid, T: np.ndarray) -> np.ndarray:
    lo, hi = shape.bounds()
    signs = np.array(np.meshgrid(*[(0.0, 1.0)] * 3)).reshape(3, -1).T
    return (lo + signs * (hi - lo)) @ T[:3, :3].T + T[:3, 3]


def motion_rates(q_start: np.ndarray, q_end: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """How much the points of pairs can approach each other over straight joint motions, mm.

    Shape (segments, pairs). For two links of the arm only the joints between them count.
    """
    turned, reach = np.abs(q_end - q_start), reaches()
    return _of_spans(pairs, lambda low, high: turned[:, low:high] @ reach[low:high, high])


def motion_bends(q_start: np.ndarray, q_end: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """How much points of a pair's outer body are accelerated, seen from its inner body.

    For straight and even joint motions, in mm per (whole motion)^2, shape (segments, pairs).
    With rates w_j about axes z_j the second derivative of a point p is the sum over i <= j of
    w_i w_j z_i x (z_j x (p - o_j)), twice where i < j, and z_j x (p - o_j) is no longer than p is
    far from axis j.
    """
    turned, reach = np.abs(q_end - q_start), reaches()
    before = np.cumsum(turned, axis=1) - turned

    def bend(low: int, high: int) -> np.ndarray:
        within = turned[:, low:high] + 2.0 * (before[:, low:high] - before[:, low : low + 1])
        return (turned[:, low:high] * within) @ reach[low:high, high]

    return _of_spans(pairs, bend)


def _of_spans(pairs: np.ndarray, figure) -> np.ndarray:
    """One column for each pair, computed by `figure` from the joints between its bodies.

    figure: Takes the first joint and the one behind the last; called once for pairs with equal
    joints.
    """
    spans = [(min(a, b), max(a, b)) if b < 8 else (0, a) for a, b in pairs.tolist()]
    own = sorted(set(spans))
    columns = np.column_stack([figure(*span) for span in own])
    place = {span: k for k, span in enumerate(own)}
    return np.take(columns, [place[span] for span in spans], axis=1)


def self_pairs() -> list[tuple[int, int]]:
    """Pairs of links, without neighbours and neighbours' neighbours, which always meet."""
    return [(a, b) for a in range(8) for b in range(a + 3, 8)]


@dataclass(frozen=True, eq=False)
class Obstacle:
    solid: Solid
    T: np.ndarray


def obstacles(rng: np.random.Generator, count: int) -> list[Obstacle]:
    """Boxes, cylinders and balls around the arm, none at its foot."""
    found: list[Obstacle] = []
    scale = (20.0 / count) ** (1.0 / 3.0)
    while len(found) < count:
        at = rng.uniform((-1100, -1100, 0), (1100, 1100, 1300))
        size = rng.uniform(60, 220, 3) * scale
        if np.hypot(at[0], at[1]) < 330.0:
            continue
        kinds = (Box(tuple(size)), Cylinder(0.5 * size[0], size[1]), Sphere(0.5 * size[0]))
        axis = "xyz"[int(rng.integers(0, 3))]
        T = moved(*at, axis, rng.uniform(0, 3)) @ moved(axis="x", angle=rng.uniform(0, 3))
        found.append(Obstacle(kinds[int(rng.integers(0, 3))], T))
    return found


def random_q(rng: np.random.Generator, n: int) -> np.ndarray:
    limits = np.radians((170, 115, 170, 115, 170, 115, 170))
    return rng.uniform(-limits, limits, (n, 7))
