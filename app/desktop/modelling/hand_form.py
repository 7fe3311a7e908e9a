"""The hand of a robot and its tool frame, for the properties: a list of hands, and numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QPushButton, QWidget

from app.desktop.looks.notice import BODY, ROBOT, TOOL
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.tips import wrapped
from app.desktop.modelling.edits.hand_edits import (
    NO_HAND,
    hand_in_file,
    has_own_tool,
    set_hand,
    set_tool,
)
from app.desktop.state.document import Document
from scenes import Robot, SceneError
from scenes.files.file_poses import pose_entries
from scenes.library import hand_titles
from scenes.world.robot import GripRule, Hand

CHOICE = "hand choice"
ROWS = ("X", "Y", "Z", "Roll", "Pitch", "Yaw")
OWN = "As in the robot file"


def robot_of_selection(document: Document) -> str:
    """The robot whose hand the selection is about: itself, its tool, or a body of its hand.

    "" where the selection is about anything else.
    """
    chosen, cell = document.selection, document.cell
    if cell is None:
        return ""
    robot = cell.robot
    if chosen.kind in (ROBOT, TOOL):
        return robot.name if chosen.name == robot.name else ""
    if chosen.kind == BODY and robot.hand is not None:
        own = {f"{robot.name}.{name}" for name in robot.hand.body_names}
        return robot.name if chosen.name in own else ""
    return ""


def what_it_does(hand: Hand | None) -> str:
    """The stroke of a hand, or its cups, in words."""
    if hand is None:
        return "No hand: the flange is bare"
    if hand.rule is GripRule.SUCTION and hand.suction is not None:
        count = len(hand.suction.cups)
        cups = "1 suction cup" if count == 1 else f"{count} suction cups"
        return f"{cups} of {2.0 * hand.suction.radius:g} mm"
    if hand.rule is GripRule.NONE:
        return "A tool: it holds no parts"
    count = len(hand.fingers)
    return f"{count} fingers, opening {hand.opening_min:g} to {hand.opening_max:g} mm"


class HandForm(QWidget):
    """Shows the hand and the tool frame of a robot of the cell; every change is one undo step."""

    def __init__(self, document: Document, robot_name: str) -> None:
        super().__init__()
        self._document, self.robot_name = document, robot_name
        self.choice, self.stroke = QComboBox(), QLabel()
        self.choice.setObjectName(CHOICE)
        self.choice.setAccessibleName(f"{robot_name} hand")
        self.choice.setToolTip("The hand on the flange: any hand fits any robot")
        self.choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.choice.setMinimumContentsLength(16)
        self.choice.activated.connect(self._choose)
        self.stroke.setWordWrap(True)
        self.fields = [self._field(title) for title in ROWS]
        self._exact = [0.0] * len(ROWS)
        self.reset = QPushButton("Tool frame of the hand")
        self.reset.setToolTip("Forget the tool frame that the cell gives")
        self.reset.clicked.connect(lambda: self._try(partial(set_tool, at=None)))
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.addRow("Hand", self.choice)
        form.addRow("", self.stroke)
        form.addRow(QLabel("Tool frame in the flange"))
        for title, field in zip(ROWS, self.fields, strict=True):
            form.addRow(title, field)
        form.addRow(self.reset)
        self.refresh()

    def _field(self, title: str) -> NumberField:
        is_length = title in "XYZ"
        field = NumberField(3 if is_length else 2, "mm" if is_length else "°")
        field.setAccessibleName(f"{self.robot_name} tool {title}")
        field.setMinimumWidth(60)
        field.setSingleStep(10.0 if is_length else 5.0)
        field.committed.connect(lambda _: self._type_tool())
        return field

    @property
    def _robot(self) -> Robot | None:
        cell = self._document.cell
        is_ours = cell is not None and cell.robot.name == self.robot_name
        return cell.robot if cell is not None and is_ours else None

    def refresh(self) -> None:
        """Shows the present hand and tool frame."""
        robot, file = self._robot, self._document.cell_file
        if robot is None:
            return
        given = None if file is None else hand_in_file(file, self.robot_name)
        self.choice.clear()
        for text, value in self._choices(given):
            self.choice.addItem(text, value)
        self.choice.setCurrentIndex(max(0, self.choice.findData(given or "")))
        self.stroke.setText(what_it_does(robot.hand))
        self.stroke.setToolTip(wrapped(robot.hand.source) if robot.hand is not None else "")
        zero = [0.0, 0.0, 0.0]
        entries = pose_entries(robot.T_flange_tool)
        shown = [*entries.get("at", zero), *entries.get("rpy", zero)]
        self._exact = [float(value) for value in shown]
        for field, exact in zip(self.fields, self._exact, strict=True):
            field.show_value(exact)
        can_edit = file is not None
        for widget in (self.choice, *self.fields):
            widget.setEnabled(can_edit)
        self.reset.setVisible(file is not None and has_own_tool(file, self.robot_name))

    def _choices(self, given: str | None) -> list[tuple[str, str]]:
        """Texts of the list and the values that stand for them; "" leaves the key out."""
        found = [(OWN, ""), ("None", NO_HAND)]
        titles = hand_titles()
        found += [(title, name) for name, title in titles.items()]
        if given is not None and given not in (NO_HAND, *titles):
            found.append((given, given))
        return found

    def _choose(self, index: int) -> None:
        value = self.choice.itemData(index) or None
        if self._document.selection.kind == BODY:
            # A body of the old hand will be gone.
            self._document.select(TOOL, self.robot_name)
        self._try(partial(set_hand, hand=value))

    def _type_tool(self) -> None:
        pairs = zip(self.fields, self._exact, strict=True)
        # A field shows few digits: the numbers that are not typed keep all of theirs.
        values = [
            exact if field.value() == round(exact, field.decimals()) else field.value()
            for field, exact in pairs
        ]
        self._try(partial(set_tool, at=values[:3], rpy_deg=values[3:]))

    def _try(self, change: Callable[[Document, str], None]) -> None:
        try:
            change(self._document, self.robot_name)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
            self.refresh()
