"""Cards with a picture each, in rows that follow the width; arrow keys walk, Enter opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.welcome.picture_keys import Wanted
from app.desktop.welcome.pictures import Pictures

LEAST_WIDTH, MOST_WIDTH = 190, 300  # px of a card; cards share the width of their list evenly
PICTURE_SHAPE = 145 / 232  # height by width, as pictures are drawn
GAP, EDGE = 12, 10
TITLE_LINES, WORD_LINES = 2, 5  # most lines of the title; lines of title and sentence together
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Card:
    """One card. sentence: Wrapped to a few lines. figures: One line in a quiet colour.

    badge: A word on the picture, "" for none. value: What the card stands for.
    """

    title: str
    sentence: str
    figures: str
    picture: Wanted
    value: object
    badge: str = ""
    tip: str = ""

    @property
    def spoken(self) -> str:
        """The card in words, for readers of the screen."""
        return ". ".join(text for text in (self.title, self.sentence, self.figures) if text)


class CardModel(QAbstractListModel):
    """Cards as a model of Qt."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: Sequence[Card] = ()

    def show(self, cards: Sequence[Card]) -> None:
        """Replaces all cards."""
        self.beginResetModel()
        self.cards = tuple(cards)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.cards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What Qt asks of a card; the delegate paints it."""
        card = self.cards[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return card.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return card.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return card.tip
        return None

    def repaint(self, wanted: object) -> None:
        """Announces that the picture of a card has come."""
        for row, card in enumerate(self.cards):
            if card.picture == wanted:
                self.dataChanged.emit(self.index(row), self.index(row))


class CardPainter(QStyledItemDelegate):
    """Paints one card: picture, title, sentence, figures."""

    def __init__(self, parent: QWidget, pictures: Pictures, theme: Theme) -> None:
        super().__init__(parent)
        self._pictures, self.theme = pictures, theme
        self.width = LEAST_WIDTH  # of a card, px

    @property
    def picture_height(self) -> int:
        """The height of a picture, px."""
        return round(self.width * PICTURE_SHAPE)

    def height(self, font: QFont) -> int:
        """The height of a card, px."""
        lines = WORD_LINES + 1
        return self.picture_height + lines * QFontMetrics(font).lineSpacing() + EDGE + 8

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.width + GAP, self.height(option.font) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, CardModel)
        card, theme = model.cards[index.row()], self.theme
        outer: QRect = option.rect
        state = option.state
        frame = outer.adjusted(GAP // 2, GAP // 2, -(GAP // 2) - 1, -(GAP // 2) - 1)
        shown = self.parent()
        has_keyboard = isinstance(shown, QWidget) and shown.hasFocus()
        is_chosen = has_keyboard and bool(state & QStyle.StateFlag.State_Selected)
        is_under = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(
                QColor(theme.accent if is_chosen or is_under else theme.border),
                2 if is_chosen else 1,
            )
        )
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(frame, 5, 5)
        place = QRect(frame.left() + 2, frame.top() + 2, frame.width() - 3, self.picture_height)
        self._paint_picture(painter, card, place)
        if card.badge:
            self._paint_badge(painter, card.badge, place)
        font: QFont = option.font
        self._paint_words(
            painter,
            card,
            QRect(
                frame.left() + EDGE,
                place.bottom() + 6,
                frame.width() - 2 * EDGE,
                frame.bottom() - place.bottom() - 8,
            ),
            font,
        )
        painter.restore()

    def _paint_picture(self, painter: QPainter, card: Card, place: QRect) -> None:
        """Paints the picture, or a drawing of no particular robot with a word."""
        found = self._pictures.picture(card.picture)
        if found is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, found)
            return
        theme, fault = self.theme, self._pictures.fault(card.picture)
        painter.fillRect(place, QColor(theme.base))
        side = self.picture_height // 3
        corner = QPoint(place.center().x() - side // 2, place.center().y() - side)
        sign = icon("mdi6.robot-industrial", theme, theme.border)
        painter.drawPixmap(corner, sign.pixmap(QSize(side, side)))
        painter.setPen(QColor(theme.muted))
        below = place.adjusted(EDGE, self.picture_height // 2, -EDGE, -4)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        words = f"no picture: {fault}" if fault else "drawing the picture …"
        painter.drawText(below, flags | Qt.TextFlag.TextWordWrap, words)

    def _paint_badge(self, painter: QPainter, text: str, place: QRect) -> None:
        theme, metrics = self.theme, painter.fontMetrics()
        size = metrics.boundingRect(text).adjusted(-6, -2, 6, 2)
        box = QRect(place.right() - size.width() - 6, place.top() + 6, size.width(), size.height())
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.window))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_words(self, painter: QPainter, card: Card, place: QRect, font: QFont) -> None:
        theme, bold = self.theme, QFont(font)
        bold.setBold(True)
        line, width = QFontMetrics(font).lineSpacing(), place.width()
        titles = wrapped(card.title, QFontMetrics(bold), width, TITLE_LINES)
        rest = WORD_LINES - len(titles)
        sentences = wrapped(card.sentence, QFontMetrics(font), width, rest)
        figures = wrapped(card.figures, QFontMetrics(font), width, 1)
        row = QRect(place.left(), place.top(), width, line)
        for texts, letters, colour in (
            (titles, bold, theme.text),
            ([*sentences, *[""] * (rest - len(sentences))], font, theme.text),
            (figures, font, theme.muted),
        ):
            painter.setFont(letters)
            painter.setPen(QColor(colour))
            for text in texts:
                painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, text)
                row.translate(0, line)


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """The text in at most `most` lines of a width, px; the last one is cut short if it must."""
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        is_cut = metrics.elidedText(longer, Qt.TextElideMode.ElideRight, width) != longer
        if lines[-1] and is_cut and len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = longer
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]


class CardList(QListView):
    """Cards that are opened by a click or by Enter.

    is_whole: Whether the list is as high as its cards, inside a page that scrolls.
    """

    opened = Signal(object)  # the value of a card

    def __init__(self, name: str, pictures: Pictures, theme: Theme, is_whole: bool) -> None:
        super().__init__()
        self._is_whole = is_whole
        self.cards = CardModel()
        self.setModel(self.cards)
        self._painter = CardPainter(self, pictures, theme)
        self.setItemDelegate(self._painter)
        self.setAccessibleName(name)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if is_whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._open)
        pictures.changed.connect(self.cards.repaint)

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Replaces the cards; the chosen one stays chosen if it is among them."""
        before = self.chosen()
        self.cards.show(cards)
        row = next((i for i, card in enumerate(cards) if card.value == before), 0)
        if cards:
            self.setCurrentIndex(self.cards.index(row))
        self._fit()

    def chosen(self) -> object:
        """The value of the card with the mark; None without cards."""
        row = self.currentIndex().row()
        return self.cards.cards[row].value if 0 <= row < len(self.cards.cards) else None

    def set_theme(self, theme: Theme) -> None:
        """Paints the cards in the colours of a theme."""
        self._painter.theme = theme
        self.viewport().update()

    def _open(self, index: Index) -> None:
        if index.isValid():
            self.opened.emit(self.cards.cards[index.row()].value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Opens the marked card on Enter; `activated` would come with a double click too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _columns(self) -> int:
        return max(self.viewport().width() // (LEAST_WIDTH + GAP), 1)

    def _fit(self) -> None:
        """Gives the cards the width of the list, and makes the list as high as its cards."""
        even = self.viewport().width() // self._columns() - GAP - 1
        width = min(max(even, LEAST_WIDTH), MOST_WIDTH)
        if width != self._painter.width:
            self._painter.width = width
            self.scheduleDelayedItemsLayout()
        if self._is_whole:
            rows = -(-len(self.cards.cards) // self._columns())
            self.setFixedHeight(rows * (self._painter.height(self.font()) + GAP) + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QEvent) -> None:
        """Leaves the wheel to the page where the list shows all of its cards."""
        if self._is_whole:
            event.ignore()
        else:
            super().wheelEvent(event)  # type: ignore[arg-type]
