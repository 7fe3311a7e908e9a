"""One HTML page of a study's result: words, tables and pictures (SVG) in a single file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from scenes.studies.results.pictures import histogram_svg, map_svg
from scenes.studies.results.summary import Summary, Table

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2530; --paper: #ffffff; --line: #c9d0d8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e8ee; --paper: #14181d; --line: #3a444f; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .8rem .2rem 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { display: inline-block; margin: 0 1.5rem 1.5rem 0; vertical-align: top; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
footer { border-top: 1px solid var(--line); margin-top: 2rem; font-size: 13px; }
"""


def page(title: str, summary: Summary, origin: Sequence[str]) -> str:
    """The page. origin: Sentences on where the result comes from: seed, digest, version."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            *_body(summary),
            "<footer>",
            *(f"<p>{escape(each)}</p>" for each in origin),
            "</footer></body></html>",
            "",
        ]
    )


def _body(summary: Summary) -> Iterator[str]:
    yield from (f"<p>{escape(sentence)}</p>" for sentence in summary.answer)
    if summary.figures:
        rows = tuple((figure.name, figure.shown) for figure in summary.figures)
        yield from _table(Table("Figures", ("", ""), rows))
    for each in summary.maps:
        yield f"<figure><figcaption>{escape(each.title)}</figcaption>{map_svg(each)}</figure>"
    for bars in summary.histograms:
        caption = f"<figcaption>{escape(bars.title)}</figcaption>"
        yield f"<figure>{caption}{histogram_svg(bars)}</figure>"
    for table in summary.tables:
        yield from _table(table)
    yield from (f"<p>{escape(note)}</p>" for note in summary.notes)


def _table(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2><table>"
    if any(table.header):
        yield "<tr>" + "".join(f"<th>{escape(word)}</th>" for word in table.header) + "</tr>"
    for row in table.rows:
        yield "<tr>" + "".join(_field(value) for value in row) + "</tr>"
    yield "</table>"


def _field(value: str | float | int) -> str:
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    return f'<td class="number">{shown_number(value)}</td>'


def shown_number(value: float | int) -> str:
    """A number of a table: counts in full, others with six digits, none as a dash."""
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    return "-" if np.isnan(value) else f"{value:.6g}"
