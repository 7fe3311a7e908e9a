"""File > Export picture: the 3D view as it stands, at any size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.desktop.looks.dialogs import PICTURE_FILTER
from app.desktop.looks.notice import BODY
from app.desktop.menus.dialogs_beside import still_writing
from app.desktop.window_parts import WindowParts

if TYPE_CHECKING:
    from app.desktop.view3d.pictures.shot import Frame, Shot


def export_picture(parts: WindowParts) -> None:
    """Asks for the look of a picture, and has it drawn into a file beside the work."""
    from app.desktop.menus.exporting.kept_frame import frame_of
    from app.desktop.menus.exporting.picture_dialog import PictureDialog

    shot = shown_shot(parts)
    if shot is None:
        parts.document.notify("There is no picture to export before the cell is drawn.", "warning")
        return
    if still_writing(parts.window, PictureDialog) is not None:
        return

    def ask_path() -> Path | None:
        cell = shot.cell
        stem = cell.path.name.partition(".")[0] if cell.path else "cell"
        start = str(parts.desk.folder / f"{stem}.png")
        return parts.desk.dialogs.save_path("Export picture", start, PICTURE_FILTER, ".png")

    dialog = PictureDialog(parts.window, shot, frame_of(parts.desk.preferences.picture), ask_path)
    dialog.framed.connect(lambda frame: keep(parts, frame))
    dialog.saved.connect(lambda path: parts.document.notify(f"Exported {path.name}."))
    dialog.show()


def keep(parts: WindowParts, frame: Frame) -> None:
    """Keeps the choice for the next picture."""
    from app.desktop.menus.exporting.kept_frame import words_of

    parts.desk.remember(picture=words_of(frame))


def shown_shot(parts: WindowParts) -> Shot | None:
    """What the 3D view shows now; None without a view or a cell."""
    from app.desktop.view3d.pictures.shot import Shot

    document, viewport = parts.document, parts.viewport
    cell, state = document.cell, document.state
    if cell is None or state is None or viewport is None:
        return None
    shown, looks, scene = document.shown_run, document.looks, viewport.scene
    return Shot(
        cell,
        state,
        scene.mode,
        scene.camera,
        scene.aspect,
        scene.theme.name,
        shown.drawing if shown is not None else None,
        tuple((hit.body_a, hit.body_b) for hit in document.hits_now()),
        tuple(name for kind, name in looks.hidden if kind == BODY),
        dict(looks.opacity),
        parts.actions["grid"].isChecked(),
    )
