"""Finds texts of visible widgets that are cut, and widgets without a name for screen readers."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

Shown = Iterator[tuple[QWidget, str]]
INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
)
OWN_PARTS = (QScrollBar, QHeaderView)  # of Qt, inside other widgets


def cut_texts(window: QWidget) -> list[str]:
    """Each text of a visible widget that does not fit into it, in words."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        reason = _cut(widget)
        if reason:
            found.append(f"{_place(widget)}: {reason}")
    return found


def nameless(window: QWidget) -> list[str]:
    """Each visible widget for keyboard or mouse that a screen reader cannot name."""
    labelled = {label.buddy() for label in window.findChildren(QLabel)}
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, INTERACTIVE) or _is_inner(widget):
            continue
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        tip = widget.toolTip() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or text or tip) and widget not in labelled:
            found.append(_place(widget))
    return found


def _is_inner(widget: QWidget) -> bool:
    """Whether a widget is a part of another one, which has the name."""
    parent = widget.parentWidget()
    if isinstance(widget, OWN_PARTS) or widget.objectName().startswith("qt_"):
        return True
    inner = (QAbstractSpinBox, QComboBox, QTabBar, QLineEdit, QAbstractItemView)
    return isinstance(parent, (*inner, QDockWidget))


def _cut(widget: QWidget) -> str:
    """What of the text of a widget does not fit, or ""."""
    hidden = _cut_by_scrolling(widget)
    if hidden:
        return hidden
    if isinstance(widget, QLabel):
        return _cut_label(widget)
    if isinstance(widget, QAbstractButton):
        return _cut_button(widget)
    if isinstance(widget, QComboBox):
        return _cut_choice(widget)
    if isinstance(widget, QAbstractSpinBox):
        line = widget.findChild(QLineEdit)
        return _cut_field(line) if line is not None else ""
    if isinstance(widget, QTabBar):
        return _cut_tabs(widget)
    if isinstance(widget, QHeaderView):
        return _cut_header(widget)
    return ""


def _cut_by_scrolling(widget: QWidget) -> str:
    """Whether a widget with text reaches beyond the side of its panel."""
    if not isinstance(widget, (QLabel, QAbstractButton, QComboBox, QAbstractSpinBox)):
        return ""
    seen = widget.visibleRegion().boundingRect()
    beyond = widget.width() - seen.width()
    return f"{beyond} px beyond the side of its panel" if beyond > 0 and seen.height() > 4 else ""


def _needs(widget: QWidget, text: str) -> int:
    lines = text.replace("&&", "\0").replace("&", "").replace("\0", "&").split("\n")
    return max(widget.fontMetrics().horizontalAdvance(line) for line in lines)


def _cut_label(label: QLabel) -> str:
    text = label.text()
    if not text or (label.pixmap() is not None and not label.pixmap().isNull()):
        return ""
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        return f"{text!r} needs {needed} px of height, has {label.height()}" * (
            needed > label.height() + 1
        )
    if GuiQt.mightBeRichText(text) or "<" in text:
        return f"{text!r} is wider" * (label.sizeHint().width() > label.width() + 1)
    needed = _needs(label, text)
    return f"{text!r} needs {needed} px, has {label.contentsRect().width()}" * (
        needed > label.contentsRect().width() + 1
    )


def _cut_button(button: QAbstractButton) -> str:
    text = button.text()
    if isinstance(button, QToolButton):
        only_icon = button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        if only_icon and not button.icon().isNull():
            return ""
    if not text:
        return ""
    icon = 0 if button.icon().isNull() else button.iconSize().width() + 4
    needed = _needs(button, text) + icon
    return f"{text!r} needs {needed} px, has {button.width()}" * (needed > button.width() - 2)


def _cut_choice(box: QComboBox) -> str:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    kind = QStyle.ComplexControl.CC_ComboBox
    room: QRect = QApplication.style().subControlRect(kind, option, part, box)
    icon = 0 if box.itemIcon(box.currentIndex()).isNull() else box.iconSize().width() + 4
    needed = _needs(box, box.currentText()) + icon
    return f"{box.currentText()!r} needs {needed} px, has {room.width()}" * (needed > room.width())


def _cut_field(line: QLineEdit) -> str:
    margins = line.textMargins()
    room = line.width() - margins.left() - margins.right() - 4
    needed = line.fontMetrics().horizontalAdvance(line.displayText())
    return f"{line.displayText()!r} needs {needed} px, has {room}" * (needed > room)


def _cut_tabs(bar: QTabBar) -> str:
    found = []
    for i in range(bar.count()):
        needed = _needs(bar, bar.tabText(i))
        if bar.isTabVisible(i) and needed > bar.tabRect(i).width() - 8:
            found.append(f"{bar.tabText(i)!r} needs {needed} px, has {bar.tabRect(i).width()}")
    return ", ".join(found)


def _cut_header(header: QHeaderView) -> str:
    model, found = header.model(), []
    if header.orientation() != Qt.Orientation.Horizontal or model is None:
        return ""
    for i in range(header.count()):
        text = str(model.headerData(i, Qt.Orientation.Horizontal) or "")
        needed = _needs(header, text)
        if text and not header.isSectionHidden(i) and needed > header.sectionSize(i) - 6:
            found.append(f"column {text!r} needs {needed} px, has {header.sectionSize(i)}")
    return ", ".join(found)


def _place(widget: QWidget) -> str:
    """Where a widget stands: its panel and its kind."""
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QDockWidget):
        at = at.parentWidget()
    panel = at.windowTitle() if isinstance(at, QDockWidget) else "window"
    parents = []
    parent = widget.parentWidget()
    for _ in range(2):
        if parent is not None:
            parents.append(type(parent).__name__)
            parent = parent.parentWidget()
    name = widget.accessibleName() or widget.objectName()
    return f"{panel}, {type(widget).__name__} {name!r} in {' in '.join(parents)}"
