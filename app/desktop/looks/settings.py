"""The settings kept between two starts: preferences as JSON, window state as Qt stores it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

RECENT_FILES = 10
KEPT_CELLS = 200  # cells whose hidden and locked things are remembered


@dataclass(frozen=True)
class Preferences:
    """The user's choices. `recent` holds file paths, newest first."""

    theme: str = "dark"
    view: str = "shaded"
    speed: float = 1.0
    loop: bool = False
    editor_points: int = 10
    contour_mm: float = 0.0  # between contour levels; 0: by the size of the cell
    path_colour: str = "time"
    swept_bodies: tuple[str, ...] = ("arm", "hand", "part")  # that count in the swept volume
    swept_mm: float = 10.0  # the most by which the swept volume may be too large
    reach: tuple[str, ...] = ()  # choices of the reach: oriented, free, section, solutions
    reach_mm: float = 50.0  # edge of the cubes of the reach
    hint_time: bool = True  # behind the lines of motions: their time
    hint_clearance: bool = False  # their clearance, which the worker has to compute
    hint_margin: bool = True  # the joint that is nearest to a limit
    hint_curve: str = ""  # a small curve: "speed", "clearance", or "" for none
    rest_shading: str = "auto"  # light and shadow at rest: on, off, or on where it is quick
    plots: tuple[str, ...] = ("joints",)  # keys of the plots that are shown
    recent: tuple[str, ...] = ()
    last_folder: str = ""
    picture: tuple[str, ...] = ()  # words of the last exported picture: size, background, content
    tour: tuple[str, ...] = ()  # keys of the steps of the tour that are done
    bookmarks: tuple[str, ...] = ()  # each: path of a program, a tab, lines divided by blanks
    scenarios: tuple[str, ...] = ()  # each: path of a program, a tab, path of its scenario
    window_points: int = 0  # size of the window's letters, points; 0: as the system has it
    is_animated: bool = True  # whether the camera flies to a new view
    graphics: str = "automatic"  # a key of app.desktop.view3d.shading.quality.QUALITIES
    mouse: str = "cellwright"  # a key of app.desktop.looks.mouse_bindings.BINDINGS
    wheel_is_turned: bool = False  # whether turning the wheel towards the user comes nearer
    autosave_min: int = 0  # minutes between two savings of changed files; 0: never by itself
    period_ms: float = 10.0  # ms between two samples of an exported trajectory
    trajectory_format: str = ".csv"  # suffix of the last exported trajectory
    trajectory_folder: str = ""  # the folder of the last exported trajectory or program
    hand_outputs: tuple[str, ...] = ()  # robot, tab, the output that closes its hand
    export_languages: tuple[str, ...] = ()  # robot, tab, the language last exported for it
    film: tuple[str, ...] = ()  # words of the last exported film: format, size, times, look
    film_folder: str = ""  # the folder of the last exported film
    start_folder: str = ""  # the folder in which dialogs begin; "": that of the last file

    def opened(self, path: Path, is_own: bool = True) -> Preferences:
        """The same preferences with this file first among the recent ones.

        is_own: Whether its folder is one of the user, in which the next dialog may start.
        """
        name = str(path)
        others = tuple(item for item in self.recent if item != name)
        folder = str(path.parent) if is_own else self.last_folder
        return replace(self, recent=(name, *others)[:RECENT_FILES], last_folder=folder)


def config_folder() -> Path:
    """The folder of this user's settings."""
    where = QStandardPaths.StandardLocation.AppConfigLocation
    return Path(QStandardPaths.writableLocation(where))


def documents_folder() -> Path:
    """The folder in which this user keeps documents; the home folder where there is none."""
    where = QStandardPaths.StandardLocation.DocumentsLocation
    found = QStandardPaths.writableLocation(where)
    return Path(found) if found and Path(found).is_dir() else Path.home()


def journal_folder() -> Path:
    """The folder of unsaved work: on this machine only, while settings may travel."""
    where = QStandardPaths.StandardLocation.AppLocalDataLocation
    return Path(QStandardPaths.writableLocation(where)) / "journal"


def picture_folder() -> Path:
    """The folder of pictures that can be drawn again at any time."""
    where = QStandardPaths.StandardLocation.CacheLocation
    return Path(QStandardPaths.writableLocation(where)) / "pictures"


class SettingsStore:
    """Reads and writes the settings in one folder; a missing or broken entry is the default.

    journals: The folder of the journals of unsaved work. pictures: That of pictures in galleries.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or config_folder()
        self.journals = folder / "journal" if folder else journal_folder()
        self.pictures = folder / "pictures" if folder else picture_folder()

    def load(self) -> Preferences:
        """The stored preferences; the default where there is none."""
        try:
            data = json.loads((self.folder / "settings.json").read_text(encoding="utf-8"))
            return _preferences_from(data)
        except (OSError, ValueError, TypeError):
            return Preferences()

    def save(self, preferences: Preferences) -> None:
        """Writes the preferences; without write access to the folder they are lost."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(asdict(preferences), indent=2)
            (self.folder / "settings.json").write_text(text + "\n", encoding="utf-8")
        except OSError:
            return

    def cell_looks(self, path: Path) -> dict[str, Any]:
        """How the user last saw the cell of a file; empty where nothing is kept."""
        found = self._all_looks().get(str(path))
        return found if isinstance(found, dict) else {}

    def keep_cell_looks(self, path: Path, looks: dict[str, Any]) -> None:
        """Keeps how the user sees the cell of a file, and forgets cells not seen for long.

        What was kept of the cell under other keys stays.
        """
        others = {name: kept for name, kept in self._all_looks().items() if name != str(path)}
        looks = {**self.cell_looks(path), **looks}
        latest = list({**others, str(path): looks}.items())[-KEPT_CELLS:]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(dict(latest), indent=1)
            (self.folder / "cells.json").write_text(text + "\n", encoding="utf-8")
        except OSError:
            return

    def _all_looks(self) -> dict[str, Any]:
        try:
            data = json.loads((self.folder / "cells.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def window_state(self, name: str) -> QByteArray | None:
        """The bytes that `remember_window` stored under this name, or None."""
        value = self._window().value(name)
        return value if isinstance(value, QByteArray) else None

    def remember_window(self, name: str, state: QByteArray) -> None:
        """Stores the bytes of a window's geometry or layout under a name."""
        store = self._window()
        store.setValue(name, state)
        store.sync()

    def _window(self) -> QSettings:
        return QSettings(str(self.folder / "window.ini"), QSettings.Format.IniFormat)


def _preferences_from(data: Any) -> Preferences:
    """The preferences from stored data: known keys whose values have the type of the default."""
    if not isinstance(data, dict):
        return Preferences()
    default = Preferences()
    kept: dict[str, Any] = {}
    for field in fields(Preferences):
        value, example = data.get(field.name), getattr(default, field.name)
        if isinstance(example, tuple) and isinstance(value, list):
            kept[field.name] = tuple(item for item in value if isinstance(item, str))
        elif isinstance(example, float) and isinstance(value, int | float):
            kept[field.name] = float(value)
        elif type(value) is type(example):
            kept[field.name] = value
    return Preferences(**kept)
