"""The list of everything that can be opened by name: recent, shipped, and files beside those."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.desktop.looks.icons import icon
from app.desktop.looks.pick_list import PickList, PickRow
from app.desktop.looks.theme import Theme
from app.desktop.state.files.yaml_files import is_cell
from app.desktop.welcome.recent_list import CELL_ICON, PROGRAM_ICON, why_missing
from scenes.files.cells.cell_cards import card_of_cell, shipped_cards
from scenes.files.resource_files import PROGRAMS
from scenes.library import is_shipped

ENDINGS = (".cell.yaml", ".study.yaml", ".val")
MOST_BESIDE = 300  # files of one folder that are listed
Opening = Callable[[Path], object]


class QuickOpen(PickList):
    """Type letters of a name; a whole path works too."""

    def __init__(
        self,
        window: QWidget,
        recent: Sequence[str],
        theme: Theme,
        opening: Opening,
        browsing: Sequence[QAction],
    ) -> None:
        """opening: Opens a file. browsing: Actions with a file chooser, listed below the files."""
        self._theme, self._opening = theme, opening
        rows = [*self._recent(recent), *self._shipped(), *self._beside(recent)]
        once: dict[Path, PickRow] = {}
        for path, row in rows:
            once.setdefault(path, row)
        asking = [
            PickRow(action.text(), action.trigger, "on your disk", action.icon(), is_last=True)
            for action in browsing
        ]
        super().__init__(window, "Type a name, or a path …", [*once.values(), *asking])

    def fitting(self, wanted: str) -> list[PickRow]:
        """The rows that fit; a typed path to a file stands above them."""
        path = Path(wanted.strip()).expanduser()
        is_path = path.is_absolute() and os.path.isfile(path)
        return [*([self._row(path, "")] if is_path else []), *super().fitting(wanted)]

    def _row(self, path: Path, about: str, title: str = "", why: str = "") -> PickRow:
        sign = icon(CELL_ICON if is_cell(path) else PROGRAM_ICON, self._theme)
        name = f"{path.name}    {title}" if title else path.name
        words = f"{about} ({why})" if why else about
        return PickRow(name, partial(self._opening, path), words, sign, str(path), not why)

    def _recent(self, names: Sequence[str]) -> Iterator[tuple[Path, PickRow]]:
        for path in map(Path, names):
            where, why = "shipped" if is_shipped(path) else str(path.parent), why_missing(path)
            title = card_of_cell(path).title if is_cell(path) and not why else ""
            yield path, self._row(path, f"recent, {where}", title, why)

    def _shipped(self) -> Iterator[tuple[Path, PickRow]]:
        for card in shipped_cards():
            yield card.path, self._row(card.path, "shipped cell", card.title)
        for name in PROGRAMS.names():
            path = PROGRAMS.find(name)
            yield path, self._row(path, "shipped program")

    def _beside(self, recent: Sequence[str]) -> Iterator[tuple[Path, PickRow]]:
        """Cells, studies and programs in the folders of the recent files."""
        folders = dict.fromkeys(Path(name).parent for name in recent)
        for folder in (folder for folder in folders if not is_shipped(folder)):
            for path in _files_in(folder):
                yield path, self._row(path, str(folder))


def _files_in(folder: Path) -> list[Path]:
    """Cells, studies and programs of a folder; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(ENDINGS))
    except OSError:
        return []
    return [folder / name for name in names[:MOST_BESIDE]]
