"""Runs the benchmarks one after the other and prints all their figures as one table at the end.

python tests/benchmarks/run.py [WORD ...] [--seed N] [--write FILE]

A word names a part (collision, ik, language, motion, files, start, window) or is contained in the
name of a script; without one all scripts run. Each script runs in its own process, with one thread
of BLAS. A script that fails is named at the end, and the exit code is then 1.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from figures import HEAD, Figure, line, read

HERE = Path(__file__).resolve().parent
PARTS = {
    "collision": ("collision", "interference", "proof", "check", "connect"),
    "ik": (
        "calibration",
        "closed",
        "completeness",
        "elimination",
        "ik_peers",
        "inverse",
        "named_arms",
        "near_singular",
        "offsets",
        "right_angles",
        "scales",
    ),
    "language": ("language", "makers"),
    "motion": ("chains", "rest_to_rest", "timing"),
    "studies": ("studies",),
    "files": ("example", "meshes"),
    "start": ("start",),
    "window": ("window", "frames", "handles", "walk"),
}
PEERS = (
    "pin",
    "coal",
    "python-fcl",
    "EAIK",
    "ssik",
    "roboticstoolbox-python",
    "trimesh",
    "ruckig",
    "toppra",
    "ompl",
    "numpy",
)


@dataclass(frozen=True)
class Done:
    """The result of one script: its figures, its clock time in s, and whether it ended well."""

    name: str
    figures: tuple[Figure, ...]
    seconds: float
    is_whole: bool


def scripts() -> list[str]:
    """Names of all scripts, in the order of the parts; scripts that no part names come last."""
    there = {path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py")}
    known = [name for names in PARTS.values() for name in names if name in there]
    return known + sorted(there.difference(known))


def chosen(words: list[str]) -> list[str]:
    for word in words:
        if word not in PARTS and not any(word in name for name in scripts()):
            raise SystemExit(
                f"no benchmark is called {word}: {', '.join(PARTS)}; {', '.join(scripts())}"
            )
    return [
        name
        for name in scripts()
        if not words or any(name in PARTS.get(word, ()) or word in name for word in words)
    ]


def carried_out(name: str, seed: int) -> Done:
    print(f"== {name}", flush=True)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        words = [HERE / f"bench_{name}.py", "--seed", str(seed), "--figures", file]
        threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        code = subprocess.call(
            [sys.executable, *map(str, words)], cwd=HERE.parents[1], env={**os.environ, **threads}
        )
        figures = tuple(read(file))
    done = Done(name, figures, time.perf_counter() - start, code == 0)
    print(f"   {name}: {done.seconds:.0f} s{'' if code == 0 else f', FAILED with code {code}'}")
    return done


def summary(results: list[Done]) -> str:
    """The numbers of targets met and not met, and the names of failed scripts."""
    verdicts = [figure.is_met for done in results for figure in done.figures]
    told = f"{len(verdicts)} figures; {verdicts.count(True)} targets met, "
    told += f"{verdicts.count(False)} not met"
    failed = [done.name for done in results if not done.is_whole]
    return told + (f"; FAILED: {', '.join(failed)}" if failed else "")


def table(results: list[Done]) -> str:
    rows = [line(HEAD)]
    for done in results:
        rows += ["", f"{done.name} ({done.seconds:.0f} s)"]
        rows += [line(figure.cells) for figure in done.figures]
        rows += [] if done.is_whole else ["FAILED: figures that would follow are missing"]
    return "\n".join(rows)


def machine() -> list[tuple[str, str]]:
    """The facts on which the figures depend; no name of the machine and no path."""
    return [
        ("date", date.today().isoformat()),
        ("processor", processor()),
        ("cores", str(os.cpu_count())),
        ("system", operating_system()),
        ("Python", platform.python_version()),
        ("packages", ", ".join(f"{name} {found}" for name in PEERS if (found := installed(name)))),
    ]


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def operating_system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = f"{platform.system()} {platform.release()}"
    return f"{name}, {platform.machine()}"


def installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def document(results: list[Done], seed: int) -> str:
    """The page resources/docs/figures.md."""
    minutes = sum(done.seconds for done in results) / 60.0
    parts = [
        "# Measured figures",
        "Written by `make bench`; not edited by hand. Ours and the peer's are measured in the same "
        "run on the same data; the ratio is ours divided by the peer's. Times are the least or the "
        "median of several rounds, as the script of each part says (`tests/benchmarks`). "
        f"`make bench SEED={seed}` draws the same data again, `make bench ROWS=ik` runs a part.",
        "\n".join(
            [
                "| of this run | |",
                "|---|---|",
                *(f"| {name} | {told} |" for name, told in machine()),
            ]
        ),
        f"{summary(results)}. The run took {minutes:.0f} minutes with seed {seed}.",
    ]
    for done in results:
        rows = [f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD)]
        # Some viewers join an empty cell with the one before it.
        cells = ([cell or "-" for cell in figure.cells] for figure in done.figures)
        rows += [f"| {' | '.join(row)} |" for row in cells]
        parts += [f"## {done.name.replace('_', ' ')}", "\n".join(rows)]
        if not done.is_whole:
            parts.append("This script failed: figures that would follow are missing.")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="a part, or a piece of a name")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn at random")
    parser.add_argument("--write", type=Path, help="write the figures as Markdown to this file")
    options = parser.parse_args()
    results = [carried_out(name, options.seed) for name in chosen(options.words)]
    print(f"\n{table(results)}\n\n{summary(results)}")
    print(f"seed {options.seed}; {sum(done.seconds for done in results):.0f} s in all")
    if options.write is not None:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_text(document(results, options.seed), encoding="utf-8")
    return 0 if all(done.is_whole for done in results) else 1


if __name__ == "__main__":
    sys.exit(main())
