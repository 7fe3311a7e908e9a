"""Paints a row of the tree, the name and grey words behind it, and edits the name in its row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.desktop.looks.theme import Theme
from app.desktop.panels.tree.name_field import NameField
from app.desktop.state.choices.things import Key

KEY_ROLE = Qt.ItemDataRole.UserRole
ABOUT_ROLE = Qt.ItemDataRole.UserRole + 2
BETWEEN = 10  # points between the name and the grey words
ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paints the grey words of a row where its name leaves room for them, and renames.

    fault: The sentence that says why a thing cannot have a name; "" if it can.
    rename: Gives a thing another name.
    """

    def __init__(
        self,
        theme: Theme,
        fault: Callable[[Key, str], str],
        rename: Callable[[Key, str], None],
    ) -> None:
        super().__init__()
        self.theme = theme
        self._fault, self._rename = fault, rename

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        about = index.data(ABOUT_ROLE)
        if not about:
            return
        look = QStyleOptionViewItem(option)
        self.initStyleOption(look, index)
        words = QApplication.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, look)
        used = look.fontMetrics.horizontalAdvance(look.text) + BETWEEN
        room = QRect(words).adjusted(used, 0, 0, 0)
        if room.width() < look.fontMetrics.averageCharWidth():
            return
        is_selected = bool(look.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setPen(QColor(self.theme.on_accent if is_selected else self.theme.muted))
        shown = look.fontMetrics.elidedText(about, Qt.TextElideMode.ElideRight, room.width())
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, int(middle), shown)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field for the name, which says why a name cannot be."""
        key = index.data(KEY_ROLE)
        return NameField(parent, self.theme, lambda new: self._fault(key, new))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Renames the thing a moment later: the rows are made anew, and with them the field."""
        key, shown = index.data(KEY_ROLE), index.data(Qt.ItemDataRole.DisplayRole)
        if isinstance(editor, NameField) and not editor.is_refused():
            new = editor.name
            if new != shown:
                QTimer.singleShot(0, self, lambda: self._rename(key, new))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Ends with Enter or Tab, and keeps the field open while its name cannot be."""
        is_end = isinstance(event, QKeyEvent) and event.key() in ENDS
        if event.type() != QEvent.Type.KeyPress or not is_end or not isinstance(editor, NameField):
            return super().eventFilter(editor, event)
        if not editor.refuses():
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
        return True
