"""Help > About: version, licence, libraries and graphics, to be read and to be copied."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.fonts import code_font

NAME, LICENCE = "Cellwright", "Apache License 2.0"
HEAD = (
    "<h2>Cellwright</h2><p>Write robot programs, step them, see them and prove them before the "
    "robot moves.</p><p>After Kakazu, Okino, Yoshimura and Nakamura, <i>Development of a Robot "
    "Simulator</i>, Hokkaido University, 1985.</p>"
)
LIBRARIES = (
    *("numpy", "PySide6-Essentials", "vtk", "pyvista", "pyvistaqt", "pyqtgraph", "manifold3d"),
    *("python-fcl", "trimesh", "pydantic", "ruamel.yaml", "llvmlite", "rich"),
)
ROWS, COLUMNS = 22, 72  # of the text that is seen


def version_of(package: str) -> str:
    """The installed version of a package, or "not installed"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def facts(graphics: str) -> str:
    """The lines that a report of a fault should hold. graphics: What draws the 3D view."""
    lines = [
        f"{NAME} {version_of('cellwright')}",
        f"Licence: {LICENCE}",
        "",
        f"Python {sys.version.split()[0]}, {platform.platform()}",
        f"Qt {qVersion()}",
        *(f"{name} {version_of(name)}" for name in LIBRARIES),
        "",
        *graphics.splitlines(),
    ]
    return "\n".join(lines)


class AboutBox(QDialog):
    """Shows the facts beside the work; a button copies them."""

    def __init__(self, parent: QWidget, graphics: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"About {NAME}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = QLabel(HEAD)
        head.setWordWrap(True)
        self.text = QPlainTextEdit(facts(graphics), readOnly=True)
        self.text.setAccessibleName("Versions and graphics")
        self.text.setFont(code_font(9))
        self.text.setTabChangesFocus(True)
        letters = self.text.fontMetrics()
        self.text.setMinimumSize(letters.averageCharWidth() * COLUMNS, letters.height() * ROWS)
        self.copy, close = QPushButton("&Copy"), QPushButton("Cl&ose")
        self.copy.setToolTip("Copy these lines, as for the report of a fault")
        self.copy.clicked.connect(self._copy)
        close.clicked.connect(self.close)
        close.setDefault(True)
        below, column = QHBoxLayout(), QVBoxLayout(self)
        below.addWidget(self.copy)
        below.addStretch(1)
        below.addWidget(close)
        column.addWidget(head)
        column.addWidget(self.text, 1)
        add_layout(column, below)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText("&Copied")
