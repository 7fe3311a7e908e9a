"""The menus of a right click: in the text of a program, on things of the cell, in the 3D view."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from app.desktop.looks.mnemonics import letter_menus
from app.desktop.looks.notice import BODY, FRAME, LOCATION
from app.desktop.menus.cell_menu import FADES, place_here
from app.desktop.menus.editing.text_clipboard import (
    COPY,
    CUT,
    PASTE,
    SELECT_ALL,
    enable_all,
    show_what_can_be_done,
)
from app.desktop.modelling.entries.copies import can_copy
from app.desktop.modelling.entries.framing import placed_keys
from app.desktop.modelling.entries.renaming import can_rename
from app.desktop.state.choices.things import WORLD, Key, bodies_behind
from app.desktop.window_parts import WindowParts

IN_TEXT = (
    *("definition", "references", "rename_name", "", "quick_fix", "way_round", "complete"),
    *("help_here", "", "to_line", "breakpoint", "condition"),
    *("watch", "", CUT, COPY, PASTE, SELECT_ALL, "comment", "select_alike"),
    *("", "run_this", "format"),
)
IN_VIEW = (
    *("fit", "home", "look_front", "look_right", "look_top", "save_view", "go_to_view", ""),
    *("parallel", "grid", "cell_frames", "trail"),
)
FOR_NOTHING = ("add_fixture", "add_part", "add_frame")
FOR_ONE, FOR_COPIES = ("rename",), ("duplicate", "copy", "cut")
FOR_PLACED, FOR_BODIES = ("remove", "", "group"), ("", "hide", "isolate")


def show_text_menu(parts: WindowParts, at: object) -> None:
    """Opens the menu of the program text. at: A place on the screen."""
    menu = text_menu(parts)
    show_what_can_be_done(parts)
    menu.aboutToHide.connect(partial(enable_all, parts))
    _popup(menu, at)


def text_menu(parts: WindowParts) -> QMenu:
    """The menu of the program text."""
    menu = QMenu("Text", parts.window)
    _fill(parts, menu, IN_TEXT)
    return menu


def show_view_menu(parts: WindowParts, name: str, at: object) -> None:
    """Opens the menu of the 3D view, with that of a body or frame under the pointer above it.

    That thing is selected first, unless it is selected with others.
    """
    frame = parts.view.frame_axes.under_pointer
    key = (FRAME, frame) if frame else (BODY, name)
    if key not in parts.document.selection.all:
        parts.document.select(*key)
    menu = QMenu(parts.window)
    if key[1]:
        _fill_for_things(parts, menu)
        menu.addSeparator()
    else:
        _fill(parts, menu, (*FOR_NOTHING, "", "paste", "show_all", ""))
    _fill(parts, menu, IN_VIEW)
    _popup(menu, at)


def show_thing_menu(parts: WindowParts, at: object) -> None:
    """Opens the menu of the selected things."""
    _popup(thing_menu(parts), at)


def thing_menu(parts: WindowParts) -> QMenu:
    """The menu of the selected things."""
    menu = QMenu("Selected", parts.window)
    _fill_for_things(parts, menu)
    return menu


def _fill_for_things(parts: WindowParts, menu: QMenu) -> None:
    """Adds the actions that fit the selected things."""
    document = parts.document
    keys, file, cell = document.selection.all, document.cell_file, document.cell
    if not keys or cell is None:
        _fill(parts, menu, (*FOR_NOTHING, "", "paste", "show_all"))
        return
    placed, frames = placed_keys(file, keys), [name for kind, name in keys if kind == FRAME]
    _fill(parts, menu, ("focus", ""))
    is_one = len(keys) == 1 and can_rename(document, *keys[0])
    _fill(parts, menu, FOR_ONE if is_one else ())
    _fill(parts, menu, FOR_COPIES if can_copy(file, keys) else ())
    _fill(parts, menu, ("paste",))
    has_lines = any(kind == LOCATION for kind, _ in keys)
    _fill(parts, menu, FOR_PLACED if placed else ("remove",) if has_lines else ())
    _fill(parts, menu, ("ungroup",) if len(keys) == 1 and frames else ())
    if placed:
        _add_frames(parts, menu, placed)
        _fill(parts, menu, ("up", "down"))
    bodies = bodies_behind(cell, keys)
    if bodies or frames:
        _fill(parts, menu, FOR_BODIES)
    if bodies:
        fading = menu.addMenu("Transparency")
        _fill(parts, fading, tuple(row.key for row in FADES))
    _fill(parts, menu, ("show_all",) if document.looks.hidden else ())
    _fill(parts, menu, ("lock",) if placed else ())


def _add_frames(parts: WindowParts, menu: QMenu, placed: tuple[Key, ...]) -> None:
    """Adds the frames in which the things can be placed; there they stay where they stand."""
    cell = parts.document.cell
    chosen = [name for kind, name in placed if kind == FRAME]
    frames = [name for name in (cell.frames if cell is not None else ()) if name not in chosen]
    below = menu.addMenu("Place in frame")
    for name in sorted(frames, key=lambda each: each != WORLD):
        below.addAction(name).triggered.connect(partial(_place, parts, name))


def _place(parts: WindowParts, frame: str, _: bool = False) -> None:
    place_here(frame, parts)


def _fill(parts: WindowParts, menu: QMenu, keys: tuple[str, ...]) -> None:
    for key in keys:
        menu.addAction(parts.actions[key]) if key else menu.addSeparator()


def _popup(menu: QMenu, at: object) -> None:
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    letter_menus([menu])
    menu.popup(at)  # type: ignore[arg-type]
