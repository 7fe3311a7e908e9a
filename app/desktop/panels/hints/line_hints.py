"""Gives the editor the hints of the lines in sight: of the shown run, grey when that is old."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.line_hint import LineHint
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.panels.hints.line_figures import (
    CLEARANCE,
    LineFigures,
    Spans,
    figures_of,
    line_in_run,
    spans_of,
    spark_of,
)
from app.desktop.panels.plotting.plot_kinds import PlotData
from app.desktop.panels.plotting.run_figures import RunFigures
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.source import Source
from language.words.diagnostics import text_lines

TIME, MARGIN = "time", "margin"


class LineHints(QObject):
    """Computes the figures of a line when it is first painted, and keeps them for the run."""

    def __init__(
        self,
        document: Document,
        analyst: Analyst,
        editor: EditorPanel,
        desk: FileDesk,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__(document)
        self._document, self._editor, self._desk = document, editor, desk
        self._actions = actions
        self._figures = RunFigures(document, analyst, self._learn)
        self._is_asked = False  # whether a card has asked for the clearance of this run
        self._source: Source | None = None  # the program of the run
        self._spans: Spans = {}
        self._lines: tuple[str, ...] = ()  # of the text that was run
        self._known: dict[int, LineFigures] = {}
        self._curves: dict[int, tuple[float, ...]] = {}
        self._shifts: list[tuple[int, int]] = []
        self._shown: tuple[str, ...] = ()
        self._spark = ""
        document.runChanged.connect(self._follow)
        document.findingsChanged.connect(self._repaint)
        desk.remembered.connect(self.choose)
        editor.editorAdded.connect(self._give)
        for each in editor.editors():
            self._give(each)
        self.choose()

    def choose(self) -> None:
        """Takes from the settings what is to be shown, and ticks it in the menu."""
        chosen = self._desk.preferences
        switches = {
            TIME: chosen.hint_time,
            CLEARANCE: chosen.hint_clearance,
            MARGIN: chosen.hint_margin,
        }
        self._shown = tuple(what for what, is_on in switches.items() if is_on)
        self._spark, self._curves = chosen.hint_curve, {}
        for what, is_on in switches.items():
            self._actions[f"hint_{what}"].setChecked(is_on)
        self._actions["hint_curve"].setChecked(bool(self._spark))
        self._want()
        self._repaint()

    def _give(self, editor: CodeEditor) -> None:
        editor.set_hints(self.hint, self.motion)
        editor.source.linesShifted.connect(lambda first, by: self._shift(editor.source, first, by))

    def _shift(self, source: Source, first: int, by: int) -> None:
        if source is self._source:
            self._shifts.append((first, by))

    def _follow(self) -> None:
        """Takes the shown run, if it is another one."""
        shown = self._document.shown_run
        if not self._figures.follow():
            return
        self._known, self._curves, self._shifts = {}, {}, []
        self._spans, self._lines, self._is_asked = {}, (), False
        self._source = self._document.active
        if shown is not None:
            self._spans = spans_of(shown.run)
            self._lines = tuple(text_lines(shown.run.program.text))
        self._want()
        self._repaint()

    def _want(self) -> None:
        if self._is_asked or CLEARANCE in (*self._shown, self._spark):
            self._figures.want((CLEARANCE,))

    def _learn(self) -> None:
        """More of the clearance is known."""
        self._known.clear()
        self._curves.clear()
        self._want()
        self._repaint()
        self._refresh_card()

    def _repaint(self) -> None:
        if self._editor.current is not None:
            self._editor.current.viewport().update()

    def _refresh_card(self) -> None:
        if self._editor.current is not None:
            self._editor.current.refresh_card()

    def hint(self, source: Source, line: int, text: str) -> LineHint | None:
        """The hint of a line with this text; None where it made no motion, or has changed."""
        found = self._line_of(source, line, text)
        data, shown = self._figures.data, self._document.shown_run
        if found is None or data is None or shown is None or not (self._shown or self._spark):
            return None
        words = self._of_line(shown, found).words(self._shown, data.margin)
        return LineHint(words, self._curve(data, found), not self._document.has_fresh_run)

    def motion(self, source: Source, line: int, text: str) -> tuple[tuple[str, str], ...]:
        """What a card says of the motion of a line: clearance and limits, of the present run.

        A clearance that is not known is asked for; the card is shown anew when it comes.
        """
        found = self._line_of(source, line, text)
        data, shown = self._figures.data, self._document.shown_run
        if found is None or data is None or shown is None or not self._document.has_fresh_run:
            return ()
        figures = self._of_line(shown, found)
        if figures.clearance_mm is None and data.lacks_clearance:
            self._is_asked = True
            self._want()
        return figures.told(data.lacks_clearance)

    def _line_of(self, source: Source, line: int, text: str) -> int | None:
        """The line of the run of a line now; None where that made no motion or has changed."""
        then = line_in_run(line, self._shifts) if source is self._source else None
        is_same = then in self._spans and self._lines[then - 1] == text if then else False
        return then if is_same else None

    def _curve(self, data: PlotData, line: int) -> tuple[float, ...]:
        if self._spark and line not in self._curves:
            self._curves[line] = spark_of(data, self._spans[line][-1], self._spark)
        return self._curves.get(line, ())

    def _of_line(self, shown: ShownRun, line: int) -> LineFigures:
        found = self._known.get(line)
        if found is None:
            assert self._figures.data is not None
            found = self._known[line] = figures_of(shown.run, self._figures.data, self._spans[line])
        return found
