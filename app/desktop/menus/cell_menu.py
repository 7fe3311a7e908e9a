"""The menu Cell: what can be done with the selected things, in the tree and in the 3D view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.menus.action import LINE, Action, Menu, ThingAction
from app.desktop.modelling.adding import add_body_here, add_frame_here, shape_menu
from app.desktop.modelling.edits.locking import unlocked
from app.desktop.modelling.entries.clipboard import clip_text, paste
from app.desktop.modelling.entries.copies import can_copy, duplicate
from app.desktop.modelling.entries.framing import (
    group,
    placed_keys,
    set_frames,
    ungroup,
    within,
)
from app.desktop.modelling.entries.ordering import move_by
from app.desktop.modelling.entries.removal import remove_all
from app.desktop.modelling.entries.renaming import can_rename
from app.desktop.state.choices.things import Key, bodies_behind
from app.desktop.window_parts import WindowParts
from scenes import SceneError
from scenes.world.placement import bodies_of

Made = TypeVar("Made")
Act = Callable[[WindowParts], object]
CLEAR = {0: 1.0, 25: 0.75, 50: 0.5, 75: 0.25}  # opacity by transparency, per cent


def ask_shape(group: str, parts: WindowParts) -> None:
    """Opens the menu of shapes for a new fixture or part, over the 3D view."""
    menu = shape_menu(parts.window, partial(add_body_here, parts.document, group))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setActiveAction(menu.actions()[0])
    menu.popup(parts.host.mapToGlobal(parts.host.rect().center()))


def rename_here(parts: WindowParts) -> None:
    """Opens the field for the name of the selected thing, in its row of the tree."""
    chosen = parts.document.selection
    if not can_rename(parts.document, chosen.kind, chosen.name):
        _say(parts, "Select one fixture, part, frame, location or the robot to rename it.")
        return
    parts.docks.bring("Cell")
    parts.tree.filter.clear()
    parts.tree.tree.setFocus()
    parts.tree.tree.edit_name((chosen.kind, chosen.name))


def duplicate_here(parts: WindowParts) -> None:
    """Adds copies of the selected things beside them, and selects the copies."""
    if not can_copy(parts.document.cell_file, _keys(parts)):
        _say(parts, "Select fixtures, parts or frames to duplicate them.")
        return
    made = _try(parts, lambda: duplicate(parts.document, _keys(parts)))
    if made:
        parts.document.select_all(made)


def copy_here(parts: WindowParts) -> bool:
    """Puts the selected things on the clipboard as text; whether there are any."""
    cell, file = parts.document.cell, parts.document.cell_file
    text = clip_text(cell, file, _keys(parts)) if cell is not None and file is not None else ""
    if not text:
        _say(parts, "Select fixtures, parts or frames to copy them.")
        return False
    QGuiApplication.clipboard().setText(text)
    return True


def cut_here(parts: WindowParts) -> None:
    """Puts the selected things on the clipboard, and removes them."""
    if copy_here(parts):
        remove_here(parts)


def paste_here(parts: WindowParts) -> None:
    """Adds the things on the clipboard, and selects them."""
    text = QGuiApplication.clipboard().text()
    made = _try(parts, lambda: paste(parts.document, text))
    if made:
        parts.document.select_all(made)


def remove_here(parts: WindowParts) -> None:
    """Removes the selected things, as one undo step."""
    if not _keys(parts):
        _say(parts, "Select what is to be removed.")
        return
    _try(parts, lambda: remove_all(parts.document, _keys(parts)))


def group_here(parts: WindowParts) -> None:
    """Gathers the selected things in a new frame, and selects the frame."""
    keys = unlocked(parts.document, _keys(parts), "move")
    name = _try(parts, lambda: group(parts.document, keys))
    if name:
        parts.document.select(FRAME, name)
    elif name == "" and not _keys(parts):
        _say(parts, "Select fixtures, parts or frames to gather them in a frame.")


def ungroup_here(parts: WindowParts) -> None:
    """Dissolves the selected frame: its things stay where they stand."""
    chosen = parts.document.selection
    if chosen.kind != FRAME:
        _say(parts, "Select the frame that is to be dissolved.")
        return
    if unlocked(parts.document, [(FRAME, chosen.name)], "dissolve"):
        things = _try(parts, lambda: ungroup(parts.document, chosen.name))
        if things:
            parts.document.select_all(things)


def place_here(frame: str, parts: WindowParts) -> None:
    """Places the selected things in a frame; they stay where they stand."""
    keys = unlocked(parts.document, _keys(parts), "move")
    _try(parts, lambda: set_frames(parts.document, keys, frame))


def order_here(by: int, parts: WindowParts) -> None:
    """Moves the selected things one place up or down in the list."""
    _try(parts, lambda: move_by(parts.document, _keys(parts), by))


def hide_here(parts: WindowParts) -> None:
    """Hides the selected bodies and frames; shows them where all are hidden."""
    seen, looks = _seen(parts), parts.document.looks
    if not seen:
        _say(parts, "Select what is to be hidden.")
    elif all(key in looks.hidden for key in seen):
        looks.show(seen)
    else:
        looks.hide(seen)


def isolate_here(parts: WindowParts) -> None:
    """Shows only the selected bodies, and those in selected frames; again to go back."""
    document, looks = parts.document, parts.document.looks
    cell, file = document.cell, document.cell_file
    if looks.is_isolated or cell is None:
        looks.end_isolation()
        return
    keys = list(_keys(parts))
    for kind, name in tuple(keys):
        keys += within(file, name) if kind == FRAME and file is not None else ()
    shown = bodies_behind(cell, keys)
    if not shown:
        _say(parts, "Select what is to be seen alone.")
        return
    looks.isolate((BODY, name) for name in bodies_of(cell) if name not in shown)


def show_everything(parts: WindowParts) -> None:
    """Shows all hidden bodies and frames."""
    parts.document.looks.show_all()


def fade_here(opacity: float, parts: WindowParts) -> None:
    """Lets the selected bodies be seen through."""
    cell = parts.document.cell
    bodies = bodies_behind(cell, _keys(parts)) if cell is not None else ()
    if bodies:
        parts.document.looks.fade(bodies, opacity)
    else:
        _say(parts, "Select the bodies that are to be seen through.")


def lock_here(parts: WindowParts) -> None:
    """Locks the selected things; unlocks them where all are locked."""
    keys, looks = placed_keys(parts.document.cell_file, _keys(parts)), parts.document.looks
    if keys:
        looks.lock(keys, not all(key in looks.locked for key in keys))
    else:
        _say(parts, "Select fixtures, parts, frames or the robot to lock them.")


def focus_here(parts: WindowParts) -> None:
    """Brings the selected things into the middle of the view."""
    chosen = parts.document.selection
    if chosen.kind:
        parts.tree.tree.focusAsked.emit(chosen.kind, chosen.name)


def _keys(parts: WindowParts) -> tuple[Key, ...]:
    return parts.document.selection.all


def _seen(parts: WindowParts) -> tuple[Key, ...]:
    """The bodies and frames behind the selection."""
    cell, keys = parts.document.cell, _keys(parts)
    bodies = bodies_behind(cell, keys) if cell is not None else ()
    frames = tuple(key for key in keys if key[0] == FRAME)
    return (*frames, *((BODY, name) for name in bodies))


def _say(parts: WindowParts, hint: str) -> None:
    parts.status.showMessage(hint)


def _try(parts: WindowParts, change: Callable[[], Made]) -> Made | None:
    """What a change gives; None, with a message, where the cell cannot take it."""
    try:
        return change()
    except SceneError as fault:
        parts.document.notify(str(fault).splitlines()[0], "error")
        return None


def _transparency(per_cent: int) -> ThingAction:
    title = "Solid" if not per_cent else f"{per_cent} % transparent"
    tip = "See the selected bodies solid" if not per_cent else "See through the selected bodies"
    act = partial(fade_here, CLEAR[per_cent])
    return ThingAction(f"fade_{per_cent}", title, "", tip, "mdi6.circle-opacity", act)


def _row(key: str, text: str, keys: str, tip: str, icon: str, act: Act) -> ThingAction:
    return ThingAction(key, text, keys, tip, f"mdi6.{icon}", act)


FADES = tuple(_transparency(per_cent) for per_cent in CLEAR)
CELL = Menu(
    "Cell",
    (
        Action("add_fixture", "Add fixture…", "Ctrl+B", "Choose the shape of a new fixture",
               "mdi6.cube-outline", partial(ask_shape, "fixtures")),
        Action("add_part", "Add part…", "Ctrl+Shift+B", "Choose the shape of a new part",
               "mdi6.package-variant-closed", partial(ask_shape, "parts")),
        Action("add_frame", "Add frame", "Ctrl+Alt+B", "Add a frame where you look",
               "mdi6.axis-arrow", lambda parts: add_frame_here(parts.document)),
        LINE,
        _row("rename", "Rename", "F2", "Name it anew, also in programs", "rename-outline",
             rename_here),
        _row("duplicate", "Duplicate", "Ctrl+D", "Put a copy beside it", "content-duplicate",
             duplicate_here),
        _row("copy", "Copy", "Ctrl+C", "Copy the selected things", "content-copy", copy_here),
        _row("cut", "Cut", "Ctrl+X", "Cut the selected things out", "content-cut", cut_here),
        _row("paste", "Paste", "Ctrl+V", "Add the copied things", "content-paste", paste_here),
        _row("remove", "Remove", "Del", "Remove the selected things", "delete-outline",
             remove_here),
        LINE,
        _row("group", "Group in a frame", "Ctrl+Shift+G", "Gather them in a new frame", "group",
             group_here),
        _row("ungroup", "Dissolve frame", "Ctrl+Shift+U", "Its things stay where they stand",
             "ungroup", ungroup_here),
        _row("up", "Move up in the list", "Ctrl+Shift+Up", "Change the order in the file",
             "arrow-up", partial(order_here, -1)),
        _row("down", "Move down in the list", "Ctrl+Shift+Down", "Change the order in the file",
             "arrow-down", partial(order_here, 1)),
        LINE,
        _row("hide", "Hide or show", "H", "Hidden bodies still count in the check",
             "eye-off-outline", hide_here),
        _row("isolate", "Isolate", "I", "See only these; again to go back",
             "circle-double", isolate_here),
        _row("show_all", "Show all", "Shift+H", "Show all hidden things", "eye-outline",
             show_everything),
        *FADES,
        _row("lock", "Lock or unlock", "Ctrl+Shift+K", "Keep mouse and keys from changing it",
             "lock-outline", lock_here),
        LINE,
        _row("focus", "Go to it", "Ctrl+Return", "Bring it into the middle of the view",
             "image-filter-center-focus", focus_here),
    ),
)  # fmt: skip
