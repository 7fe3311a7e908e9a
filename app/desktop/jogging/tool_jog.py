"""The pose of the tool: typed as X Y Z O A T, or stepped along the axes that the user chooses."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.runs.posing.jog_axes import BASE, TOOL, Axes, T_base_of, choices_of
from app.desktop.runs.tool_pose import reach, stepped, tool_pose
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from kinematics import KinematicsError, invert, pose_from_xyzoat, xyzoat_from_pose
from scenes import CellState, Robot
from scenes.world.frozen import Array
from scenes.world.tool_frame import equipped

NAMES = ("X", "Y", "Z", "O", "A", "T")
STEPS = ("X", "Y", "Z", "RX", "RY", "RZ")


class ToolJog(QWidget):
    """Asks the document to jog; a pose out of reach is refused with a message."""

    def __init__(self, document: Document, jog_settings: JogSettings, theme: Theme) -> None:
        super().__init__()
        self._document, self._jog_settings, self._theme = document, jog_settings, theme
        self._choices: tuple[Axes, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.title = QLabel()
        column.addWidget(self.title)
        add_layout(column, self._pose_fields())
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.refusal.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.refusal.hide()
        column.addWidget(self.refusal)
        add_layout(column, self._step_row())
        add_layout(column, self._step_buttons())
        self._refused_at: bytes | None = None
        self.set_theme(theme)
        self._offer_axes()

    def set_theme(self, theme: Theme) -> None:
        """Draws the refusal in the colours of a theme."""
        self._theme = theme
        self.refusal.setStyleSheet(f"color: {theme.error}")

    # Building.

    def _pose_fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        self.fields: tuple[NumberField, ...] = ()
        for i, name in enumerate(NAMES):
            field = NumberField(2, "mm" if i < 3 else "°")
            field.setAccessibleName(f"tool {name}")
            tip = f"{name} of the tool in the axes below: type a value or a sum, Enter takes it"
            field.setToolTip(wrapped(tip))
            field.setSingleStep(10.0 if i < 3 else 5.0)
            field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
            field.setMinimumWidth(60)
            field.committed.connect(lambda value, i=i: self._typed(i, value))
            column = 2 * (i // 3)
            grid.addWidget(QLabel(name), i % 3, column)
            grid.addWidget(field, i % 3, column + 1)
            grid.setColumnStretch(column + 1, 1)
            self.fields = (*self.fields, field)
        return grid

    def _step_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.axes = QComboBox()
        self.axes.setAccessibleName("axes")
        self.axes.setToolTip("Step along these axes; the tool is shown in them too")
        self.axes.setMinimumContentsLength(4)
        fits = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.axes.setSizeAdjustPolicy(fits)
        self.axes.activated.connect(self._choose_axes)
        self.axes.setMinimumWidth(64)
        row.addWidget(self.axes, 2)
        self.step_mm, self.step_deg = NumberField(1, "mm"), NumberField(1, "°")
        for field, value, what in ((self.step_mm, 10.0, "way"), (self.step_deg, 5.0, "angle")):
            field.setRange(0.1, 500.0)
            field.show_value(value)
            field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
            field.setToolTip(f"The {what} of one step")
            field.setAccessibleName(f"step {what}")
            widest = field.fontMetrics().horizontalAdvance("500.0 mm")
            field.setMinimumWidth(widest + 14)
            row.addWidget(field, 1)
        return row

    def _step_buttons(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(3)
        self.buttons: dict[str, QToolButton] = {}
        for axis, name in enumerate(STEPS):
            verb = "Turn about" if axis > 2 else "Move along"
            for sign, mark in ((-1.0, "−"), (1.0, "+")):
                button = step_button(f"{mark}{name}", f"{verb} {mark}{name[-1]}; hold to go on")
                button.setMinimumWidth(24)
                button.setAutoRepeat(True)
                button.setAutoRepeatDelay(400)
                button.setAutoRepeatInterval(120)
                button.clicked.connect(lambda _=False, a=axis, s=sign: self._step(a, s))
                self.buttons[f"{mark}{name}"] = button
                grid.addWidget(button, axis // 3, 2 * (axis % 3) + (sign > 0))
        return grid

    # Shown values.

    def show_state(self, robot: Robot, state: CellState, can_jog: bool) -> None:
        """Shows the pose of a state; a refusal stays until the arm has moved."""
        dialect = self._document.program.dialect
        self._offer_axes()
        title = f"<b>Tool</b> in {self._shown_in()}, angles: {dialect}"
        if self.title.text() != title:
            self.title.setText(title)
        T_axes_tool = invert(self._T_base_axes(state)) @ self._tool(robot, state)
        values = xyzoat_from_pose(T_axes_tool, dialect)
        for field, value in zip(self.fields, values, strict=True):
            field.setEnabled(can_jog)
            field.show_value(float(value) + 0.0)
        for button in self.buttons.values():
            button.setEnabled(can_jog)
        if self._refused_at is not None and self._refused_at != state.q.tobytes():
            self._refused_at = None
            self.refusal.hide()

    def _tool(self, robot: Robot, state: CellState) -> Array:
        return tool_pose(equipped(robot, state.tool), state.q)

    def _T_base_axes(self, state: CellState) -> Array:
        """The axes in which the tool is shown, (4, 4): the chosen ones, the base for the tool's."""
        cell = self._document.cell
        return np.eye(4) if cell is None else T_base_of(self._jog_settings.axes, cell, state)

    def _shown_in(self) -> str:
        axes = self._jog_settings.axes
        return (
            f"{axes.kind} {axes.name}"
            if axes.name
            else f"the {BASE.kind if axes == TOOL else axes.kind}"
        )

    def _offer_axes(self) -> None:
        """Lists the axes of the present cell; the base where the chosen ones are gone."""
        cell, chosen = self._document.cell, self._jog_settings.axes
        choices = choices_of(cell) if cell is not None else (BASE, TOOL)
        if choices != self._choices:
            self._choices = choices
            self.axes.clear()
            self.axes.addItems([choice.title for choice in choices])
        if chosen not in choices:
            self._jog_settings.set_axes(BASE)
        self.axes.setCurrentIndex(choices.index(self._jog_settings.axes))

    def _choose_axes(self, number: int) -> None:
        self._jog_settings.set_axes(self._choices[number])

    # Requests to the document.

    def _typed(self, index: int, value: float) -> None:
        """Asks for the pose with one value replaced; the other values keep all their decimals."""
        state, cell = self._document.state, self._document.cell
        if state is None or cell is None:
            return
        dialect = self._document.program.dialect
        robot, T_base_axes = equipped(cell.robot, state.tool), self._T_base_axes(state)
        T_axes_tool = invert(T_base_axes) @ tool_pose(robot, state.q)
        values = np.array(xyzoat_from_pose(T_axes_tool, dialect))
        if abs(values[index] - value) < 0.5 * 10.0 ** -self.fields[index].decimals():
            return
        values[index] = value
        try:
            wanted = T_base_axes @ pose_from_xyzoat(values, dialect)
            self._take(robot, state, wanted, any_turn=True)
        except KinematicsError as fault:
            self._refuse(state, str(fault))

    def _step(self, axis: int, sign: float) -> None:
        state, cell = self._document.state, self._document.cell
        if state is None or cell is None:
            return
        amount = self.step_mm.value() if axis < 3 else np.radians(self.step_deg.value())
        robot = equipped(cell.robot, state.tool)
        T_base_tool = tool_pose(robot, state.q)
        along = T_base_tool if self._jog_settings.in_tool else self._T_base_axes(state)
        T = stepped(T_base_tool, axis, sign * amount, along)
        self._take(robot, state, T, any_turn=False)

    def _take(self, robot: Robot, state: CellState, T_base_tool: Array, any_turn: bool) -> None:
        answer = reach(robot, T_base_tool, state.q, any_turn)
        if answer.q is None:
            self._refuse(state, answer.reason)
        else:
            self._document.jog(answer.q)

    def _refuse(self, state: CellState, reason: str) -> None:
        """Says why the arm does not move; the fields show its present pose again."""
        self._refused_at = state.q.tobytes()
        self.refusal.setText(f"✖ Not taken: {reason}.")
        self.refusal.setStyleSheet(f"color: {self._theme.error}")
        self.refusal.show()
        self._document.positionChanged.emit()


def step_button(text: str, tip: str) -> QToolButton:
    """A button with a text, as wide as its column."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(wrapped(tip))
    button.setMinimumWidth(max(24, button.fontMetrics().horizontalAdvance(text) + 10))
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button
