"""The selection of all panels, which follows the cell and the program through edits and undo."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.desktop.looks.notice import BODY, Selection
from app.desktop.runs.player import Player
from app.desktop.state.choices.kept_choices import LooksStore
from app.desktop.state.choices.looks import Looks
from app.desktop.state.choices.saved_views import SavedViews
from app.desktop.state.choices.step_choice import Path, StepChoice
from app.desktop.state.choices.things import Key, is_there, selection_of
from language import Program, parse


class Choice(NamedTuple):
    """What the user has chosen: things, and a step of the solid of one of them in a copy."""

    keys: tuple[Key, ...] = ()
    step: Path | None = None
    copies: tuple[int, ...] = ()


class Chooser(Player):
    """Holds the one selection, and how the user wants to see things.

    A selected thing that is removed or renamed is selected again when an undo brings it back.
    """

    selectionChanged = Signal()

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(clock, parent)
        self.program: Program = parse("")
        self.selection = Selection()
        self.looks = Looks(self)
        self.views = SavedViews(self)
        self.solid_step = StepChoice(self)
        self._chosen: tuple[Key, ...] = ()  # what the user selected, there or not

    def keep_looks_in(self, store: LooksStore) -> None:
        """Keeps the user's looks and views of cells from now on."""
        self.looks.keep_in(store)
        self.views.keep_in(store)

    def follow_cell(self, path: FilePath | None) -> None:
        """Takes what is kept of the user's looks and views for the cell of a file."""
        self.looks.follow(path)
        self.views.follow(path)

    def select(self, kind: str, name: str) -> None:
        """Selects one thing everywhere and nothing else; an empty name selects nothing."""
        self.select_all([(kind, name)] if name else [])

    def select_all(self, keys: Iterable[Key]) -> None:
        """Selects these things everywhere; the properties of the first one are shown."""
        self._chosen = tuple(dict.fromkeys(keys))
        self.select_present()

    def toggle_selected(self, kind: str, name: str) -> None:
        """Selects a thing besides what is selected, or takes it out of the selection."""
        others = tuple(key for key in self.selection.all if key != (kind, name))
        is_new = len(others) == len(self.selection.all)
        self.select_all(((kind, name), *others) if is_new else others)

    def pick(self, kind: str, name: str, adds: bool) -> None:
        """Takes a click on a thing, or on nothing. adds: The others stay selected (Ctrl, Shift)."""
        if not adds:
            self.select(kind, name)
        elif name:
            self.toggle_selected(kind, name)

    @property
    def choice(self) -> Choice:
        """What the user has chosen, whether the cell has it now or not."""
        return Choice(self._chosen, self.solid_step.path, self.solid_step.copies)

    def show_with_choice(self, show: Callable[[], None], choice: Choice) -> None:
        """Shows another state of the cell, in which an earlier choice holds again.

        show: Shows that state; it calls `select_present`.
        """
        self._chosen = choice.keys
        show()
        chosen = self.selection
        if choice.step is None or (chosen.kind == BODY and choice.step[1] == chosen.name):
            self.solid_step.choose(choice.step, choice.copies)

    def take_names(self, renamed: Mapping[Key, Key]) -> None:
        """Keeps renamed things selected, hidden and locked.

        Call it before the cell with the new names is shown.
        """
        self._chosen = tuple(renamed.get(key, key) for key in self._chosen)
        self.looks.take_names(renamed)

    def select_present(self) -> None:
        """Selects what the user has selected as far as the cell and the program have it now."""
        there = [key for key in self._chosen if is_there(key, self.cell, self.program)]
        if selection_of(there) != self.selection:
            self.selection = selection_of(there)
            chosen = self.selection
            is_body = chosen.kind == BODY and len(chosen.all) == 1
            self.solid_step.follow(chosen.name if is_body else "")
            self.selectionChanged.emit()
