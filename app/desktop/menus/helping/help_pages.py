"""Which page of the documentation tells of a panel, or of the thing that is selected."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL
from app.desktop.panels.documents.doc_pages import FIRST_STEPS, LANGUAGE, SHIPPED
from app.desktop.window_parts import WindowParts

DOCS = SHIPPED / "docs"
CELLS, PROGRAMS, ROBOTS = DOCS / "cells.md", DOCS / "programs.md", DOCS / "robots.md"
Goal = tuple[Path, str]  # a page and the anchor of a heading in it, or ""

# The page of each panel, by the name of its dock. Other panels lead to the first steps.
OF_PANELS: dict[str, Goal] = {
    "Cell": (CELLS, ""),
    "Jog": (DOCS / "build-a-cell.md", ""),
    "Solutions": (DOCS / "how-it-works" / "inverse.md", ""),
    "Properties": (CELLS, ""),
    "Import": (CELLS, ""),
    "Program": (LANGUAGE, ""),
    "Debug": (PROGRAMS, ""),
    "Problems": (LANGUAGE, ""),
    "Collisions": (DOCS / "how-it-works" / "proof.md", ""),
    "Tables": (PROGRAMS, ""),
    "Console": (DOCS / "console.md", ""),
    "Plots": (DOCS / "how-it-works" / "motion.md", ""),
    "Signals": (PROGRAMS, "signals-waiting-and-interruption"),
    "Mechanism": (ROBOTS, ""),
    "Study": (DOCS / "studies.md", "in-the-window"),
}
OF_THINGS: dict[str, Goal] = {
    BODY: (CELLS, ""),
    FRAME: (CELLS, ""),
    ROBOT: (ROBOTS, ""),
    TOOL: (DOCS / "hands.md", ""),
    LOCATION: (PROGRAMS, ""),
}
ABOUT_THINGS = ("Cell", "Properties", "")  # "": the 3D view


def page_for(panel: str, kind: str) -> Goal:
    """The page about a place of the window.

    panel: The name of the panel with the keyboard, "" for the 3D view. kind: The kind of the thing
        that is selected, "" for none.
    """
    if panel in ABOUT_THINGS and kind in OF_THINGS:
        return OF_THINGS[kind]
    return OF_PANELS.get(panel, (FIRST_STEPS, ""))


def panel_with_focus(parts: WindowParts) -> str:
    """The name of the panel that has the keyboard; "" where it is none."""
    widget = QApplication.focusWidget()
    for dock in parts.docks.all():
        if widget is not None and dock.isAncestorOf(widget):
            return dock.windowTitle()
    return ""
