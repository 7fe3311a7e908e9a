"""The waves under faulty text, in the colour of their severity.

Qt draws a wave only one pixel thick, which is lost on the marked lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.programs.findings import Finding

LENGTH, HEIGHT, WIDTH = 6.0, 2.2, 2.0  # points
LASTING_OPACITY = 0.55


@dataclass(frozen=True)
class Wave:
    """One wave: start and end in the text document, its colour, and whether it is faint."""

    start: int
    end: int
    colour: str
    faint: bool = False


def is_stale(finding: Finding, is_fresh: bool) -> bool:
    """Whether the worker found it in a text or a cell that has changed since."""
    return finding.proven and not is_fresh


def drawn_findings(findings: tuple[Finding, ...], is_fresh: bool) -> tuple[Finding, ...]:
    """The findings of one line to draw: without stale ones where a fresh error stands."""
    fresh = tuple(finding for finding in findings if not is_stale(finding, is_fresh))
    if any(finding.severity == "error" for finding in fresh):
        return fresh
    return findings


def draw_wave(painter: QPainter, start: QPointF, right: float, wave: Wave) -> None:
    """Draws a wave from a point to `right`, px."""
    colour = QColor(wave.colour)
    colour.setAlphaF(LASTING_OPACITY if wave.faint else 1.0)
    path = QPainterPath(start)
    x, up = start.x(), True
    while x < max(right, start.x() + LENGTH):
        crest = start.y() - HEIGHT if up else start.y() + HEIGHT
        path.quadTo(QPointF(x + LENGTH / 4, crest), QPointF(x + LENGTH / 2, start.y()))
        x, up = x + LENGTH / 2, not up
    painter.setPen(QPen(colour, WIDTH))
    painter.drawPath(path)
