"""Curves of the run over time; the plotting library is loaded in a thread."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme, checked_button
from app.desktop.runs.motion_curves import MotionCurves
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.document import Document

if TYPE_CHECKING:
    from app.desktop.panels.plot_canvas import PlotCanvas

LOOK_MS = 15
TITLES = {"joints": "Joint values", "speeds": "Joint speeds", "tool": "Tool speed"}


class PlotsPanel(QWidget):
    """Draws the curves of the shown run; a drag in a plot moves the time."""

    def __init__(self, document: Document, theme: Theme) -> None:
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
        # A long text here must not push the neighbouring panels away.
        self.reading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.setContentsMargins(8, 4, 8, 0)
        for key, title in TITLES.items():
            button = QPushButton(title)
            button.setCheckable(True)
            button.setChecked(key == "joints")
            button.setToolTip(f"Show or hide the plot: {title.lower()}")
            button.clicked.connect(self._choose)
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
        from app.desktop.panels.plot_canvas import line_colour

        time = self._document.time
        self.canvas.show_time(time)
        speeds, tool_speed = curves.at(time)
        step = self._document.step
        assert step is not None  # there are curves
        values = curves.shown(step.state_at(time - step.start_time).q)
        words = []
        for i, unit in enumerate(curves.units):
            parts = [f"J{i + 1}"]
            if self.buttons["joints"].isChecked():
                parts.append(f"{round(values[i], 1) + 0.0:.1f}{unit}")
            if self.buttons["speeds"].isChecked():
                parts.append(f"{speeds[i]:.0f}%")
            colour = line_colour(self._theme, i)
            words.append(f"<span style='color:{colour}'>{' '.join(parts)}</span>")
        if self.buttons["tool"].isChecked():
            words.append(f"<span style='color:{self._theme.path}'>{tool_speed:.0f} mm/s</span>")
        self.reading.setText("&nbsp;&nbsp;".join(words))


def load_library() -> None:
    """Imports the plotting library; a failure shows again where a plot is made."""
    with suppress(Exception):
        import app.desktop.panels.plot_canvas  # noqa: F401
