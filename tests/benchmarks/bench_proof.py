"""Times of a minute of motion proven free in a cell of 200 objects; asserts nothing.

Run: python tests/benchmarks/bench_proof.py [--seed N] [--objects N]
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from figures import Figure, arguments, least, most, show, timed

from geometry import Box, Cylinder, Solid, Sphere, cell_clearance, pack_bodies
from geometry.contact.configurations import first_hits
from kinematics import translation
from kinematics.motion.laws.time_law import Even
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from scenes import load_cell, placements, simulate
from scenes.checking.collisions import proving
from scenes.checking.collisions.proof import Standing
from scenes.checking.distances import known_distances as distances
from scenes.checking.distances.clearances import clearances
from scenes.checking.motions.interference import moving_pairs
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.cell import Body, Cell
from scenes.world.placement import bodies_of
from scenes.world.state import start_state

PROGRAM = """POINT READY 670 0 950 0 0 0
POINT A 700 0 280 0 90 0
POINT B 450 450 370 30 40 50
READY
FOR K = 1 TO {rounds}
MOVE A
MOVE B
DRAW -30 -40 -50
DRIVE 1 20
READY
END
END
"""


def obstacles(rng: np.random.Generator, count: int) -> tuple[Body, ...]:
    """Boxes, cylinders and balls around and above the space that the program sweeps."""
    found: list[Body] = []
    while len(found) < count:
        at = rng.uniform((-1500, -1500, 0), (1500, 1500, 1900))
        if np.hypot(at[0], at[1]) < 950.0 and at[2] < 1250.0:
            continue
        size = rng.uniform(40, 110, 3)
        shapes: tuple[Solid, ...] = (
            Box(tuple(size)),
            Cylinder(0.5 * size[0], size[1]),
            Sphere(0.5 * size[0]),
        )
        solid = shapes[int(rng.integers(0, 3))]
        found.append(Body(f"O{len(found)}", solid, translation(*at), "#808080"))
    return tuple(found)


def best_of(times: int, work: Callable[[], object]) -> tuple[float, object]:
    """The shortest time, s, and the last result."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        spent.append(time.perf_counter() - start)
    return min(spent), result


def of_frames(cell: Cell, run: Run) -> Iterator[Figure]:
    """A frame of the window, and 10,000 configurations, with the pairs of the cell."""
    state = start_state(cell)
    names, poses = placements(cell, state.q[None], [state.opening], None, state.parts)
    known = bodies_of(cell, state.parts)
    fixed = {i: poses[0, i] for i, name in enumerate(names) if known[name].link is None}
    packed = pack_bodies([known[name].solid for name in names], fixed)
    index = {name: i for i, name in enumerate(names)}
    pairs = np.array([(index[a], index[b]) for a, b in moving_pairs(cell, state)])
    trajectory = run.trajectory()
    rows = np.linspace(0, len(trajectory) - 1, 10_000).astype(int)
    _, many = placements(cell, trajectory.q[rows], trajectory.openings[rows])
    many = np.ascontiguousarray(many[:, packed.moving])

    def frame() -> None:
        first_hits(packed, many[:1], pairs)
        cell_clearance(packed, many[:1], pairs)

    name = f"check and clearance of a frame, {len(pairs)} pairs"
    yield timed(name, best_of(30, frame)[0], "ms", target=most(2.0))
    took, _ = best_of(3, lambda: first_hits(packed, many, pairs))
    yield timed("10,000 configurations", took, "ms", target=most(300.0))


def figures(seed: int, objects: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    cell = load_cell("kakazu1985")
    cell = replace(cell, fixtures=obstacles(rng, objects), parts=())
    rounds = int(np.ceil(75.0 / simulate(cell, PROGRAM.format(rounds=1)).duration)) + 1
    run = simulate(cell, PROGRAM.format(rounds=rounds))
    assert not run.problems and run.duration >= 60.0, run.problems
    # All rounds have equal motions; joint 1 of each is moved a little, so that none is cached.
    run = replace(run, steps=tuple(_nudged(step, 1e-6 * i) for i, step in enumerate(run.steps)))
    print(f"{run.duration:.1f} s of motion, {len(run.trajectory())} samples")

    def prove() -> object:
        proving.forget()
        return proving.proven(run, lambda share, text: None, lambda: False)[0]

    took, proof = best_of(3, prove)
    yield timed(f"{run.duration:.0f} s of motion proven", took, "ms", target=most(3000.0))
    print(proof)
    n = len(proof.segments)
    free = sum(segment.standing is Standing.FREE for segment in proof.segments)
    yield Figure("motion segments proven free", free, f"of {n}", target=least(n))

    def measured() -> object:
        distances.forget()
        return clearances(run)

    again, _ = best_of(3, lambda: proving.proven(run, lambda share, text: None, lambda: False))
    yield timed("the same, unchanged", again, "ms")
    slow = replace(run, steps=tuple(_slowed(s) if s.duration else s for s in run.steps))
    start = time.perf_counter()
    proving.proven(slow, lambda share, text: None, lambda: False)
    once = time.perf_counter() - start
    yield timed("the same at half the speed", once, "ms")
    yield Figure(
        "the same at half the speed, by the time of the proof", once / took, target=most(0.2)
    )
    near, found = best_of(2, measured)
    yield timed("nearest pairs of the motion", near, "ms")
    yield Figure("least distance of the motion", found.least.distance_mm, "mm")
    again, _ = best_of(3, lambda: clearances(run))
    yield timed("nearest pairs, unchanged", again, "ms")
    yield from of_frames(cell, run)


def _nudged(step: Step, by: float) -> Step:
    """The step with its path moved by an angle of joint 1, rad."""
    path = step.motion.path
    moved = JointPath(path.knots, path.controls + np.array([by, 0, 0, 0, 0, 0]))
    return replace(step, motion=replace(step.motion, path=moved))


def _slowed(step: Step) -> Step:
    """The step on the same path by another law: evenly, from start to end."""
    path = step.motion.path
    knots = path.knots / path.length * 2.0 * step.duration
    even = JointPath(knots, path.controls)
    return replace(step, motion=Motion.of(even, Even(2.0 * step.duration)))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--objects", type=int, default=200)
    options = parser.parse_args()
    show(figures(options.seed, options.objects), options)
