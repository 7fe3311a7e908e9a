"""The places of a 3D view that other widgets lie on: there no word may be drawn."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

AXES_SIZE = 96.0  # of the corner of the world axes, points


def covered_boxes(
    view: QWidget, widgets: Iterable[QWidget]
) -> list[tuple[float, float, float, float]]:
    """The boxes of visible widgets over a view, and of the world axes in it.

    Left, bottom, right, top from the lower left corner of the view, points of the screen.
    """
    found = [(0.0, 0.0, AXES_SIZE, AXES_SIZE)]
    for widget in widgets:
        if widget.isVisible():
            corner = view.mapFromGlobal(widget.mapToGlobal(widget.rect().topLeft()))
            left, top = float(corner.x()), float(view.height() - corner.y())
            found.append((left, top - widget.height(), left + widget.width(), top))
    return found
