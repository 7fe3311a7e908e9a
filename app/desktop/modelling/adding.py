"""New fixtures, parts and frames: the menu of shapes, and what a choice in it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.edits.new_things import add_frame, add_new_body
from app.desktop.modelling.edits.solid_edits import NEW_SHAPES, TITLES
from app.desktop.state.document import Document
from scenes import SceneError

# A cell needs at most one floor, and a half space hides all that lies under it.
SHAPES = tuple(kind for kind in NEW_SHAPES if kind != "half_space")


def shape_menu(parent: QWidget, choose: Callable[[str], object]) -> QMenu:
    """A menu of the shapes that a new body can have; `choose` is called with the kind of shape."""
    menu = QMenu(parent)
    for kind in SHAPES:
        menu.addAction(TITLES[kind]).triggered.connect(partial(_chosen, choose, kind))
    return menu


def add_body_here(document: Document, group: str, kind: str) -> None:
    """Adds a body of one shape to "fixtures" or "parts", and selects it."""
    _select_new(document, BODY, lambda: add_new_body(document, group, kind))


def add_frame_here(document: Document) -> None:
    """Adds a frame where the user looks, and selects it."""
    T_world_frame = document.new_places.pose_for("frame", 0.0)
    _select_new(document, FRAME, lambda: add_frame(document, T_world_frame))


def _chosen(choose: Callable[[str], object], kind: str, _: bool = False) -> None:
    choose(kind)


def _select_new(document: Document, kind: str, add: Callable[[], str]) -> None:
    if document.cell_file is None:
        document.notify("There is no cell: File > New cell makes one.", "warning")
        return
    try:
        name = add()
    except SceneError as fault:
        document.notify(str(fault).splitlines()[0], "error")
        return
    document.select(kind, name)
