"""Times of whole commands, with an empty cache folder and with a full one; asserts nothing.

python tests/benchmarks/bench_start.py [--rounds N]

The time is processor time of the command and its children, so that other processes change little;
byte code of the sources exists, as it does after an installation.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from figures import Figure, arguments, most, show, timed

TOP = Path(__file__).parents[2]
PROGRAM = TOP / "resources" / "programs" / "figure5.val"
# Words, and seconds allowed: with an empty cache folder, and with a full one.
TARGETS: tuple[tuple[tuple[str, ...], float, float], ...] = (
    (("check", "kakazu1985", "figure5"), 1.5, 1.0),
    (("tables", "figure5"), 0.25, 0.25),
    (("robots",), 0.4, 0.4),
    (("--version",), 0.1, 0.1),
    (("fmt", "--check", str(PROGRAM)), 0.16, 0.16),
)


def figures(rounds: int) -> Iterator[Figure]:
    for words, cold, warm in TARGETS:
        with tempfile.TemporaryDirectory() as cache:
            seconds_of(words, cache)  # writes byte code
        times = [with_empty_store(words) for _ in range(rounds)]
        yield from figures_of(words, "empty", times, cold)
        with tempfile.TemporaryDirectory() as cache:
            seconds_of(words, cache)
            times = [seconds_of(words, cache) for _ in range(rounds)]
        yield from figures_of(words, "full", times, warm)


def with_empty_store(words: tuple[str, ...]) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as cache:
        return seconds_of(words, cache)


def seconds_of(words: tuple[str, ...], cache: str) -> tuple[float, float]:
    """Processor and clock time of one command, s. cache: Its cache folder."""
    around = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before, start = os.times(), perf_counter()
    subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=TOP,
        env={**around, "XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    clock, after = perf_counter() - start, os.times()
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system, clock


def figures_of(
    words: tuple[str, ...], store: str, times: list[tuple[float, float]], target: float
) -> Iterator[Figure]:
    processor, clock = min(times)
    name = f"{' '.join(Path(word).name for word in words)}, cache folder {store}"
    yield timed(f"{name}: processor", processor, "s", target=most(target))
    yield timed(f"{name}: clock", clock, "s")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    show(figures(options.rounds), options)
