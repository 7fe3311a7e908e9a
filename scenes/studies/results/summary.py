"""What a study has found, in a form that terminal, window, JSON and HTML page show alike."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.world.frozen import Array, Frozen


@dataclass(frozen=True)
class Figure:
    """A number with its name. unit: As `mm`; "" for a number without one.

    low, high: The bounds of a confidence interval; None for a number that is not estimated.
    """

    name: str
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def shown(self) -> str:
        """The number with its unit and its interval."""
        text = _shown(self.value, self.unit)
        if self.low is None or self.high is None:
            return text
        return f"{text} ({_shown(self.low, self.unit)} to {_shown(self.high, self.unit)})"


@dataclass(frozen=True)
class Table:
    """Rows of words and numbers under a header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str | float | int, ...], ...]


@dataclass(frozen=True, eq=False)
class Histogram(Frozen):
    """How often a value lies between neighbouring edges (k + 1,): counts (k,)."""

    title: str
    unit: str
    edges: Array
    counts: Array


@dataclass(frozen=True, eq=False)
class PlaneMap(Frozen):
    """A value over a plane: values (rows, columns), nan where there is none.

    x, y: Of the columns (columns,) and rows (rows,), in `unit`. words: Names of the two axes.
    """

    title: str
    x: Array
    y: Array
    values: Array
    words: tuple[str, str] = ("x", "y")
    unit: str = "mm"


@dataclass(frozen=True)
class Summary:
    """The result of a study.

    answer: Sentences that answer the question. notes: What to know about the figures.
    """

    answer: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    maps: tuple[PlaneMap, ...] = ()
    notes: tuple[str, ...] = ()


def _shown(value: float, unit: str) -> str:
    """Counts in full with commas, percent with three digits, others with six."""
    if unit == "%":
        return f"{value:.3g} %"
    text = f"{int(value):,}" if float(value).is_integer() and abs(value) < 1e15 else f"{value:.6g}"
    return f"{text} {unit}".rstrip()
