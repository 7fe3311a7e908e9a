"""The menu View > Saved views: save, go to, rename, delete; and an entry for each view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu

from app.desktop.looks.notice import Notice, Offer
from app.desktop.looks.pick_list import PickList, PickRow
from app.desktop.menus.action import Action, Menu
from app.desktop.state.choices.saved_views import SavedView
from app.desktop.window_parts import WindowParts

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

NAME = "Saved views"
WITH_KEYS = 9  # views that have a key


def save_view(parts: WindowParts) -> None:
    """Asks for a name and saves the present view under it."""
    document, viewport = parts.document, parts.viewport
    if document.cell is None or viewport is None:
        document.notify("There is no view of a cell to save.", "warning")
        return
    shown, before = present_view(viewport), document.views.all
    name = _asked_name(parts, "Save the view", document.views.free_name())
    if name:
        is_new = document.views.named(name) is None
        document.views.save(SavedView(name, *shown))
        words = f"Saved the view {name}." if is_new else f"{name} now shows this view."
        _tell(parts, words, before)


def go_to_view(parts: WindowParts) -> None:
    """Lists the saved views; a chosen one is flown to."""
    _choose(parts, "Go to a saved view …", partial(fly_to, parts))


def rename_view(parts: WindowParts) -> None:
    """Lists the saved views; a chosen one gets another name."""

    def rename(view: SavedView) -> None:
        before, views = parts.document.views.all, parts.document.views
        name = _asked_name(parts, f"Rename the view {view.name}", view.name)
        if not name or name == view.name:
            return
        if views.rename(view.name, name):
            _tell(parts, f"Renamed the view {view.name} to {name}.", before)
        else:
            parts.document.notify(f"Another view is called {name} already.", "warning")

    _choose(parts, "Rename a saved view …", rename)


def delete_view(parts: WindowParts) -> None:
    """Lists the saved views; a chosen one is deleted, which the message can take back."""

    def delete(view: SavedView) -> None:
        before = parts.document.views.all
        parts.document.views.delete(view.name)
        _tell(parts, f"Deleted the view {view.name}.", before)

    _choose(parts, "Delete a saved view …", delete)


def fly_to(parts: WindowParts, view: SavedView) -> None:
    """Flies to a saved view."""
    if parts.viewport is not None:
        from app.desktop.view3d.drawing.camera import Camera

        place = (view.azimuth, view.elevation, view.distance)
        opening = parts.viewport.scene.camera.view_angle
        parts.viewport.look(Camera(np.array(view.focus), *place, opening, view.parallel))


def present_view(
    viewport: Viewport,
) -> tuple[tuple[float, float, float], float, float, float, bool]:
    """Focus, azimuth, elevation, distance and projection of the present view."""
    camera = viewport.scene.camera
    x, y, z = (float(number) for number in camera.focus)
    return (x, y, z), camera.azimuth, camera.elevation, camera.distance, camera.parallel


def _asked_name(parts: WindowParts, title: str, before: str) -> str:
    """A name for a view from the user; "" where the user cancels or types none."""
    text, ok = QInputDialog.getText(parts.window, title, "Name", text=before)
    return text.strip() if ok else ""


def _choose(parts: WindowParts, hint: str, take: Callable[[SavedView], object]) -> None:
    """Opens a list of the saved views; says so where there are none."""
    views = parts.document.views.all
    if not views:
        text = f"No view is saved for this cell: View > {NAME} > Save this view."
        parts.document.notify(text, "warning")
        return
    rows = [PickRow(view.name, partial(take, view)) for view in views]
    PickList(parts.window, hint, rows).open_above(parts.window)


def _tell(parts: WindowParts, words: str, before: Iterable[SavedView]) -> None:
    """Tells what has changed, and offers the views as they were."""
    undo = Offer("Undo", partial(parts.document.views.take, before))
    parts.document.noticed.emit(Notice(words, offers=(undo,)))


SAVED = Menu(
    NAME,
    (
        Action(
            "save_view",
            "Save this view …",
            "Ctrl+Alt+V",
            "Keep the place of the camera under a name, with this cell",
            "mdi6.bookmark-plus-outline",
            save_view,
        ),
        Action(
            "go_to_view",
            "Go to saved view …",
            "Ctrl+Shift+V",
            "Choose a saved view by letters of its name",
            "mdi6.bookmark-multiple-outline",
            go_to_view,
        ),
        Action(
            "rename_view",
            "Rename saved view …",
            "",
            "Give a saved view another name",
            "mdi6.rename-outline",
            rename_view,
        ),
        Action(
            "delete_view",
            "Delete saved view …",
            "",
            "Delete a saved view of this cell",
            "mdi6.bookmark-remove-outline",
            delete_view,
        ),
    ),
    "mdi6.bookmark-outline",
)


class SavedEntries:
    """The saved views of the shown cell at the end of their menu, the first ones with keys."""

    def __init__(self, menu: QMenu, parts: WindowParts) -> None:
        self._menu, self._window, self._views = menu, parts.window, parts.document.views
        self._go = partial(fly_to, parts)
        self.entries: list[QAction] = []
        self._views.changed.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Makes the entries anew."""
        for old in self.entries:
            self._menu.removeAction(old)
            self._window.removeAction(old)
            old.deleteLater()
        self.entries = []
        if self._views.all:
            self.entries.append(self._menu.addSeparator())
        for number, view in enumerate(self._views.all, 1):
            entry = QAction(view.name.replace("&", "&&"), self._menu)
            entry.setStatusTip(f"Fly to the saved view {view.name}")
            if number <= WITH_KEYS:
                entry.setShortcut(QKeySequence(f"Alt+Shift+{number}"))
            entry.triggered.connect(lambda _=False, view=view: self._go(view))
            self._menu.addAction(entry)
            self._window.addAction(entry)  # its key works in the whole window
            self.entries.append(entry)
