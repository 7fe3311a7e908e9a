"""The joint values, typed or dragged, with their limits; the tool pose and the posture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.desktop.jogging.elbow_jog import ElbowJog, ElbowTurn
from app.desktop.jogging.hand_jog import HandJog
from app.desktop.jogging.singularity_lamp import SingularityLamp
from app.desktop.jogging.tool_jog import ToolJog
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.limit_bar import LEAST_WIDTH, NEAR_LIMIT, LimitBar
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.small_widgets import action_button, fill_area, rule
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.runs.run_control import Command, RunState
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from kinematics import Mechanism, limit_excesses, posture_of
from scenes import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Hand
from scenes.world.units import in_door_unit

PASSIVE_IN_A_ROW = 2  # passive values in a line of the panel
AROUND = 40  # pixels: margins and gaps of a row
LEAST_NAME = 48  # pixels of a name that is cut
NARROW = 340  # pixels: in a narrower panel a bar beside its value would be too short to drag
ASSUMED_TURN, ASSUMED_TRAVEL = 360.0, 2000.0  # degrees, mm: range drawn without a limit


REST_MS = 150  # after a key, the panel shows what an edit may have changed
MOVING_MS = 100  # between two values of a joint that are shown while a run moves it


@dataclass(frozen=True)
class JointRow:
    """The widgets of one joint, and the factor from rad or mm to the shown degrees or mm."""

    name: str
    unit: str
    factor: float
    bar: LimitBar
    field: NumberField
    margin: QLabel


class JointsPanel(QScrollArea):
    """One row for each joint; below them the tool pose and the posture of the arm."""

    teachAsked = Signal()

    def __init__(
        self,
        document: Document,
        jog_settings: JogSettings,
        theme: Theme,
        turn: ElbowTurn | None = None,
    ) -> None:
        super().__init__()
        self._turn, self.elbow = turn, None  # type: ElbowTurn | None, ElbowJog | None
        self._document, self._jog_settings, self._theme = document, jog_settings, theme
        self.lamp = SingularityLamp(theme)
        self.tool: ToolJog | None = None
        self.hand: HandJog | None = None
        self._actions: tuple[QAction, ...] = ()
        self._is_narrow = False
        self._rows: tuple[JointRow, ...] = ()
        self._mechanism: Mechanism | None = None
        self._stroke: tuple[float, ...] | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        document.cellChanged.connect(self._follow_cell)
        document.positionChanged.connect(self._follow_position)
        # Nobody reads values that change thirty times a second, and a frame waits for them.
        self._while_moving = QTimer(self, singleShot=True, interval=MOVING_MS)
        self._after_typing = QTimer(self, singleShot=True, interval=REST_MS)
        self._after_typing.timeout.connect(self.refresh)
        document.textChanged.connect(self._after_typing.start)
        jog_settings.changed.connect(self.refresh)
        # Rows for another arm are made in an event of their own: all panels follow a cell in one.
        self._rebuilding = QTimer(self, singleShot=True, interval=0)
        self._rebuilding.timeout.connect(self._build_some)
        self._building: Iterator[None] = iter(())
        self._begun: QWidget | None = None
        self._rebuild()

    def set_theme(self, theme: Theme) -> None:
        """Draws the joints and the tool fields in the colours of a theme."""
        self._theme = theme
        for row in self._rows:
            row.bar.set_theme(theme)
        if self.tool is not None:
            self.tool.set_theme(theme)
        if self.hand is not None:
            self.hand.set_theme(theme)
        self.lamp.set_theme(theme)
        if self.elbow is not None:
            self.elbow.set_theme(theme)
        self.refresh()

    def show_actions(self, actions: Sequence[QAction]) -> None:
        """Shows a button for each action that writes into the program."""
        self._actions = tuple(actions)
        self._rebuild()

    def _follow_cell(self) -> None:
        """Makes the rows anew for another arm; an edited body of the cell only refreshes them."""
        if self._fits_cell():
            self.refresh()
        else:
            self._building = self._build()
            self._rebuilding.start()

    def _follow_position(self) -> None:
        """Shows the values of a position; while a run moves, those of a few positions a second."""
        if not self._document.control.is_moving:
            self._while_moving.stop()
        elif self._while_moving.isActive():
            return
        else:
            self._while_moving.start()
        self.refresh()

    def _fits_cell(self) -> bool:
        """Whether the rows are those of the arm and the hand of the present cell."""
        cell = self._document.cell
        has_arm = cell is not None and cell.robot.mechanism is self._mechanism
        return cell is not None and has_arm and _stroke(cell.robot.hand) == self._stroke

    def _rebuild(self) -> None:
        """Makes all rows at once."""
        self._rebuilding.stop()
        for _ in self._build():
            pass

    def _build_some(self) -> None:
        """Makes the next of the rows; all of them in one event would hold the window."""
        if next(self._building, self) is None:
            self._rebuilding.start()

    def _build(self) -> Iterator[None]:
        """Makes the rows for the arm of the cell in several steps, and shows them in the last one.

        Until then the panel does not fit the cell, and no value is shown or taken.
        """
        # Kept until it is shown: its widgets would go with it, though the panel knows them already.
        self._begun = body = QWidget()
        self.tool, self.hand, self.elbow = None, None, None  # those of a build that was given up
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 6, 6)
        column.setSpacing(6)
        cell = self._document.cell
        self._mechanism = None
        self._stroke = _stroke(cell.robot.hand) if cell is not None else None
        if cell is None:
            column.addWidget(QLabel("No cell is open."))
            self._rows = ()
        else:
            add_layout(column, self._buttons())
            add_layout(column, self._joint_grid(cell))
            self._passive = QLabel()
            self._passive.setVisible(cell.robot.mechanism.has_loops)
            column.addWidget(self._passive)
            self.lamp = SingularityLamp(self._theme)
            column.addWidget(self.lamp)
            yield
            if self._turn is not None:
                self.elbow = ElbowJog(self._document, self._turn, self._theme)
                column.addWidget(self.elbow)
            if cell.robot.hand is not None and self._stroke is not None:
                self.hand = HandJog(self._document, cell.robot.hand, self._theme)
                column.addWidget(self.hand)
            column.addWidget(rule())
            yield
            self.tool = ToolJog(self._document, self._jog_settings, self._theme)
            column.addWidget(self.tool)
            self._posture = QLabel()
            self._posture.setWordWrap(True)
            if self._actions:
                add_layout(column, button_grid(self._actions))
            column.addWidget(self._posture)
        column.addStretch(1)
        yield
        fill_area(self, body)
        self._begun = None
        yield
        self._mechanism = cell.robot.mechanism if cell is not None else None
        self.refresh()

    def _joint_grid(self, cell: Cell) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(5)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        self._rows = tuple(self._joint_row(cell, i) for i in range(cell.robot.mechanism.n))
        self._grid, self._names = grid, tuple(QLabel(row.name) for row in self._rows)
        self._place_rows()
        return grid

    def _place_rows(self) -> None:
        """Puts the bars beside the values, or below them where the panel is narrow."""
        self._fit_names()
        for i, (name, row) in enumerate(zip(self._names, self._rows, strict=True)):
            self._grid.addWidget(name, 2 * i, 0)
            self._grid.addWidget(row.field, 2 * i, 2)
            self._grid.addWidget(row.margin, 2 * i, 3)
            if self._is_narrow:
                self._grid.addWidget(row.bar, 2 * i + 1, 0, 1, 4)
            else:
                self._grid.addWidget(row.bar, 2 * i, 1)

    def _fit_names(self) -> None:
        """Cuts names in their middle that leave no room for the values; a tip tells them whole."""
        metrics, middle = self.fontMetrics(), Qt.TextElideMode.ElideMiddle
        for name, row in zip(self._names, self._rows, strict=True):
            room = self.viewport().width() - self._width_of_values(row) - AROUND
            is_cut = self._is_narrow and metrics.horizontalAdvance(row.name) > room
            least = max(room, LEAST_NAME)
            name.setText(metrics.elidedText(row.name, middle, least) if is_cut else row.name)
            name.setToolTip(row.name if is_cut else "")

    @staticmethod
    def _width_of_values(row: JointRow) -> int:
        return row.field.width() + row.margin.minimumWidth()

    def _width_for_one_line(self) -> int:
        """The width from which name, bar and value of every joint stand side by side."""
        metrics = self.fontMetrics()
        widths = [
            metrics.horizontalAdvance(row.name) + self._width_of_values(row) for row in self._rows
        ]
        return max(NARROW, max(widths, default=0) + LEAST_WIDTH + AROUND)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.viewport().width() < self._width_for_one_line()
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            if self._rows:
                self._place_rows()
        elif is_narrow and self._rows:
            self._fit_names()

    def _joint_row(self, cell: Cell, index: int) -> JointRow:
        joint = cell.robot.mechanism.joints[index]
        turns = cell.robot.mechanism.kinds[index] == "R"
        unit, factor = ("°", 180.0 / np.pi) if turns else ("mm", 1.0)
        assumed = ASSUMED_TURN if turns else ASSUMED_TRAVEL
        lower = joint.lower * factor if np.isfinite(joint.lower) else -assumed
        upper = joint.upper * factor if np.isfinite(joint.upper) else assumed
        bar, field, margin = LimitBar(self._theme), NumberField(2, unit), QLabel()
        bar.set_range(lower, upper)
        bar.setAccessibleName(f"{joint.name} slider")
        field.setAccessibleName(f"{joint.name} value")
        field.setSingleStep(1.0)
        field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        field.setFixedWidth(field.fontMetrics().horizontalAdvance(f"-0000.00 {unit}") + 14)
        margin.setMinimumWidth(margin.fontMetrics().horizontalAdvance("⚠ 000.0"))
        margin.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        tip = f"{joint.name}: {lower:.1f} to {upper:.1f} {unit}"
        for widget in (bar, field):
            unknown = "" if np.isfinite(joint.lower) else " (limit not known)"
            widget.setToolTip(wrapped(tip + unknown))
        margin.setToolTip("What is left to the nearer limit")
        bar.moved.connect(lambda value, i=index: self._jog(i, value))
        field.committed.connect(lambda value, i=index: self._jog(i, value))
        return JointRow(joint.name, unit, factor, bar, field, margin)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._teach = QPushButton("Teach here")
        self._teach.setToolTip("Insert a POINT with this pose into the program (Ctrl+T)")
        self._teach.clicked.connect(self.teachAsked)
        self._back = QPushButton("Back to run")
        self._back.setToolTip("Forget the jogged pose and show the run again")
        self._back.clicked.connect(self._document.end_jog)
        row.addWidget(self._teach)
        row.addWidget(self._back)
        return row

    def _jog(self, index: int, shown: float) -> None:
        state = self._document.state
        if state is None or not self._fits_cell():
            return
        q = np.array(state.q)
        q[index] = shown / self._rows[index].factor
        if self._mechanism is None or self._mechanism.closes(q):
            self._document.jog(q)
        else:  # the bars of a closed loop do not reach each other there: the joint stays
            self.refresh()

    def refresh(self) -> None:
        """Shows the joint values of the shown state; a hidden panel waits until it is seen."""
        state, cell = self._document.state, self._document.cell
        if state is None or cell is None or self.tool is None or not self.isVisible():
            return
        if not self._fits_cell():
            return
        can_jog = self._document.control.may(Command.JOG)
        for row, value in zip(self._rows, state.q, strict=True):
            self._show_joint(row, float(value) * row.factor, can_jog)
        if cell.robot.mechanism.has_loops:
            show_text(self._passive, passive_text(cell.robot.mechanism, state.q))
        self.lamp.show_pose(cell.robot.mechanism, state.q)
        if self.elbow is not None:
            self.elbow.refresh()
        self.tool.show_state(cell.robot, state, can_jog)
        if self.hand is not None:
            self.hand.show_state(state, can_jog)
        held = f", holds {state.held.part}" if state.held else ""
        has_hand = cell.robot.hand is not None
        hand = f"Hand open {state.opening:.1f} mm{held}" if has_hand else "No hand"
        if cell.robot.hand is not None and not cell.robot.fingers:
            hand = f"{cell.robot.hand.title}{held}"
        show_text(self._posture, f"{posture_of(cell.robot.mechanism, state.q)}\n{hand}")
        self._back.setEnabled(self._document.control.state is RunState.JOG)

    def showEvent(self, event: object) -> None:
        self.refresh()

    def _show_joint(self, row: JointRow, shown: float, can_jog: bool) -> None:
        row.bar.set_value(shown)
        row.bar.setEnabled(can_jog)
        row.field.setEnabled(can_jog)
        row.field.show_value(shown)
        severity = row.bar.severity()
        colours = {"error": self._theme.error, "warning": self._theme.warning}
        colour = colours.get(severity, self._theme.muted)
        mark = {"error": "✖ ", "warning": "⚠ "}.get(severity, "")
        text = f"{mark}{row.bar.margin:.1f}"
        if row.margin.text() != text:
            row.margin.setText(text)
            row.margin.setStyleSheet(f"color: {colour}")
            near = f" (warned below {NEAR_LIMIT:g})" if severity else ""
            left = f"{row.bar.margin:.2f} {row.unit} to the nearer limit{near}"
            row.margin.setToolTip(wrapped(left))


def button_grid(actions: Sequence[QAction]) -> QGridLayout:
    """Buttons for actions, four in a row, with the first word of their names under their icons."""
    grid = QGridLayout()
    grid.setSpacing(3)
    for i, action in enumerate(actions):
        button = action_button(action, action.text().split()[0])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid.addWidget(button, i // 4, i % 4)
    return grid


def _stroke(hand: Hand | None) -> tuple[float, ...] | None:
    """The ends of the opening of a hand, mm; None without fingers."""
    has_fingers = hand is not None and bool(hand.fingers)
    return (hand.opening_min, hand.opening_max) if hand is not None and has_fingers else None


def passive_text(mechanism: Mechanism, q: Array) -> str:
    """The values of the passive joints at q (n,), degrees or mm, those beyond a limit marked; empty
    without closed loops."""
    y, _ = mechanism.all_joints_where_closed(q)
    over = {excess.name for excess in limit_excesses(mechanism, q)}
    shown = []
    for joint, value in zip(mechanism.link_joints, y, strict=True):
        if joint not in mechanism.joints:
            number, unit = in_door_unit(joint.kind.value, float(value))
            mark = "✖ " if joint.name in over else ""
            text = f"{round(number, 1) + 0.0:.1f}{'°' if unit == 'deg' else ' mm'}"
            shown.append(f"{mark}{joint.name} {text}")
    rows = [
        ", ".join(shown[i : i + PASSIVE_IN_A_ROW]) for i in range(0, len(shown), PASSIVE_IN_A_ROW)
    ]
    return "\n".join(["Passive joints:", *rows]) if rows else ""


def show_text(label: QLabel, text: str) -> None:
    """Sets the text of a label if it differs: Qt lays out even an equal text again."""
    if label.text() != text:
        label.setText(text)
