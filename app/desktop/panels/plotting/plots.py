"""Curves of the run over time; the plotting library is loaded in a thread."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from math import isfinite
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme, checked_button
from app.desktop.runs.motion_curves import REACHED, MotionCurves, Reading, reading_of
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.document import Document

if TYPE_CHECKING:
    from app.desktop.panels.plot_canvas import PlotCanvas

LOOK_MS = 15
TITLES = {
    "joints": "Joint values",
    "speeds": "Joint speeds",
    "accelerations": "Joint accelerations",
    "jerks": "Joint jerks",
    "tool": "Tool speed",
}
# What a joint's value in percent stands behind in the reading.
LETTERS = {"speeds": "v", "accelerations": "a", "jerks": "j"}


class PlotsPanel(QWidget):
    """Draws the curves of the shown run; a drag in a plot moves the time.

    first: The plots that are shown at first, as keys of TITLES.
    """

    chosen = Signal(tuple)  # the plots that the user wants to see, as keys of TITLES

    def __init__(
        self, document: Document, theme: Theme, first: Collection[str] = ("joints",)
    ) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.canvas: PlotCanvas | None = None
        self._loading: Thread | None = None
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self._look)
        self._curves: MotionCurves | None = None
        self._drawn: ShownRun | None = None
        self.buttons: dict[str, QPushButton] = {}
        self.reading = QLabel()
        self.reading.setTextFormat(Qt.TextFormat.RichText)
        self.reading.setWordWrap(True)
        # A long text here must not push the neighbouring panels away.
        self.reading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.setContentsMargins(8, 4, 8, 0)
        for key, title in TITLES.items():
            button = QPushButton(title)
            button.setCheckable(True)
            button.setChecked(key in first)
            button.setToolTip(f"Show or hide the plot: {title.lower()}")
            button.clicked.connect(self._chosen_by_hand)
            self.buttons[key] = button
            row.addWidget(button)
        row.addSpacing(12)
        row.addWidget(self.reading, 1)
        self._empty = QLabel("No motion to plot yet.")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setEnabled(False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addLayout(row)
        self._column.addWidget(self._empty, 1)
        self.set_theme(theme)
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self._show_bands)
        document.positionChanged.connect(self._show_time)

    def set_theme(self, theme: Theme) -> None:
        """Draws buttons and plots in the colours of a theme."""
        self._theme = theme
        for button in self.buttons.values():
            button.setStyleSheet(checked_button(theme))
        if self.canvas is not None:
            self.canvas.set_theme(theme, self._document.is_checked)
            self._show_time()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def paintEvent(self, event: object) -> None:
        # Qt calls a tab behind others shown, but paints only the one in front.
        if self.canvas is None:
            self.load()
            self._looks.start()

    def load(self) -> None:
        """Loads the plotting library in a thread, before the plots are first shown."""
        if self._loading is None:
            self._loading = Thread(target=load_library, name="load pyqtgraph", daemon=True)
            self._loading.start()

    def _look(self) -> None:
        if self._loading is not None and not self._loading.is_alive():
            self._looks.stop()
            self._make_canvas()
            self.refresh()

    def _make_canvas(self) -> None:
        if self.canvas is not None:
            return
        from app.desktop.panels.plot_canvas import PlotCanvas  # loads pyqtgraph

        self.canvas = PlotCanvas(self._theme)
        self.canvas.timeAsked.connect(self._document.seek)
        self._column.addWidget(self.canvas, 1)
        self._choose()

    def _chosen_by_hand(self) -> None:
        self._choose()
        self.chosen.emit(tuple(key for key, each in self.buttons.items() if each.isChecked()))

    def _choose(self) -> None:
        """Shows the chosen plots, at least one."""
        chosen = [key for key, button in self.buttons.items() if button.isChecked()]
        if not chosen:
            self.buttons["joints"].setChecked(True)
            chosen = ["joints"]
        if self.canvas is not None:
            self.canvas.show_plots(chosen)
            self._show_time()

    def refresh(self) -> None:
        """Draws the shown run if it is not drawn yet; a hidden panel waits."""
        if self.canvas is None or not self.isVisible():
            return
        shown_run = self._document.shown_run
        if shown_run is not self._drawn:
            self._drawn = shown_run
            self._curves = shown_run.curves if shown_run is not None else None
            self.canvas.show_curves(self._curves)
        self.canvas.setVisible(self._curves is not None)
        self._empty.setVisible(self._curves is None)
        self._show_bands()
        self._show_time()

    def _show_bands(self) -> None:
        if self.canvas is None or not self.isVisible():
            return
        from app.desktop.panels.plot_canvas import Band, merged

        hits = self._document.collisions
        self.canvas.show_bands(
            self._document.control.slots,
            merged(Band(hit.time, hit.time_end) for hit in hits),
            self._document.is_checked,
        )

    def _show_time(self) -> None:
        """Moves the cursor and shows the values of the curves there."""
        curves = self._curves
        if self.canvas is None or curves is None or not self.isVisible():
            return
        time = self._document.time
        self.canvas.show_time(time)
        step, run = self._document.step, self._document.run
        assert step is not None and run is not None  # there are curves
        reading = reading_of(run.cell.robot, step, time - step.start_time)
        self.reading.setText("&nbsp; ".join(self._words(curves.units, reading)))

    def _words(self, units: tuple[str, ...], reading: Reading) -> Iterator[str]:
        """What is shown of each joint and of the tool; a value at its limit is bold."""
        from app.desktop.panels.plot_canvas import line_colour

        for i, unit in enumerate(units):
            parts = [f"J{i + 1}"]
            if self.buttons["joints"].isChecked():
                parts.append(f"{round(reading.joints[i], 1) + 0.0:.1f}{unit}")
            for key, letter in LETTERS.items():
                if self.buttons[key].isChecked():
                    parts.append(in_percent(letter, float(getattr(reading, key)[i])))
            colour = line_colour(self._theme, i)
            yield f"<span style='color:{colour}'>{'&nbsp;'.join(parts)}</span>"
        if self.buttons["tool"].isChecked():
            speed = f"{reading.tool_speed:.0f}&nbsp;mm/s"
            yield f"<span style='color:{self._theme.path}'>{speed}</span>"


def in_percent(letter: str, percent: float) -> str:
    """A share of a limit as a word; bold where the limit is reached, a dash where there is none."""
    if not isfinite(percent):
        return f"{letter}&nbsp;–"
    word = f"{letter}&nbsp;{round(percent) + 0:d}%"
    return f"<b>{word}</b>" if abs(percent) >= REACHED else word


def load_library() -> None:
    """Imports the plotting library; a failure shows again where a plot is made."""
    with suppress(Exception):
        import app.desktop.panels.plot_canvas  # noqa: F401
