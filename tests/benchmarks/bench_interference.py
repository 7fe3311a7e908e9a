"""Times of interference checks on a synthetic arm in a cell; asserts nothing.

Run: python tests/benchmarks/bench_interference.py [--seed N] [--samples N]
"""

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from figures import Figure, arguments, show, timed

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from geometry import Box, Cylinder, Solid, Sphere, check_pair, colliding_pairs, contours, mesh_of
from geometry.contact.pairs import _contact_at

LENGTHS = (450.0, 500.0, 450.0, 170.0)


def shifted(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def turned(axis: int, angles: np.ndarray) -> np.ndarray:
    c, s = np.cos(angles), np.sin(angles)
    T = np.tile(np.eye(4), (len(angles), 1, 1))
    i, j = [k for k in range(3) if k != axis]
    T[:, i, i], T[:, j, j] = c, c
    T[:, i, j], T[:, j, i] = (-s, s) if axis != 1 else (s, -s)
    return T


def arm_bodies() -> tuple[list[Solid], list[int]]:
    """Twelve bodies, and for each the frame (0 to 6) that moves it."""
    fork = Box((120, 90, 160)) - Box((60, 100, 120)).moved(shifted(0, 0, 40))
    bodies: list[tuple[Solid, int]] = [
        (Cylinder(100, 60).moved(shifted(0, 0, 30)), 0),
        (Cylinder(70, 330).moved(shifted(0, 0, 225)), 0),
        ((fork + Cylinder(60, 100)).moved(shifted(0, 0, 420)), 1),
        (Box((90, 56, 400)).moved(shifted(0, 0, 240)), 2),
        (fork.moved(shifted(0, 0, 470)), 2),
        (Cylinder(42, 260).moved(shifted(0, 0, 170)), 3),
        (Box((70, 50, 90)).moved(shifted(0, 0, 340)), 3),
        (Cylinder(36, 70).moved(shifted(0, 0, 420)), 4),
        (Sphere(40) - Cylinder(10, 100), 5),
        (Box((110, 60, 16)).moved(shifted(0, 0, 90)), 6),
        (Box((12, 30, 60)).moved(shifted(30, 0, 130)), 6),
        (Box((12, 30, 60)).moved(shifted(-30, 0, 130)), 6),
    ]
    return [solid for solid, _ in bodies], [frame for _, frame in bodies]


def fixtures() -> list[tuple[Solid, np.ndarray]]:
    bin_ = Box((400, 300, 200)) - Box((380, 280, 200)).moved(shifted(0, 0, 10))
    table = Box((800, 600, 40)) - Cylinder(20, 60)
    return [
        (table, shifted(700, 0, 180)),
        (bin_, shifted(600, -500, 300)),
        (Cylinder(60, 900), shifted(-500, 500, 450)),
        (Box((1500, 40, 1200)), shifted(0, 900, 600)),
        (Box((60, 60, 120)) + Cylinder(20, 200), shifted(650, 150, 260)),
    ]


def link_frames(q: np.ndarray) -> list[np.ndarray]:
    frames = [np.tile(np.eye(4), (len(q), 1, 1))]
    offsets = (0.0, LENGTHS[0], LENGTHS[1], 0.0, LENGTHS[2], 0.0)
    for joint, (axis, offset) in enumerate(zip((2, 1, 1, 2, 1, 2), offsets, strict=True)):
        frames.append(frames[-1] @ shifted(0, 0, offset) @ turned(axis, q[:, joint]))
    return frames


def motion(rng: np.random.Generator, samples: int) -> np.ndarray:
    """A smooth joint motion through random points."""
    knots = rng.uniform(-1.0, 1.0, (9, 6)) * (2.0, 0.9, 1.2, 2.0, 1.2, 2.0) + (
        0,
        0.5,
        1.2,
        0,
        0.6,
        0,
    )
    at = np.linspace(0.0, 8.0, samples)
    return np.column_stack([np.interp(at, np.arange(9.0), knots[:, j]) for j in range(6)])


def once(name: str, work: Callable[[], object]) -> Figure:
    start = time.perf_counter()
    work()
    return timed(name, time.perf_counter() - start, "ms")


def figures(samples: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    print(f"seed {seed}, {samples} samples, 12 arm bodies, 5 fixtures")
    arm, frame_of = arm_bodies()
    standing = fixtures()
    bodies = arm + [solid for solid, _ in standing]
    pairs = [(a, 12 + f) for a, f in itertools.product(range(2, 12), range(5))]
    pairs += [(a, b) for a in range(2) for b in range(5, 12)]
    q = motion(rng, samples)
    frames = link_frames(q)
    poses = np.empty((len(q), len(bodies), 4, 4))
    for k, frame in enumerate(frame_of):
        poses[:, k] = frames[frame]
    for k, (_, T) in enumerate(standing):
        poses[:, 12 + k] = T
    yield once("meshes of all bodies", lambda: [mesh_of(body) for body in bodies])
    yield once(f"run, {len(pairs)} pairs", lambda: colliding_pairs(bodies, poses, pairs))
    yield once("the same run again", lambda: colliding_pairs(bodies, poses, pairs))
    hits = colliding_pairs(bodies, poses, pairs)
    print(f"    {len(hits)} hits at {len({hit.sample_index for hit in hits})} samples")
    _contact_at.cache_clear()
    high = poses.copy()
    high[:, 12:, 2, 3] -= 3000.0
    yield once("run with far fixtures", lambda: colliding_pairs(bodies, high, pairs))
    still = np.repeat(poses[:1], len(q), axis=0)
    yield once("standing still", lambda: colliding_pairs(bodies, still, pairs))
    rows = rng.integers(0, len(q), 200)
    yield once(
        "200 certified verdicts, one pair each",
        lambda: [
            check_pair(bodies[a], poses[i, a], bodies[b], poses[i, b])
            for i, (a, b) in ((i, pairs[i % len(pairs)]) for i in rows)
        ],
    )
    levels = np.arange(0.0, 1500.0, 25.0)
    yield once("60 contour levels, first", lambda: contours(bodies, poses[0], levels))
    yield once("60 contour levels, next sample", lambda: contours(bodies, poses[1], levels))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--samples", type=int, default=1500)
    options = parser.parse_args()
    show(figures(options.samples, options.seed), options)
