"""File > Export film, Export turntable: the run, or the cell from all sides, as a film."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.desktop.menus.dialogs_beside import still_writing
from app.desktop.menus.exporting.picture_export import shown_shot
from app.desktop.window_parts import WindowParts

if TYPE_CHECKING:
    from app.desktop.menus.exporting.films.film_choice import FilmChoice
    from app.desktop.menus.exporting.films.film_dialog import FilmDialog
    from app.desktop.menus.exporting.films.time_fields import TimeFields
    from app.desktop.view3d.drawing.camera import Camera
    from app.desktop.view3d.pictures.shot import Shot

ON_SCREEN = "As on the screen"


def export_film(parts: WindowParts) -> FilmDialog | None:
    """Shows the dialog for a film of the run; None where there is no run to show."""
    from app.desktop.menus.exporting.films.film_choice import choice_of
    from app.desktop.menus.exporting.films.time_fields import StretchFields

    document, run = parts.document, parts.document.run
    is_fresh = document.runs_as_written and document.has_fresh_run
    if run is None or not is_fresh or not run.duration > 0.0:
        document.notify("There is no motion of the present text to film.", "warning")
        return None
    choice = choice_of(parts.desk.preferences.film)
    shot = shown_shot(parts)
    if shot is None:
        _tell_none(parts)
        return None
    return _show(parts, shot, StretchFields(run, document.collisions, choice), choice)


def export_turntable(parts: WindowParts) -> FilmDialog | None:
    """Shows the dialog for a turn of the camera round the shown state; None without a view."""
    from app.desktop.menus.exporting.films.film_choice import choice_of
    from app.desktop.menus.exporting.films.time_fields import TurnFields

    choice = choice_of(parts.desk.preferences.film)
    shot = shown_shot(parts)
    if shot is None:
        _tell_none(parts)
        return None
    return _show(parts, shot, TurnFields(shot, choice), choice)


def _tell_none(parts: WindowParts) -> None:
    parts.document.notify("There is nothing to film before the cell is drawn.", "warning")


def _show(parts: WindowParts, shot: Shot, times: TimeFields, choice: FilmChoice) -> FilmDialog:
    from app.desktop.menus.exporting.films.film_dialog import FilmDialog, filter_of_films

    writing = still_writing(parts.window, FilmDialog)
    if writing is not None:
        return writing
    desk, source = parts.desk, parts.document.active
    last = Path(desk.preferences.film_folder)
    folder = last if desk.preferences.film_folder and last.is_dir() else desk.folder
    name = shot.cell.path.name.partition(".")[0] if shot.cell.path else "cell"
    stem = Path(source.title).stem if source is not None and times.stem == "film" else name
    stem = stem.replace(".", "_")  # what follows a dot in the name of a folder is no format

    def browse(path: Path) -> Path | None:
        return desk.dialogs.save_path(times.title, str(path), filter_of_films(), path.suffix)

    dialog = FilmDialog(
        parts.window, shot, times, choice, folder / f"{stem}_{times.stem}", views_of(parts, shot),
        browse,
    )  # fmt: skip
    dialog.exported.connect(lambda *given: _take(parts, *given))
    dialog.show()
    return dialog


def views_of(parts: WindowParts, shot: Shot) -> dict[str, Camera]:
    """The cameras that can be chosen: that of the screen, and those of the saved views."""
    import numpy as np

    from app.desktop.view3d.drawing.camera import Camera

    views = {ON_SCREEN: shot.camera}
    for view in parts.document.views.all:
        place = (view.azimuth, view.elevation, view.distance, shot.camera.view_angle)
        views[view.name] = Camera(np.array(view.focus), *place, view.parallel)
    return views


def _take(parts: WindowParts, choice: FilmChoice, path: Path, count: int) -> None:
    """Keeps the choice for the next film, and tells what was written."""
    from app.desktop.menus.exporting.films.film_choice import words_of

    parts.desk.remember(film=words_of(choice), film_folder=str(path.parent))
    seconds = count / choice.fps
    parts.document.notify(f"Exported {path.name}: {count:,} frames, {seconds:.2f} s of film.")
