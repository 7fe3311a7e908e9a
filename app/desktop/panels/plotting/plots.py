"""Curves of the run over time, and their values; the plotting library is loaded in a thread."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.arrangement.sight import Sight
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme, checked_button
from app.desktop.looks.tips import wrapped
from app.desktop.panels.plotting.curve_list import CurveList
from app.desktop.panels.plotting.plot_kinds import (
    CHOICES,
    OF_JOINTS,
    PlotData,
    plots_of,
)
from app.desktop.panels.plotting.plot_words import arm_words, joint_word
from app.desktop.panels.plotting.run_figures import RunFigures
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.motion_curves import reading_of
from app.desktop.state.document import Document

if TYPE_CHECKING:
    from app.desktop.panels.plotting.plot_canvas import PlotCanvas

LOOK_MS = 15
MOST_OF_WIDTH = 0.5  # of the panel, for the list
LEAST_HEIGHT = 82  # pixels: one plot with its axis of time


class PlotsPanel(QWidget):
    """Draws the curves of the shown run; a drag in a plot moves the time.

    first: The plots that are shown at first, as keys of CHOICES.
    """

    chosen = Signal(tuple)  # the plots that the user wants to see, as keys of CHOICES
    exportAsked = Signal()

    def __init__(
        self,
        document: Document,
        analyst: Analyst,
        theme: Theme,
        first: Collection[str] = ("joints",),
    ) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.canvas: PlotCanvas | None = None
        self._loading: Thread | None = None
        self._sight = Sight(self, self.refresh)
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self._look)
        self._making: Iterator[None] = iter(())
        self._make_next = QTimer(self, singleShot=True, interval=0)
        self._make_next.timeout.connect(self._make_some)
        self.figures = RunFigures(document, analyst, self._show_more)
        self._list_width = 0  # the greatest that the shown columns have needed, pixels
        self._has_own_width = False  # whether the user has made the list wider or narrower
        self._pointed: float | None = None  # the time under the pointer, s
        self.buttons: dict[str, QPushButton] = {}
        self.list = CurveList(theme)
        self.list.ticked.connect(self._show_ticked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        add_layout(column, self._row(first))
        column.addWidget(self._body(), 1)
        self.set_theme(theme)
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self._show_findings)
        document.positionChanged.connect(self._show_time)

    # Building.

    def _row(self, first: Collection[str]) -> QHBoxLayout:
        """The buttons above the plots."""
        row = QHBoxLayout()
        row.setContentsMargins(6, 3, 6, 0)
        row.setSpacing(3)
        for key, choice in CHOICES.items():
            button = QPushButton(choice.word)
            button.setCheckable(True)
            button.setChecked(key in first)
            button.setToolTip(wrapped(f"{choice.title}: {choice.tip}"))
            button.setAccessibleName(choice.title)
            button.setMinimumWidth(24)
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._chosen_by_hand)
            self.buttons[key] = button
            row.addWidget(button)
        row.addStretch(1)
        self.fit = self._button("Fit", "Show the whole run (double click in a plot, or key 0)")
        self.fit.clicked.connect(self.show_all)
        self.export = self._button(
            "Export…", "Write the plots as PNG or SVG, or their numbers as CSV"
        )
        self.export.clicked.connect(self.exportAsked)
        row.addWidget(self.fit)
        row.addWidget(self.export)
        return row

    def _button(self, text: str, tip: str) -> QToolButton:
        button = flat_button(text, tip)
        button.setAccessibleName(text.rstrip("…") + " plots")
        return button

    def _body(self) -> QWidget:
        """The list beside the plots, or the words that there is nothing to plot."""
        self._empty = QLabel("No motion to plot yet.")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setEnabled(False)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setMinimumHeight(LEAST_HEIGHT)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._split = split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.area)
        split.setStretchFactor(1, 1)
        split.splitterMoved.connect(lambda *_: self._keep_width())
        body = QWidget()
        self._pages = QStackedLayout(body)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(split)
        return body

    def _keep_width(self) -> None:
        self._has_own_width = True

    def _fit_list(self) -> None:
        """Gives the list the width of its columns, unless the user has given it another."""
        width = min(self.list.full_width, int(MOST_OF_WIDTH * self.width()))
        if not self._has_own_width and width > self._list_width:
            self._list_width = width
            self._split.setSizes([width, self.width() - width])

    def set_theme(self, theme: Theme) -> None:
        """Draws buttons and plots in the colours of a theme."""
        self._theme = theme
        for button in self.buttons.values():
            button.setStyleSheet(checked_button(theme))
        self.list.set_theme(theme)
        if self.canvas is not None:
            self.canvas.set_theme(theme, self._document.is_checked)

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
            self._making = self._make()
            self._make_next.start()

    def _make_some(self) -> None:
        """Makes the next plot; all of them in one event would hold the window."""
        if next(self._making, self) is None:
            self._make_next.start()

    def _make(self) -> Iterator[None]:
        if self.canvas is not None:
            return
        from app.desktop.panels.plotting.plot_canvas import PlotCanvas  # loads pyqtgraph

        canvas = PlotCanvas(self._theme)
        canvas.timeAsked.connect(self._document.seek)
        canvas.hovered.connect(self._point)
        yield
        for key in self.choices:
            canvas.make(key)
            yield
            run = self._document.run
            canvas.prepare(key, run.cell.robot.mechanism.n if run and key in OF_JOINTS else 1)
            yield
        canvas.set_theme(self._theme, self._document.is_checked)
        self.canvas = canvas
        self.area.setWidget(canvas)
        self.refresh()

    def show_all(self) -> None:
        """Shows the whole run."""
        if self.canvas is not None:
            self.canvas.show_all()

    # The choice of plots and curves.

    @property
    def choices(self) -> tuple[str, ...]:
        """The plots that are turned on, as keys of CHOICES."""
        return tuple(key for key, button in self.buttons.items() if button.isChecked())

    def _chosen_by_hand(self) -> None:
        if not self.choices:
            self.buttons["joints"].setChecked(True)
        self.refresh()
        self.chosen.emit(self.choices)

    def _show_ticked(self) -> None:
        if self.canvas is not None:
            self.canvas.show_joints(self.list.joints)

    # The run.

    def refresh(self) -> None:
        """Draws the shown run if it is not drawn yet; a hidden panel waits."""
        if self.canvas is None or not self._sight.is_clear():
            return
        is_new = self.figures.follow()
        data = self.figures.data
        self._pages.setCurrentIndex(int(data is not None))
        self._show_list(data)
        if is_new:
            self.canvas.show_data(data, self.list.joints, keeps_zoom=False)
        self.canvas.show_plots(plots_of(self.choices, data))
        self._show_findings()
        self._show_time()

    def _show_list(self, data: PlotData | None) -> None:
        if data is not None:
            columns = [key for key in self.choices if key in OF_JOINTS]
            others = [key for key in self.choices if key not in OF_JOINTS]
            if self.list.show_rows(data.curves.names, columns, others):
                self._list_width = 0

    def _show_more(self) -> None:
        """Draws what the worker has found meanwhile."""
        if self.canvas is not None:
            self.canvas.show_data(self.figures.data, self.list.joints, keeps_zoom=True)
            self._show_time()
        if self._sight.is_clear():
            self.figures.want(self.choices)

    def _show_findings(self) -> None:
        if self.canvas is None or not self._sight.is_clear():
            return
        from app.desktop.panels.plotting.plot_bands import Band, merged

        hits = self._document.collisions
        self.canvas.show_bands(
            self._document.control.slots,
            merged(Band(hit.time, hit.time_end) for hit in hits),
            self._document.is_checked,
        )
        self.figures.want(self.choices)

    # The values at a time.

    def _point(self, time: float | None) -> None:
        self._pointed = time
        self._show_time()

    def _show_time(self) -> None:
        """Moves the cursor, and shows the values there, or those under the pointer."""
        data = self.figures.data
        if self.canvas is None or data is None or not self._sight.is_clear():
            return
        self.canvas.show_time(self._document.time)
        step, run = self._document.step, self._document.run
        if step is None or run is None or not self.figures.is_of(self._document.shown_run):
            return  # another run is being shown: `refresh` comes
        pointed, (start, end) = self._pointed, data.span
        time = self._document.time if pointed is None else min(max(pointed, start), end)
        step = step if pointed is None else run.step_at(time) or step
        reading = reading_of(run.cell.robot, step, time - step.start_time)
        columns = [key for key in self.choices if key in OF_JOINTS]
        joints = range(len(data.curves.names))
        rows = [[joint_word(data, key, reading, i) for key in columns] for i in joints]
        mechanism = run.cell.robot.mechanism
        others = arm_words(data, self.choices, reading, time, mechanism)
        sign = "at" if pointed is None else "pointer"
        self.list.show_values(f"{sign} {time:.3f} s", rows, others)
        self._fit_list()


def load_library() -> None:
    """Imports the plotting library; a failure shows again where a plot is made."""
    with suppress(Exception):
        import app.desktop.panels.plotting.plot_canvas  # noqa: F401
