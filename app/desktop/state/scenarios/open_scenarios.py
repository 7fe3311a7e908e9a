"""The open scenarios of a window: one text for each file, shared by the programs that chose it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.desktop.state.chosen_scenario import ChosenScenario
from app.desktop.state.history import History
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.desktop.state.source import Source
from app.programs.text_files import FileError, read_text_file
from scenes import SceneError
from scenes.files.text.documents import Document as ScenarioFile


class Programs(Protocol):
    """What the document gives: the open programs, the one in front, and the histories."""

    sources: tuple[Source, ...]
    active: Source | None
    history: History

    def run_soon(self) -> None:
        """Runs the program in front anew."""


class OpenScenarios(QObject):
    """Keeps the texts; an edit of the one in use lets the program in front run anew."""

    closed = Signal(object)  # a text that is shown nowhere from now on: Qt deletes it
    changed = Signal()  # another scenario is in use, or its text has changed

    def __init__(self, document: Programs, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self.all: tuple[ScenarioText, ...] = ()
        self._paths: dict[ScenarioText, Path | None] = {}
        self._shown: tuple[object, ...] = ()

    @property
    def current(self) -> ScenarioText | None:
        """The scenario of the program in front; None where it has none, or none can be read."""
        source = self._document.active
        return None if source is None else self.text_of(source.scenario)

    def text_of(self, chosen: ChosenScenario) -> ScenarioText | None:
        """The open text of a chosen scenario, read from its file if it is not open yet."""
        if chosen.path is None:
            return None
        found = next((text for text in self.all if text.path == chosen.path), None)
        return found or self._opened(chosen.path)

    def _opened(self, path: Path) -> ScenarioText | None:
        try:
            file = read_text_file(path)
        except FileError:
            return None  # `ChosenScenario.read` says why
        return self.add(ScenarioText(file, path, self))

    def add(self, text: ScenarioText) -> ScenarioText:
        """Keeps an open text, and follows its edits."""
        self.all = (*self.all, text)
        self._paths[text] = text.path
        self._document.history.follow(text)
        text.edited.connect(lambda: self._edited(text))
        text.renamed.connect(lambda: self._renamed(text))
        return text

    def follow(self) -> None:
        """Opens the scenario of the program in front, and closes what no program uses."""
        current = self.current
        wanted = {source.scenario.path for source in self._document.sources}
        for text in self.all:
            if text.path not in wanted and not text.is_modified:
                self._remove(text)
        shown = (self._document.active, current)
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()

    def remove(self, text: ScenarioText) -> None:
        """Closes a text whose changes are saved or given up."""
        self._remove(text)
        self.changed.emit()

    def _remove(self, text: ScenarioText) -> None:
        self.all = tuple(each for each in self.all if each is not text)
        del self._paths[text]
        self._document.history.forget(text)
        self.closed.emit(text)
        text.deleteLater()

    def _edited(self, text: ScenarioText) -> None:
        if text is self.current:
            self._document.run_soon()
        self.changed.emit()

    def _renamed(self, text: ScenarioText) -> None:
        """Lets the programs that use a scenario follow it to its new file."""
        before, self._paths[text] = self._paths[text], text.path
        if before != text.path:
            for source in self._document.sources:
                if source.scenario.path == before:
                    source.scenario = replace(source.scenario, path=text.path)
        self.changed.emit()

    # Edits.

    def edit(self, title: str, edited: ScenarioFile) -> None:
        """Takes an edited scenario as the text of the one in use: one undo step."""
        text = self.current
        if text is not None and edited.text != text.text:
            with self._document.history.together(title):
                text.replace_text(edited.text)

    def file(self) -> ScenarioFile:
        """The document of the scenario in use, to be edited; SceneError where there is none."""
        text = self.current
        if text is None:
            raise SceneError("there is no scenario: make a new one, or open one")
        document = text.said.document
        if document is None:
            raise SceneError(f"the scenario cannot be read: {text.said.fault}")
        return document
