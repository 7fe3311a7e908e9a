"""The collisions of the run, the gaps of its proof, and its least distances.

Each row jumps to its moment. A line above the list says how much of the run is proven free.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.desktop.looks.icons import icon
from app.desktop.looks.list_view import LazyRows, ListPages, ListView, Row
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.nearest_pairs import NearestPairs
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.run_jobs import Verdict
from app.desktop.state.document import Document
from scenes import Collision

if TYPE_CHECKING:
    from scenes.checking.collisions.proof import Gap
    from scenes.checking.distances.over_motion import Nearest

NUMBERS = frozenset({1, 2, 5})


class CollisionsPanel(QWidget):
    """The list of what the worker found and proved about the run."""

    chosen = Signal(object)  # a Collision, a Gap or a Nearest
    opened = Signal(object)

    def __init__(self, document: Document, analyst: Analyst, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self._nearest = NearestPairs(document, analyst, self.refresh)
        titles = ("From", "To", "Line", "Moving body", "Other body", "What")
        self.list = ListView(titles, 4, (92, 70, 110, 120, 150, 130))
        self.list.setAccessibleName("Collisions")
        self.list.chosen.connect(self.chosen)
        self.list.opened.connect(self.opened)
        self.summary = QLabel()
        self.summary.setContentsMargins(8, 4, 8, 4)
        self.summary.setWordWrap(True)
        self._pages = ListPages(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.summary)
        layout.addWidget(self._pages, 1)
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draws the list in the colours of a theme."""
        self._theme = theme
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Has the nearest pairs found: hidden, the panel needs none."""
        super().showEvent(event)
        self._nearest.ask()

    def refresh(self) -> None:
        """Shows the present verdict of the document."""
        document = self._document
        verdict = document.verdict if document.is_checked else None
        hits = document.collisions
        gaps: tuple[Gap, ...] = ()
        nearest: tuple[Nearest, ...] = ()
        if verdict is not None:
            gaps = verdict.proof.gaps
            nearest = tuple(n for n in self._nearest.of(verdict) if n.distance_mm > 0.0)
            if self.isVisible():
                self._nearest.ask()
        rows: list[Callable[[], Row]] = [partial(self._hit_row, hit) for hit in hits]
        rows += [partial(self._gap_row, gap) for gap in gaps]
        rows += [partial(self._near_row, near) for near in nearest]
        drawn = verdict.proof.coverage.as_drawn if verdict is not None else ""
        nothing = f"No collisions{drawn}." if document.is_checked else "Not checked yet."
        self._pages.show_rows(LazyRows(len(rows), lambda index: rows[index]()), nothing)
        self.summary.setVisible(verdict is not None)
        self.summary.setText("" if verdict is None else _summary(verdict))
        covered = "" if verdict is None else f"Coverage: {verdict.proof.coverage}"
        self.summary.setToolTip(wrapped(covered))

    def _hit_row(self, hit: Collision) -> Row:
        """The row of a collision; grey where the program has changed since."""
        fresh = self._document.is_checked
        colour = self._theme.error if fresh else self._theme.pending
        x, y, z = hit.centroid
        return _row(
            hit,
            (f"{hit.time:.3f} s", f"{hit.time_end:.2f} s"),
            f"{hit.volume_mm3:,.0f} mm³",
            icon("mdi6.alert-octagon", self._theme, colour),
            f"largest at {hit.peak_time:.2f} s, about ({x:z.0f}, {y:z.0f}, {z:z.0f}) mm\n"
            "Double click: show this moment",
            colour="" if fresh else self._theme.pending,
        )

    def _gap_row(self, gap: Gap) -> Row:
        """The row of a part of the run that is not proven, times to 0.001 s."""
        return _row(
            gap,
            (f"{gap.start:.3f} s", f"{gap.end:.3f} s"),
            "not proven",
            icon("mdi6.help-circle-outline", self._theme, self._theme.warning),
            f"Not proven free: {gap.reason}.\nNo contact was found at the samples.",
        )

    def _near_row(self, near: Nearest) -> Row:
        """The row of a least distance; amber below the margin that the cell asks for."""
        from scenes.checking.coverage import coverage_of

        cell = self._document.cell
        is_below = cell is not None and near.is_below(cell.margin)
        colour = self._theme.warning if is_below else self._theme.muted
        drawn = coverage_of(cell).as_drawn if cell is not None else ""
        asked = f"\nThe cell asks for {cell.margin:g} mm." if cell and is_below else ""
        return _row(
            near,
            (f"{near.time:.3f} s", ""),
            f"{near.distance_mm:,.2f} mm apart",
            icon("mdi6.arrow-expand-horizontal", self._theme, colour),
            f"Proven{drawn}: at least {near.proven_mm:.2f} mm.{asked}{_points(near)}",
        )


def _row(
    item: Collision | Gap | Nearest,
    times: tuple[str, str],
    what: str,
    sign: QIcon,
    tip: str,
    *,
    colour: str = "",
) -> Row:
    """The row of two bodies from one time to another."""
    cells = (*times, _place(item), item.body_a, item.body_b, what)
    return Row(cells=cells, value=item, icon=sign, colour=colour, tip=tip, right=NUMBERS)


def _place(item: Collision | Gap | Nearest) -> str:
    """The line; in front of it the file, if it is a called one."""
    return f"{item.file}:{item.line}" if item.file else str(item.line)


def _summary(verdict: Verdict) -> str:
    text = str(verdict.proof)
    least = verdict.clearances.least
    drawn = verdict.proof.coverage.as_drawn
    tail = "" if least is None else f" · least distance{drawn} {least.distance_mm:.2f} mm"
    return text[:1].upper() + text[1:] + tail


def _points(near: Nearest) -> str:
    if near.points is None:
        return ""
    a, b = (", ".join(f"{x:z.1f}" for x in point) for point in near.points)
    return f"\nNearest points: ({a}) and ({b}) mm"
