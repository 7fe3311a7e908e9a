"""Ways round a post over a table for an IRB 120, beside OMPL's RRTConnect with the same checker.

Run: python tests/benchmarks/bench_connect.py [--seed N] [--queries N]

Both planners get the same compiled check of whole edges and the same lengths (s: the change of each
joint over its speed, as one vector). OMPL may take 10 s a query, and simplifies its solution. A
query is a pair of joint values, drawn by lot, that the straight joint motion does not join. Times
are without the proof, which follows in the product. Prints figures, asserts nothing.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from figures import Figure, arguments, least, most, ratio, show, timed

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scenes import load_cell, start_state
from scenes.connecting.clearance import Task, task_between
from scenes.connecting.edges import Edges, edges_of
from scenes.connecting.planning import way_between
from scenes.connecting.setting import setting_of

CELL = """\
cell: 1
title: round a post over a table
robots:
  arm: {use: abb_irb120}
fixtures:
  TABLE:
    at: [300, 0, -25]
    solid: [{add: {box: [900, 1200, 40]}}]
  POST:
    at: [400, 0, 300]
    solid: [{add: {cylinder: {d: 80, h: 620}}}]
"""
QUERIES = 1000
MOST_S = 10.0


def the_task() -> Task:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "post.cell.yaml"
        path.write_text(CELL)
        cell = load_cell(path)
    state = start_state(cell)
    setting = setting_of(cell, state, state.opening)
    return task_between(setting, cell.robot.ready, cell.robot.ready, 0.0)


def queries(task: Task, count: int, random: np.random.Generator) -> list[np.ndarray]:
    """Pairs (2, n) of joint values without contact whose straight joint motion is blocked."""
    edges, hit_at = edges_of(task.setting, task.clearance), task.clearance.hit_at
    found: list[np.ndarray] = []
    while len(found) < count:
        q = task.space.sample(random, 400)
        is_free = (task.setting.rooms_at(q, np.tile(hit_at, (len(q), 1)), hit_at) >= hit_at).all(1)
        q = q[is_free]
        ends = q[: len(q) // 2 * 2].reshape(-1, 2, q.shape[1])
        is_joined = edges.shares(ends[:, 0], ends[:, 1], whole=True).are_free
        found += list(ends[~is_joined])
    return found[:count]


class Ompl:
    """RRTConnect and the simplifier of OMPL, with our check of edges as their checker."""

    def __init__(self, task: Task, edges: Edges) -> None:
        from ompl import base, geometric, util

        util.setLogLevel(util.LOG_NONE)
        self.base, self.geometric = base, geometric
        self.task, self.edges = task, edges

        class Motions(base.MotionValidator):  # type: ignore[misc]
            def checkMotion(own, a: object, b: object, *_: object) -> bool:  # noqa: N805
                return self.is_free(a, b)

        self.motions = Motions

    def is_free(self, a: object, b: object) -> bool:
        units = self.task.space.units
        q = np.array([[state[i] for i in range(len(units))] for state in (a, b)])  # type: ignore[index]
        rows = q * units
        return bool(self.edges.shares(rows[:1], rows[1:], whole=True).are_free[0])

    def solve(self, query: np.ndarray) -> tuple[float, float]:
        """Seconds and length; an infinite length where nothing was found."""
        space, units = self.task.space, self.task.space.units
        own = self.base.RealVectorStateSpace(len(units))
        bounds = self.base.RealVectorBounds(len(units))
        for i, (low, high) in enumerate(zip(space.lower / units, space.upper / units, strict=True)):
            bounds.setLow(i, low)
            bounds.setHigh(i, high)
        own.setBounds(bounds)
        work = self.geometric.SimpleSetup(own)
        about = work.getSpaceInformation()
        work.setStateValidityChecker(lambda state: self.is_free(state, state))
        motions = self.motions(about)
        about.setMotionValidator(motions)
        ends = [own.allocState(), own.allocState()]
        for state, q in zip(ends, query, strict=True):
            for i, value in enumerate(q / units):
                state[i] = value
        work.setStartAndGoalStates(*ends)
        work.setPlanner(self.geometric.RRTConnect(about))
        work.setup()
        since = time.perf_counter()
        solved = bool(work.solve(MOST_S)) and work.haveExactSolutionPath()
        if solved:
            work.simplifySolution()
        seconds = time.perf_counter() - since
        return seconds, work.getSolutionPath().length() if solved else np.inf


def figures(count: int, seed: int) -> Iterator[Figure]:
    task = the_task()
    edges = edges_of(task.setting, task.clearance)
    peer = None
    try:
        peer = Ompl(task, edges)
    except ImportError:
        print("ompl is not installed: its rows are left out")
    ours, theirs = [], []
    for query in queries(task, count, np.random.default_rng(seed)):
        since = time.perf_counter()
        way = way_between(task, *query, seed=seed)
        ours.append((time.perf_counter() - since, way.length))
        theirs.append(peer.solve(query) if peer is not None else (np.nan, np.nan))
    own, other = np.array(ours), np.array(theirs)
    solved = np.isfinite(other[:, 1]) if peer is not None else np.ones(count, bool)
    name = f"round a post over a table, {count} queries"
    found = float(np.isfinite(own[solved, 1]).mean())
    yield Figure(
        f"{name}: found of those that OMPL solves", 100.0 * found, "%", target=least(100.0)
    )
    middle = float(np.median(own[:, 0]))
    yield timed(f"{name}: median before the proof", middle, "ms", target=most(10.0))
    if peer is None:
        return
    for words, of in (("median", np.median), ("all together", np.sum)):
        seconds = float(of(own[:, 0])), float(of(other[:, 0]))
        yield timed(f"{name}: {words}", seconds[0], "ms", "ompl", seconds[1], ratio(1.0))
    longer = own[solved, 1] / other[solved, 1]
    yield Figure(f"{name}: longest against OMPL", float(longer.max()), "times", target=most(1.1))
    share = 100.0 * float((longer <= 1.1).mean())
    yield Figure(f"{name}: at most 1.1 times OMPL's length", share, "%", target=least(100.0))
    yield Figure(f"{name}: median length against OMPL", float(np.median(longer)), "times")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--queries", type=int, default=QUERIES)
    given = parser.parse_args()
    show(figures(given.queries, given.seed), given)
