"""The gallery of robots, over the 3D view: a card each, and filters that narrow them down."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import icon
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme
from app.desktop.welcome.card_list import CardList
from app.desktop.welcome.pictures import Pictures
from app.desktop.welcome.robot_facts import RobotFacts, shipped_robots

ALL_MAKERS = "All makers"
MOST_KG, MOST_MM = 2000.0, 6000.0


class RobotGallery(QWidget):
    """Shows the shipped robots; `chosen` gives one, `fileAsked` wants one from a file."""

    chosen = Signal(object)  # a RobotFacts
    fileAsked = Signal()
    leaveAsked = Signal()

    def __init__(self, pictures: Pictures, theme: Theme) -> None:
        super().__init__()
        self._robots = shipped_robots()
        self.setAutoFillBackground(True)
        self.setAccessibleName("Robots")
        self.heading, self.found = QLabel(), QLabel()
        font = self.heading.font()
        font.setPointSize(font.pointSize() + 4)
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setWordWrap(True)
        self.found.setEnabled(False)
        self.text = QLineEdit(placeholderText="Name, maker or solver …")
        self.text.setClearButtonEnabled(True)
        self.text.setAccessibleName("Find a robot")
        self.maker = QComboBox()
        self.maker.setAccessibleName("Maker")
        makers = dict.fromkeys(robot.maker for robot in self._robots)
        self.maker.addItems([ALL_MAKERS, *makers])
        self.payload = _least("Payload from", " kg", MOST_KG, 1.0)
        self.reach = _least("Reach from", " mm", MOST_MM, 100.0)
        self.from_file = QPushButton("From a robot file …")
        self.from_file.setToolTip("Use a robot of your own: a .robot.yaml file")
        self.close_button = flat_button("", "Choose no robot (Esc)")
        self.close_button.setAccessibleName("Choose no robot")
        self.gallery = CardList("Robots", pictures, theme, is_whole=False)
        self._build()
        self._connect()
        self.set_theme(theme)
        self._filter()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 6, 6)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        add_layout(column, head)
        filters = QGridLayout()
        filters.addWidget(self.text, 0, 0, 1, 2)
        filters.addWidget(self.maker, 0, 2, 1, 2)
        filters.addWidget(self.payload, 1, 0)
        filters.addWidget(self.reach, 1, 1)
        filters.addWidget(self.found, 1, 2)
        filters.addWidget(self.from_file, 1, 3)
        for place in range(4):
            filters.setColumnStretch(place, 1)
        add_layout(column, filters)
        column.addWidget(self.gallery, 1)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._filter)
        self.text.returnPressed.connect(self._choose_first)
        self.maker.currentIndexChanged.connect(self._filter)
        self.payload.valueChanged.connect(self._filter)
        self.reach.valueChanged.connect(self._filter)
        self.gallery.opened.connect(self.chosen)
        self.from_file.clicked.connect(self.fileAsked)
        self.close_button.clicked.connect(self.leaveAsked)

    def ask(self, question: str) -> None:
        """Puts a question above the cards, and the keyboard into the field of letters."""
        self.heading.setText(question)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.selectAll()

    def set_theme(self, theme: Theme) -> None:
        """Draws the gallery in the colours of a theme."""
        self.close_button.setIcon(icon("mdi6.close", theme))
        self.from_file.setIcon(icon("mdi6.folder-open-outline", theme))
        self.gallery.set_theme(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves the gallery on Esc; the down arrow goes from the field to the cards."""
        if event.key() == Qt.Key.Key_Escape:
            self.leaveAsked.emit()
        elif event.key() == Qt.Key.Key_Down and self.text.hasFocus():
            self.gallery.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def fitting(self) -> list[RobotFacts]:
        """The robots that fit the filters."""
        words, maker = self.text.text().lower().split(), self.maker.currentText()
        return [
            robot
            for robot in self._robots
            if all(word in robot.searched for word in words)
            and maker in (ALL_MAKERS, robot.maker)
            and robot.reaches(self.payload.value(), self.reach.value())
        ]

    def _filter(self) -> None:
        found = self.fitting()
        self.gallery.show_cards([robot.as_card() for robot in found])
        count = f"{len(found)} of {len(self._robots)} robots"
        self.found.setText(count if found else "No robot fits: ask for less")

    def _choose_first(self) -> None:
        robot = self.gallery.chosen()
        if isinstance(robot, RobotFacts):
            self.chosen.emit(robot)


def _least(words: str, unit: str, most: float, step: float) -> QDoubleSpinBox:
    """A field for a least value; at 0 it asks for nothing, and says so."""
    field = QDoubleSpinBox()
    field.setRange(0.0, most)
    field.setDecimals(0 if step > 1.0 else 1)
    field.setSingleStep(step)
    field.setPrefix(f"{words} ")
    field.setSuffix(unit)
    field.setSpecialValueText(words.replace(" from", ": any"))
    field.setAccessibleName(f"{words},{unit}")
    return field
