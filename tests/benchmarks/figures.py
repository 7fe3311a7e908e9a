"""A figure of the benchmarks: name, our value, a peer's, their ratio, target and verdict.

Every script gives its figures one by one to `show`, which prints each at once; run.py collects
those
of all scripts and prints them as one table.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

PER_SECOND = {"s": 1.0, "ms": 1e3, "us": 1e6}
HEAD = ("what", "ours", "peer", "ratio", "target", "met")
WIDTHS = (68, 18, 28, 9, 22, 6)


@dataclass(frozen=True)
class Target:
    """A limit for a figure.

    kind: "most" or "least" for our own figure in its unit, "ratio" for the most that ours over
        the peer's may be, "faster" for the least that the peer's over ours may be.
    """

    kind: str
    limit: float

    def is_met(self, ours: float, theirs: float | None) -> bool | None:
        """Whether the limit holds; None where it needs a peer and there is none."""
        if self.kind == "most":
            return ours <= self.limit
        if self.kind == "least":
            return ours >= self.limit
        if theirs is None:
            return None
        return ours <= self.limit * theirs if self.kind == "ratio" else theirs >= self.limit * ours

    def words(self, unit: str) -> str:
        if self.kind in ("most", "least"):
            shown = "" if unit.startswith("of ") else unit
            return f"at {self.kind} {measured(self.limit, shown)}"
        if self.kind == "ratio":
            return f"ratio at most {self.limit:g}"
        return f"{self.limit:g} times faster"


def most(limit: float) -> Target:
    return Target("most", limit)


def least(limit: float) -> Target:
    return Target("least", limit)


def ratio(limit: float) -> Target:
    return Target("ratio", limit)


def faster(limit: float) -> Target:
    return Target("faster", limit)


@dataclass(frozen=True)
class Figure:
    """One row of the table.

    unit: The unit of both values: a time, a length, a share, or the counted things.
    theirs: None where there is no peer, or where the named peer is not installed.
    """

    what: str
    ours: float
    unit: str = ""
    peer: str = ""
    theirs: float | None = None
    target: Target | None = None

    @property
    def is_met(self) -> bool | None:
        return None if self.target is None else self.target.is_met(self.ours, self.theirs)

    @property
    def verdict(self) -> str:
        return {True: "yes", False: "NO", None: ""}[self.is_met]

    @property
    def cells(self) -> tuple[str, ...]:
        """The words of the columns of HEAD."""
        beside, share = self.peer, ""
        if self.theirs is not None:
            beside = f"{measured(self.theirs, self.unit)} {self.peer}"
            share = number(self.ours / self.theirs) if self.theirs else ""
        elif self.peer:
            beside = f"{self.peer}: absent"
        wanted = "" if self.target is None else self.target.words(self.unit)
        return self.what, measured(self.ours, self.unit), beside, share, wanted, self.verdict


def timed(
    what: str,
    seconds: float,
    unit: str = "us",
    peer: str = "",
    theirs: float | None = None,
    target: Target | None = None,
) -> Figure:
    """A figure of times given in s and shown in another unit; a target's limit is in that unit."""
    per = PER_SECOND[unit]
    return Figure(what, per * seconds, unit, peer, None if theirs is None else per * theirs, target)


def number(value: float) -> str:
    """Three or four digits; whole numbers with all digits."""
    size = abs(value)
    if value == int(value) and size < 1e9:
        return f"{int(value):,}"
    if size >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2e}" if size < 1e-3 else f"{value:.4g}"


def measured(value: float, unit: str) -> str:
    return f"{number(value)} {unit}".strip()


def line(cells: Iterable[str]) -> str:
    return " ".join(f"{cell:<{w}}" for cell, w in zip(cells, WIDTHS, strict=True)).rstrip()


def arguments(doc: str | None, *, seed: int = 1) -> argparse.ArgumentParser:
    """The parser with the options of every script."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=seed, help="of what is drawn at random")
    parser.add_argument("--figures", type=Path, help="file that also gets the figures, as JSON")
    return parser


def show(figures: Iterable[Figure], options: argparse.Namespace) -> None:
    """Prints figures as they come, and writes them to the file of --figures."""
    for figure in figures:
        print(line(figure.cells), flush=True)
        if options.figures is not None:
            with options.figures.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(figure), default=float) + "\n")


def read(file: Path) -> Iterator[Figure]:
    """The figures that `show` wrote, even those of a script that failed later."""
    if not file.exists():
        return
    for text in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        target = row.pop("target")
        yield Figure(**row, target=None if target is None else Target(**target))
