"""Collision against its targets and its peers, all from one run: ours, peer, ratio, target.

Run: python tests/benchmarks/bench_collision.py [--seed N] [--quick]. Peers that are not installed
(pin, python-fcl) are shown as absent.
"""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
from arm_cell import (
    Obstacle,
    link_poses,
    link_solids,
    motion_bends,
    motion_rates,
    moved,
    obstacles,
    random_q,
    self_pairs,
)
from figures import Figure, arguments, faster, least, most, ratio, show, timed
from peers import Fcl, Pinocchio

from geometry import (
    Box,
    Cone,
    Cylinder,
    Prism,
    Solid,
    Sphere,
    VerdictKind,
    cell_clearance,
    check_pair,
    contours,
    first_hits,
    mesh_of,
    pack_bodies,
    sweep_segments,
    verify,
)
from geometry.separation.packed_bodies import PackedBodies
from geometry.tessellation.kernel import overlap

PAIR_POSES = 3000


def best_of(count: int, work: Callable[[], object]) -> tuple[float, object]:
    """The least time of several runs, s, and the last result."""
    times, result = [], None
    for _ in range(count):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def side_by_side(
    rounds: int, ours: Callable[[], object], theirs: Callable[[int], object]
) -> tuple[float, float]:
    """The least time of ours and of a peer's, s, measured in turn on the same machine load.

    theirs: Takes the number of the round.
    """
    times = np.array(
        [(best_of(2, ours)[0], best_of(1, lambda k=k: theirs(k))[0]) for k in range(rounds)]
    )
    return float(times[:, 0].min()), float(times[:, 1].min())


def packed_cell(found: list[Obstacle]) -> tuple[PackedBodies, np.ndarray]:
    solids = link_solids() + [o.solid for o in found]
    packed = pack_bodies(solids, {8 + k: o.T for k, o in enumerate(found)})
    pairs = self_pairs() + [(link, 8 + k) for link in range(1, 8) for k in range(len(found))]
    return packed, np.array(pairs)


def bench_configurations(rng: np.random.Generator, quick: bool) -> Iterator[Figure]:
    yield from bench_arm(rng, 20, (5.0, 30.0), quick)
    yield from bench_arm(rng, 200, (12.0, 200.0), quick)


