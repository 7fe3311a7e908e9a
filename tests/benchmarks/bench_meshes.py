"""Times of reading meshes from files, by their number of triangles; asserts nothing.

python tests/benchmarks/bench_meshes.py [--rounds N] [--seed N]

Each file is a ball with bumps, like one from a scanner, written as STL (every triangle with its own
corners) and as OBJ (shared corners). The time is processor time; next to it trimesh alone, which
reads and joins corners, but neither repairs nor checks. Targets: 20,480 triangles took 6.7 s when
every face cast its own ray; 500,000 triangles are to take 5 s.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import numpy as np
import trimesh
from figures import Figure, arguments, most, show, timed

from geometry.mesh_files.formats import import_mesh

# Latitudes and longitudes of a ball, and the target in s, where there is one.
SIZES: tuple[tuple[int, int, float | None], ...] = (
    (32, 161, 1.0),
    (75, 151, None),
    (250, 501, 5.0),
)


def figures(rounds: int, seed: int) -> Iterator[Figure]:
    for rings, spokes, target in SIZES:
        ball = bumpy_ball(rings, spokes, seed)
        with tempfile.TemporaryDirectory() as name:
            for suffix in (".stl", ".obj"):
                file = Path(name) / f"ball{suffix}"
                ball.export(file)
                yield figure_of(file, len(ball.faces), rounds, target)


def bumpy_ball(rings: int, spokes: int, seed: int) -> trimesh.Trimesh:
    """A closed ball of about 4 rings (spokes + 1) triangles, 100 mm wide, with random bumps."""
    ball = trimesh.creation.uv_sphere(radius=50.0, count=[rings + 1, spokes])
    away = np.random.default_rng(seed).uniform(0.999, 1.001, (len(ball.vertices), 1))
    ball.vertices = ball.vertices * away
    return ball


def figure_of(file: Path, triangles: int, rounds: int, target: float | None) -> Figure:
    ours = min(seconds_of(lambda: import_mesh(file, unit="mm")) for _ in range(rounds))
    peer = min(seconds_of(lambda: trimesh.load_mesh(file)) for _ in range(rounds))
    what = f"{file.name}, {triangles:,} triangles"
    return timed(what, ours, "s", "trimesh", peer, None if target is None else most(target))


def seconds_of(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    show(figures(options.rounds, options.seed), options)
