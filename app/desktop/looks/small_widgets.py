"""Small widgets that many panels use: flat buttons, and the line between two groups."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QFrame, QToolButton

from app.desktop.looks.tips import wrapped


def flat_button(text: str, tip: str) -> QToolButton:
    """A small button without a frame."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(wrapped(tip))
    button.setAutoRaise(True)
    return button


def tool_button(action: QAction) -> QToolButton:
    """A flat button of an action."""
    button = QToolButton(autoRaise=True)
    button.setDefaultAction(action)
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


def rule() -> QFrame:
    """A thin line between two groups."""
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    return line