def bench_arm(
    rng: np.random.Generator, count: int, targets: tuple[float, float], quick: bool
) -> Iterator[Figure]:
    found = obstacles(rng, count)
    packed, pairs = packed_cell(found)
    q = random_q(rng, 1000 if quick else 5000)
    n, m, rounds = len(q), 40 if quick else 100, 5
    ours, hits = best_of(5, lambda: first_hits(packed, link_poses(q), pairs))
    far, clear = best_of(3, lambda: cell_clearance(packed, link_poses(q[:1000]), pairs))
    met, apart, name = f"boolean, {count} obstacles", f"least distance, {count}", "pinocchio, coal"
    if find_spec("pinocchio") is None:
        yield timed(met, ours / n, "us", name, None, faster(targets[0]))
        yield timed(apart, far / 1000, "us", name, None, faster(targets[1]))
    else:
        peer = Pinocchio(found)
        theirs, seen = best_of(1, lambda: np.array([peer.hits(one) for one in q]))
        yield timed(met, ours / n, "us", name, theirs / n, faster(targets[0]))
        differ = float(np.sum((hits >= 0) != seen))
        yield Figure(f"{met}: verdicts that differ", differ, f"of {n}")
        gaps = np.zeros((rounds, m // rounds))

        def measure(k: int) -> None:
            gaps[k] = [peer.distance(one) for one in q[:m].reshape(rounds, -1, 7)[k]]

        far, theirs = side_by_side(
            rounds, lambda: cell_clearance(packed, link_poses(q[:1000]), pairs), measure
        )
        yield timed(apart, far / 1000, "us", name, theirs / (m // rounds), faster(targets[1]))
        error = np.abs(gaps.ravel() - clear.distance_mm[:m])[gaps.ravel() > 0.0].max()
        yield Figure(f"{apart}: largest difference", float(error), "mm", target=most(1e-6))
    theirs = None
    if find_spec("fcl") is not None:
        trees, poses = Fcl(found), link_poses(q[:500])
        theirs, _ = best_of(1, lambda: [trees.hits(T) for T in poses])
        theirs /= len(poses)
    yield timed(f"{met}, trees", ours / n, "us", "python-fcl", theirs, faster(20.0))


def thin_plates(rng: np.random.Generator) -> list[Obstacle]:
    return [Obstacle(Box((*rng.uniform(100, 300, 2), 0.5)), o.T) for o in obstacles(rng, 60)]


def bench_sweep(rng: np.random.Generator, quick: bool) -> Iterator[Figure]:
    for swing in (10.0, 40.0):
        yield from bench_swing(rng, swing, quick)


def bench_swing(rng: np.random.Generator, swing: float, quick: bool) -> Iterator[Figure]:
    packed, pairs = packed_cell(thin_plates(rng))
    start = random_q(rng, 800 if quick else 3200)
    start = start[first_hits(packed, link_poses(start), pairs) < 0][: 300 if quick else 2000]
    end = start + np.radians(rng.uniform(-swing, swing, start.shape))

    def poses(s: np.ndarray, t: np.ndarray) -> np.ndarray:
        return link_poses(start[s] + t[:, None] * (end[s] - start[s]))

    def sampled(step_deg: float) -> np.ndarray:
        steps = np.ceil(np.degrees(np.abs(end - start).max(axis=1)) / step_deg).astype(int) + 1
        hit = np.zeros(len(start), dtype=bool)
        for part in np.array_split(np.arange(len(start)), max(1, steps.sum() // 200_000)):
            segment = np.repeat(part, steps[part])
            place = np.arange(len(segment)) - np.repeat(
                np.cumsum(steps[part]) - steps[part], steps[part]
            )
            t = place / (steps[segment] - 1)
            found = first_hits(packed, poses(segment, t), pairs) >= 0
            np.logical_or.at(hit, segment, found)
        return hit

    def swept() -> list:
        figures = motion_rates(start, end, pairs), motion_bends(start, end, pairs)
        return sweep_segments(packed, poses, pairs, figures[0], bends=figures[1])

    ours, found = best_of(2, swept)
    one, coarse = best_of(2, lambda: sampled(1.0))
    fine = sampled(0.2 if quick else 0.02)
    free = np.array([result.kind is VerdictKind.FREE for result in found])
    hit = np.array([result.kind is VerdictKind.HIT for result in found])
    n, name = len(start), f"segment of +-{swing:.0f} deg, 60 thin plates"
    yield timed(f"{name}, proven", ours / n, "us", "our sampling at 1 degree", one / n, ratio(0.7))
    yield Figure(f"{name}: proven free", float(free.sum()), f"of {n}")
    yield Figure(f"{name}: hits", float(hit.sum()), f"of {n}", "fine sampling", float(fine.sum()))
    yield Figure(
        f"{name}: hits of sampling at 1 degree",
        float(coarse.sum()),
        f"of {n}",
        "fine sampling",
        float(fine.sum()),
    )
    wrong = float(np.sum(free & fine))
    yield Figure(f"{name}: proven free, yet a hit", wrong, f"of {n}", target=most(0))


def bench_cell(rng: np.random.Generator, quick: bool) -> Iterator[Figure]:
    packed, pairs = packed_cell(obstacles(rng, 200))
    q = random_q(rng, 10_000)

    def frame() -> None:
        T = link_poses(q[:1])
        first_hits(packed, T, pairs)
        cell_clearance(packed, T, pairs)

    one, _ = best_of(20, frame)
    yield timed("200 objects: check and clearance of a frame", one, "ms", target=most(2.0))
    many, _ = best_of(3, lambda: first_hits(packed, link_poses(q), pairs))
    yield timed("200 objects: 10,000 configurations", many, "s", target=most(0.3))
    knots = random_q(rng, 4000)
    knots = knots[first_hits(packed, link_poses(knots), pairs) < 0]
    clear = cell_clearance(packed, link_poses(knots), pairs).distance_mm
    tour = np.array([knots[np.argmax(clear)]] * 2)
    tour[1] += np.radians(3.0)
    # A minute of motion to and fro in steps of 10 ms; each step is a segment to be proven.
    phase = 0.5 - 0.5 * np.cos(np.linspace(0.0, 60.0 * np.pi, 6001))
    path = tour[0] + phase[:, None] * (tour[1] - tour[0])

    def poses(s: np.ndarray, t: np.ndarray) -> np.ndarray:
        return link_poses(path[s] + t[:, None] * (path[s + 1] - path[s]))

    def prove() -> list:
        figures = [figure(path[:-1], path[1:], pairs) for figure in (motion_rates, motion_bends)]
        return sweep_segments(packed, poses, pairs, figures[0], bends=figures[1])

    took, found = best_of(1 if quick else 2, prove)
    yield timed("200 objects: a minute proven free", took, "s", target=most(3.0))
    free = sum(result.kind is VerdictKind.FREE for result in found)
    yield Figure(
        "200 objects: steps proven free", free, f"of {len(found)}", target=least(len(found))
    )


def bench_bodies(rng: np.random.Generator) -> Iterator[Figure]:
    def part(k: int, size: float) -> Solid:
        holes = [
            Cylinder(4 + 0.01 * k, 60).moved(moved(x, y)) for x in (-30, 30) for y in (-15, 15)
        ]
        plate: Solid = Box((size, 50, 20))
        for hole in holes:
            plate = plate - hole
        return plate + Sphere(12 + 0.01 * k).moved(moved(0, 0, 12))

    parts = [part(k, 90.0 + k) for k in range(50)]
    for solid in parts:
        mesh_of(solid)
    sizes = iter(200.0 + np.arange(20))
    edit, _ = best_of(5, lambda: mesh_of(part(7, float(next(sizes)))))
    yield timed("one edited part of 50: its new mesh", edit, "ms", target=most(50.0))
    poses = np.array([moved(*rng.uniform(-400, 400, 3), "x", rng.uniform(0, 3)) for _ in parts])
    heights = np.linspace(-450, 450, 200)
    contours(parts, poses, heights)
    shifts = iter(0.1 * np.arange(1, 20))

    def slice_again() -> object:
        shifted = poses.copy()
        shifted[:, 2, 3] += next(shifts)
        return contours(parts, shifted, heights)

    took, _ = best_of(7, slice_again)
    yield timed("200 contour levels of 50 parts, all moved", took, "ms", target=most(20.0))


def random_solid(rng: np.random.Generator, size: float) -> Solid:
    a, b, c = size * rng.uniform(0.4, 1.0, 3)
    shapes: list[Solid] = [
        Box((a, b, c)),
        Cylinder(0.5 * a, b),
        Sphere(0.5 * a),
        Cone(0.5 * a, 0.25 * b, c),
        Prism(((0, 0), (a, 0), (a, b), (0.4 * a, 0.3 * b)), c),
        Box((a, b, c)) - Cylinder(0.2 * min(a, b), 2 * c),
        Box((a, b, c)) - Box((0.7 * a, 0.7 * b, c)).moved(moved(0, 0, 0.2 * c)),
        Box((a, 0.4 * b, 0.4 * c)) + Cylinder(0.2 * c, b),
    ]
    return shapes[int(rng.integers(0, len(shapes)))]


def bench_pairs(rng: np.random.Generator, quick: bool) -> Iterator[Figure]:
    """Fresh poses of pairs against the volume of finer meshes; some pairs are containments."""
    count, chord = (1000 if quick else PAIR_POSES), 0.2
    tally = dict.fromkeys(("contained", "missed", "false", "band", "proofs", "bad"), 0)
    spent = 0.0
    pool = [(random_solid(rng, 60.0), random_solid(rng, s)) for s in (8.0, 50.0) for _ in range(60)]
    for k in range(count):
        a, b = pool[int(rng.integers(0, 60)) if k % 10 < 5 else int(rng.integers(60, 120))]
        spread = 9.0 if k % 10 < 5 else 28.0
        T_a = moved(*rng.normal(0, 300, 3), "y", rng.uniform(0, 6))
        T_b = T_a @ moved(*rng.normal(0, spread, 3), "xyz"[k % 3], rng.uniform(0, 6))
        start = time.perf_counter()
        verdict = check_pair(a, T_a, b, T_b, chord)
        spent += time.perf_counter() - start
        judge_pair(verdict, (a, T_a, b, T_b), chord, tally)
    name = "pair pose, often one in the other"
    yield timed(f"{name}: verdict with its certificate", spent / count, "us")
    told = {
        "missed": "called free, yet they meet",
        "false": "called a hit, yet apart",
        "bad": "certificates that the checker rejects",
    }
    for key, words in told.items():
        yield Figure(f"{name}: {words}", tally[key], f"of {count}", target=most(0))
    yield Figure(f"{name}: one in the other", tally["contained"], f"of {count}")
    yield Figure(f"{name}: within the band of the mesh", tally["band"], f"of {count}")


def judge_pair(verdict, pair, chord: float, tally: dict[str, int]) -> None:
    a, T_a, b, T_b = pair
    shared = overlap(a, T_a, b, T_b, chord / 4)
    if shared is not None:
        tally["contained"] += shared.volume_mm3 > 0.999 * overlap_limit(b, chord)
    certified = verify(verdict, a, T_a, b, T_b)
    tally["proofs"] += certified
    tally["bad"] += not certified
    thick = 0.0 if shared is None else shared.thickness_mm
    if verdict.kind is VerdictKind.HIT and shared is None:
        tally["band" if certified and -verdict.gap_mm < 2 * chord else "false"] += 1
    if verdict.kind is VerdictKind.FREE and shared is not None:
        tally["band" if thick < 2 * chord else "missed"] += 1


def overlap_limit(solid: Solid, chord: float) -> float:
    return mesh_of(solid, chord / 4).volume_and_centroid()[0]


def figures(seed: int, quick: bool) -> Iterator[Figure]:
    rng = [np.random.default_rng(seed + part) for part in range(5)]
    yield from bench_configurations(rng[0], quick)
    yield from bench_sweep(rng[1], quick)
    yield from bench_cell(rng[2], quick)
    yield from bench_bodies(rng[3])
    yield from bench_pairs(rng[4], quick)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer poses, for a look")
    options = parser.parse_args()
    show(figures(options.seed, options.quick), options)
