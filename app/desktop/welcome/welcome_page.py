"""The welcome page: what to begin with, recent files, the gallery of shipped cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import icon
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme
from app.desktop.welcome.card_list import Card, CardList
from app.desktop.welcome.picture_keys import Wanted
from app.desktop.welcome.pictures import Pictures
from app.desktop.welcome.recent_list import RecentList
from scenes.files.cells.cell_cards import CellCard, shipped_cards

MOST_RECENT = 6
MOST_WIDTH = 1260  # px: wider lines are hard to read
BUTTON_WIDTH = 170  # px that a button at the top needs
MOTTO = "Write robot programs, see them, and prove them before the robot moves."


@dataclass(frozen=True)
class Start:
    """A button at the top of the page; its action gives keys, tip and effect."""

    text: str
    icon: str
    action: QAction


class WelcomePage(QScrollArea):
    """Shown at the start without a cell; every choice on it is one click or Enter."""

    cellChosen = Signal(object)  # a CellCard
    fileChosen = Signal(object)  # a Path
    leaveAsked = Signal()

    def __init__(self, pictures: Pictures, theme: Theme, starts: Sequence[Start]) -> None:
        super().__init__()
        self._starts = tuple(starts)
        self.buttons = [QPushButton(start.text) for start in self._starts]
        self._grid, self._across = QGridLayout(), 0
        self.recent = RecentList(theme)
        self.gallery = CardList("Cells to start from", pictures, theme, is_whole=True)
        self.close_button = flat_button("", "Leave this page (Esc); Help > Welcome shows it again")
        self.close_button.setAccessibleName("Leave the welcome page")
        self._no_file = QLabel("Files that you open will be listed here.")
        self._no_file.setEnabled(False)
        self.setWidget(self._made())
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoFillBackground(True)
        self.setAccessibleName("Welcome")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._connect()
        self.gallery.show_cards([_card(card) for card in shipped_cards()])
        self.set_theme(theme)

    def _made(self) -> QWidget:
        body = QWidget()
        body.setMaximumWidth(MOST_WIDTH)
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 14, 14, 20)
        head, motto = QHBoxLayout(), QLabel(MOTTO)
        head.addWidget(_heading("Cellwright", 10))
        head.addStretch(1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        add_layout(column, head)
        motto.setWordWrap(True)
        motto.setEnabled(False)
        column.addWidget(motto)
        column.addSpacing(8)
        for button, start in zip(self.buttons, self._starts, strict=True):
            keys = start.action.shortcut().toString()
            button.setToolTip(start.action.statusTip() + (f" ({keys})" if keys else ""))
            button.setIconSize(QSize(20, 20))
            button.setMinimumHeight(36)
            button.setAutoDefault(True)  # Enter presses it
        add_layout(column, self._grid)
        column.addSpacing(8)
        for title, rows in (
            ("Recent files", (self._no_file, self.recent)),
            ("Cells to start from", (self.gallery,)),
        ):
            column.addSpacing(6)
            column.addWidget(_heading(title, 2))
            for row in rows:
                column.addWidget(row)
        column.addStretch(1)
        outer = QWidget()
        middle = QHBoxLayout(outer)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addWidget(body)
        return outer

    def _connect(self) -> None:
        for button, start in zip(self.buttons, self._starts, strict=True):
            button.clicked.connect(start.action.trigger)
        self.close_button.clicked.connect(self.leaveAsked)
        self.gallery.opened.connect(self.cellChosen)
        self.recent.opened.connect(self.fileChosen)
        self.gallery.selectionModel().currentChanged.connect(self._bring_into_view)

    def set_theme(self, theme: Theme) -> None:
        """Draws the page in the colours of a theme."""
        for button, start in zip(self.buttons, self._starts, strict=True):
            button.setIcon(icon(start.icon, theme, theme.accent))
        self.close_button.setIcon(icon("mdi6.close", theme))
        self.gallery.set_theme(theme)
        self.recent.set_theme(theme)

    def show_recent(self, names: Sequence[str]) -> None:
        """Lists the recent files, the newest first."""
        self.recent.show_files(names[:MOST_RECENT])
        self._no_file.setVisible(not names)

    def name_start(self, number: int, text: str) -> None:
        """Gives a button at the top another text."""
        self.buttons[number].setText(text)

    def take_focus(self) -> None:
        """Gives the keyboard to the first button, from which Tab leads on."""
        self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves the page on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leaveAsked.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the buttons into as many rows as the width needs."""
        super().resizeEvent(event)
        fit = max(self.viewport().width() // BUTTON_WIDTH, 1)
        across = len(self.buttons) if fit >= len(self.buttons) else min(fit, 2)
        if across != self._across:
            self._across = across
            for place, button in enumerate(self.buttons):
                self._grid.addWidget(button, place // across, place % across)

    def _bring_into_view(self, current: QModelIndex) -> None:
        """Scrolls the page to the marked card, as the gallery itself does not scroll."""
        inside = self.widget()
        if inside is not None and self.gallery.hasFocus() and current.isValid():
            place = self.gallery.visualRect(current)
            middle = self.gallery.mapTo(inside, place.center())
            self.ensureVisible(middle.x(), middle.y(), 0, place.height() // 2 + 8)


def _heading(text: str, more_points: int) -> QLabel:
    label = QLabel(text)
    font = label.font()
    font.setPointSize(font.pointSize() + more_points)
    font.setBold(True)
    label.setFont(font)
    return label


def _card(card: CellCard) -> Card:
    picture = Wanted("cell", card.path, card.program)
    program = f" with the program {card.program.stem}" if card.program else ""
    tip = f"{card.sentence}\nOpen the cell {card.name}{program}"
    return Card(card.title, card.sentence, card.robot, picture, card, tip=tip)
