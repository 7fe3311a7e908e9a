"""Pictures of results as SVG: a histogram, and a map of a plane."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np
from numpy.typing import NDArray

from scenes.studies.results.summary import Histogram, PlaneMap
from scenes.world.frozen import Array

_WIDTH, _HEIGHT, _LEFT, _BELOW = 420, 300, 56, 40
_BAR = "#3b78b5"
# Colours of a map from the least to the greatest value: lightness grows all the way, so that the
# order can be seen without telling colours apart.
_SCALE = np.array(
    [[38, 20, 72], [58, 62, 134], [44, 112, 142], [32, 158, 136], [108, 204, 88], [248, 230, 33]]
)
_SHADES = 32


def histogram_svg(bars: Histogram) -> str:
    """A histogram with the range of its values and its greatest count."""
    counts, edges = np.asarray(bars.counts), np.asarray(bars.edges)
    most = max(float(counts.max(initial=0.0)), 1.0)
    span = float(edges[-1] - edges[0]) or 1.0
    wide, high = _WIDTH - _LEFT - 10, _HEIGHT - _BELOW - 16
    rows = []
    for low, up, count in zip(edges[:-1], edges[1:], counts, strict=True):
        x, w = _LEFT + (low - edges[0]) / span * wide, (up - low) / span * wide
        h = count / most * high
        rows.append(
            f'<rect x="{x:.1f}" y="{16 + high - h:.1f}" width="{max(w - 1, 0.5):.1f}" '
            f'height="{h:.1f}" fill="{_BAR}"/>'
        )
    rows += _axis_words(f"{edges[0]:.6g}", f"{edges[-1]:.6g} {bars.unit}", f"{most:,.0f}", "0")
    return _svg(bars.title, rows)


def map_svg(plane: PlaneMap) -> str:
    """A map with the values of its least and greatest colour; no colour where there is no value."""
    values = np.asarray(plane.values)
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    level = np.full(values.shape, -1)
    share = np.nan_to_num((values - low) / ((high - low) or 1.0))
    level[np.isfinite(values)] = np.rint(share * (_SHADES - 1)).astype(int)[np.isfinite(values)]
    rows = list(_rectangles(level))
    x, y = np.asarray(plane.x), np.asarray(plane.y)
    rows += _axis_words(
        f"{x[0]:.6g}",
        f"{plane.words[0]} {x[-1]:.6g} {plane.unit}",
        f"{plane.words[1]} {y[-1]:.6g}",
        f"{y[0]:.6g}",
    )
    rows.append(f'<text x="{_LEFT}" y="{_HEIGHT - 6}">dark {low:.4g}, light {high:.4g}</text>')
    return _svg(plane.title, rows)


def _rectangles(level: NDArray[np.int64]) -> Iterator[str]:
    """Rectangles of equal levels in each row, the last row on top."""
    count, across = level.shape
    wide, high = (_WIDTH - _LEFT - 10) / across, (_HEIGHT - _BELOW - 16) / count
    for row in range(count):
        y = 16 + (count - 1 - row) * high
        turns = np.flatnonzero(np.diff(level[row])) + 1
        for start, stop in zip([0, *turns], [*turns, across], strict=True):
            shade = int(level[row, start])
            if shade >= 0:
                yield (
                    f'<rect x="{_LEFT + start * wide:.1f}" y="{y:.1f}" fill="{_colour(shade)}" '
                    f'width="{(stop - start) * wide + 0.2:.1f}" height="{high + 0.2:.1f}"/>'
                )


def _colour(shade: int) -> str:
    at = shade / (_SHADES - 1) * (len(_SCALE) - 1)
    channels = [np.interp(at, np.arange(len(_SCALE)), _SCALE[:, k]) for k in range(3)]
    return "#" + "".join(f"{round(float(each)):02x}" for each in channels)


def _axis_words(first: str, last: str, top: str, bottom: str) -> list[str]:
    """The words at the ends of both axes."""
    low = _HEIGHT - _BELOW + 14
    return [
        f'<text x="{_LEFT}" y="{low}">{escape(first)}</text>',
        f'<text x="{_WIDTH - 10}" y="{low}" text-anchor="end">{escape(last)}</text>',
        f'<text x="{_LEFT - 4}" y="24" text-anchor="end">{escape(top)}</text>',
        f'<text x="{_LEFT - 4}" y="{_HEIGHT - _BELOW}" text-anchor="end">{escape(bottom)}</text>',
    ]


def _svg(title: str, rows: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
    )
    return "\n".join([head, *rows, "</svg>"])


def edges_of(values: Array, count: int = 40) -> Array:
    """Edges (count + 1,) of equal bins over the range of finite values."""
    known = np.asarray(values)[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    if high <= low:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, count + 1)


def histogram(title: str, unit: str, values: Array) -> Histogram:
    """The histogram of values; those that are not finite are left out."""
    edges = edges_of(values)
    known = np.asarray(values)[np.isfinite(values)]
    return Histogram(title, unit, edges, np.histogram(known, edges)[0].astype(float))
