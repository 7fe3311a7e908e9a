"""The panel of the mechanism workbench: the rows of the arm, the answer, and the frames' moves."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.small_widgets import WholeWidth, fill_area
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.state.files.open_files import FileDesk
from app.desktop.workbench.arm_draft import COLUMNS, TITLES, UNITS
from app.desktop.workbench.bench import Workbench

ROBOT_FILTER, ROBOT_SUFFIX = "Robot files (*.robot.yaml)", ".robot.yaml"
WIDEST_VALUE, FIELD_FRAME, TEXT_WIDTH = "1000.00 mm", 10, 170
WIDEST_NAME, LEAST_ROWS = 72, 220  # pixels; the rows scroll where there is less room
TICKS = 100  # steps of the slider for one move
TIPS = {
    "a": "Shift along x to the next axis",
    "alpha": "Turn about x from one axis to the next",
    "d": "Shift along z, the joint's own axis",
    "theta0": "Turn about z while the joint is at zero",
}
DRAG_MM, DRAG_DEG = 400.0, 90.0  # the slider of a parameter goes so far to either side
ABOUT = (
    "Change a number, or select it and drag the bar: the violet arms are all the ways in which the "
    "changed arm holds its flange in the same place."
)


class WorkbenchPanel(QWidget):
    """Changes nothing in the cell; the changed arm can be written as a robot file."""

    def __init__(self, bench: Workbench, desk: FileDesk, theme: Theme) -> None:
        super().__init__()
        self._bench, self._desk, self._theme = bench, desk, theme
        self.fields: dict[tuple[int, str], NumberField] = {}
        self._chosen: tuple[int, str] | None = None
        self._rows, self._middle = -1, 0.0
        self._names: tuple[str, ...] = ()
        self._grid_place = QScrollArea()
        self._grid_place.setMinimumWidth(LEAST_ROWS)
        self._grid_place.setWidgetResizable(True)
        self._grid_place.setFrameShape(QScrollArea.Shape.NoFrame)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self._grid_place, 1)
        answer, inner = WholeWidth(), QWidget()
        inner.setLayout(self._answer_column())
        answer.setWidgetResizable(True)
        answer.setFrameShape(QScrollArea.Shape.NoFrame)
        answer.setWidget(inner)
        row.addWidget(answer)
        bench.changed.connect(self.refresh)
        bench.moved.connect(self._show_move)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draws the answer in the colours of a theme."""
        self._theme = theme
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Takes the arm of the cell."""
        if not self._bench.is_open:
            self._bench.open()

    def hideEvent(self, event: object) -> None:
        """Forgets the changes."""
        if self._bench.is_open:
            self._bench.close()

    # Building.

    def _answer_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        self.verdict, self.solver, self.said = QLabel(), QLabel(), QLabel()
        for label in (self.verdict, self.solver, self.said):
            label.setWordWrap(True)
            label.setMinimumWidth(TEXT_WIDTH)
        self.bar = QSlider(Qt.Orientation.Horizontal)
        self.bar.setAccessibleName("parameter slider")
        self.bar.setRange(-1000, 1000)
        self.bar.sliderMoved.connect(self._drag)
        self.bar.sliderReleased.connect(self._centre)
        self.play = QPushButton("Play")
        self.play.setToolTip("Move the frame by a, α, d and θ of every row, one after the other")
        self.play.clicked.connect(self._bench.play)
        self.moves = QSlider(Qt.Orientation.Horizontal)
        self.moves.setAccessibleName("moves of the frame")
        self.moves.valueChanged.connect(lambda value: self._bench.seek(value / TICKS))
        playing = QHBoxLayout()
        playing.addWidget(self.play)
        playing.addWidget(self.moves, 1)
        taking, buttons = QHBoxLayout(), QHBoxLayout()
        for text, tip, act in (
            ("Arm of the cell", "Take the arm of the cell anew", self._bench.reset),
            ("Goal here", "Reach for the pose that is shown now", self._bench.take_goal),
            ("Save…", "Write the changed arm as a robot file", self._save),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, act=act: act())
            (taking if act == self._bench.reset else buttons).addWidget(button)
        for item in (self.verdict, self.solver, self.bar, self.said):
            column.addWidget(item)
        add_layout(column, playing)
        add_layout(column, taking)
        add_layout(column, buttons)
        column.addStretch(1)
        return column

    def _build(self, rows: int) -> None:
        """Makes the fields for an arm of so many joints."""
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 6, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(2)
        self.fields = {}
        draft = self._bench.draft
        for k, column in enumerate(COLUMNS):
            title = QLabel(f"{TITLES[column]}, {UNITS[column]}")
            title.setToolTip(wrapped(TIPS[column]))
            grid.addWidget(title, 0, k + 1, Qt.AlignmentFlag.AlignRight)
        for i in range(rows):
            name = draft.joints[i].name if draft is not None else ""
            grid.addWidget(self._row_name(f"{i + 1}  {name}"), i + 1, 0)
            for k, column in enumerate(COLUMNS):
                grid.addWidget(self._field(i, column), i + 1, k + 1)
        grid.setRowStretch(rows + 1, 1)
        grid.setColumnStretch(0, 1)
        fill_area(self._grid_place, body)
        self._rows = rows

    def _row_name(self, name: str) -> QLabel:
        """The name of a row; a long one is cut in its middle."""
        label = QLabel()
        middle = Qt.TextElideMode.ElideMiddle
        label.setText(label.fontMetrics().elidedText(name, middle, WIDEST_NAME))
        label.setToolTip(wrapped(name))
        label.setAccessibleName(name)
        return label

    def _field(self, row: int, column: str) -> NumberField:
        field = NumberField(2, UNITS[column])
        field.setAccessibleName(f"{column} of row {row + 1}")
        field.setToolTip(wrapped(TIPS[column]))
        letters = field.fontMetrics()
        field.setMinimumWidth(letters.horizontalAdvance(WIDEST_VALUE) + FIELD_FRAME)
        field.setSingleStep(5.0)
        field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        field.committed.connect(lambda value: self._bench.set_value(row, column, value))
        field.lineEdit().cursorPositionChanged.connect(lambda *_: self._choose(row, column))
        self.fields[row, column] = field
        return field

    # What is shown.

    def refresh(self) -> None:
        """Shows the rows and the answer of the workbench."""
        bench, draft = self._bench, self._bench.draft
        count = draft.n if draft is not None else 0
        names = tuple(joint.name for joint in draft.joints) if draft is not None else ()
        if count != self._rows or names != self._names:
            self._names = names
            self._build(count)
        if draft is not None:
            for (row, column), field in self.fields.items():
                field.show_value(draft.value(row, column))
        self._show_answer()
        self.moves.setRange(0, bench.moves * TICKS)
        for widget in (self.bar, self.play, self.moves):
            widget.setEnabled(draft is not None)
        self._show_move()

    def _show_answer(self) -> None:
        bench, theme = self._bench, self._theme
        answer = bench.answer
        colour, text = theme.muted, ABOUT
        if bench.fault:
            colour, text = theme.warning, f"▲ {bench.fault}"
        elif answer is not None:
            is_good = bool(len(answer.q))
            colour = theme.good if is_good else theme.error
            text = f"{'●' if is_good else '✖'} {answer.verdict}"
        self.verdict.setText(text)
        self.verdict.setStyleSheet(f"color: {colour}")
        self.verdict.setToolTip(wrapped(ABOUT))
        self.solver.setText(f"Solver: {answer.solver}" if answer and answer.solver else "")

    def _show_move(self) -> None:
        bench = self._bench
        move = bench.frame_move
        self.said.setText("" if move is None else f"Frame: {move.words}")
        self.play.setText("Stop" if bench.is_playing else "Play")
        blocked = self.moves.blockSignals(True)
        self.moves.setValue(round(bench.progress * TICKS))
        self.moves.blockSignals(blocked)

    # What the user does.

    def _choose(self, row: int, column: str) -> None:
        """Lets the bar change the parameter in whose field the cursor stands."""
        if self._chosen != (row, column):
            self._chosen = (row, column)
            self._centre()

    def _centre(self) -> None:
        draft = self._bench.draft
        if draft is None or self._chosen is None or self._chosen[0] >= draft.n:
            return
        self._middle = draft.value(*self._chosen)
        row, column = self._chosen
        self.bar.setToolTip(f"Drag {TITLES[column]} of row {row + 1}")
        blocked = self.bar.blockSignals(True)
        self.bar.setValue(0)
        self.bar.blockSignals(blocked)

    def _drag(self, ticks: int) -> None:
        if self._chosen is None:
            return
        row, column = self._chosen
        reach = DRAG_MM if UNITS[column] == "mm" else DRAG_DEG
        value = round(self._middle + reach * ticks / self.bar.maximum(), 1)
        self._bench.set_value(row, column, value)

    def _save(self) -> None:
        start = str(Path.home() / f"my{ROBOT_SUFFIX}")
        path = self._desk.dialogs.save_path("Save robot", start, ROBOT_FILTER, ROBOT_SUFFIX)
        if path is not None:
            self._bench.save(path)
