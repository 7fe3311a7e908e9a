"""The result of random runs in words, figures and histograms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.studies.engine.study import Arrays
from scenes.studies.questions.tolerance_question import ToleranceQuestion
from scenes.studies.results.confidence import of_mean, of_probability
from scenes.studies.results.pictures import histogram
from scenes.studies.results.summary import Figure, Histogram, Summary, Table

# Shares of runs whose cycle time is told.
_SHARES = (0.05, 0.5, 0.95, 0.99)
_HOUR = 3600.0


def tolerance_summary(question: ToleranceQuestion, found: Arrays) -> Summary:
    """The summary of the rows of all chunks."""
    runs, failed = len(found["cycle_s"]), found["failed_line"] > 0
    figures = [Figure("runs", runs)]
    figures.append(_probability("runs that fail", int(failed.sum()), runs, question.confidence))
    answer = [f"{int(failed.sum()):,} of {runs:,} runs fail."]
    if question.is_free:
        hits = found["hit_line"] > 0
        figures.append(
            _probability("runs that collide", int(hits.sum()), runs, question.confidence)
        )
        answer.append(f"{int(hits.sum()):,} collide.")
    times = found["cycle_s"][~failed]
    bars: tuple[Histogram, ...] = ()
    if len(times):
        figures += _time_figures(times, question.confidence)
        if question.kind == "throughput":
            figures += _rates(times, question.confidence)
        answer.append(
            f"A cycle takes {np.mean(times):.3f} s, from {times.min():.3f} to {times.max():.3f} s."
        )
        bars = (histogram("Runs by their cycle time", "s", times),)
    tables = [_lines("Lines at which runs fail", found["failed_line"], runs)]
    if question.is_free:
        tables.append(_lines("Lines in which runs first collide", found["hit_line"], runs))
    share = 100.0 * question.confidence
    notes = (
        f"Intervals hold the true value with {share:g} % confidence: probabilities by Clopper and "
        "Pearson (exact), means by the normal distribution.",
    )
    kept = tuple(table for table in tables if table.rows)
    return Summary((" ".join(answer),), tuple(figures), kept, bars, notes=notes)


def _probability(name: str, hits: int, runs: int, confidence: float) -> Figure:
    low, high = of_probability(hits, runs, confidence)
    return Figure(name, 100.0 * hits / runs, "%", 100.0 * low, 100.0 * high)


def _time_figures(times: NDArray[np.float64], confidence: float) -> list[Figure]:
    low, high = of_mean(times, confidence)
    figures = [Figure("cycle, mean", float(np.mean(times)), "s", low, high)]
    spread = float(np.std(times, ddof=1)) if len(times) > 1 else 0.0
    figures.append(Figure("cycle, standard deviation", spread, "s"))
    return figures + [
        Figure(f"cycle of {100.0 * share:g} % of the runs at most", float(value), "s")
        for share, value in zip(_SHARES, np.quantile(times, _SHARES), strict=True)
    ]


def _rates(times: NDArray[np.float64], confidence: float) -> list[Figure]:
    """Cycles an hour, one behind the other: by the mean of their times."""
    low, high = of_mean(times, confidence)
    mean = float(np.mean(times))
    if mean <= 0.0 or low <= 0.0:
        return []
    return [Figure("cycles an hour", _HOUR / mean, "", _HOUR / high, _HOUR / low)]


def _lines(title: str, lines: NDArray[np.int32], runs: int) -> Table:
    numbers, counts = np.unique(lines[lines > 0], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rows = tuple((int(numbers[k]), int(counts[k]), 100.0 * counts[k] / runs) for k in order)
    return Table(title, ("line", "runs", "% of all"), rows)
