"""A fault of Cellwright itself: it is logged and shown once, and the window stays open."""

from __future__ import annotations

import logging
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

log = logging.getLogger("cellwright")
LOG_BYTES, LOG_FILES = 500_000, 2


def log_to(folder: Path) -> Path | None:
    """Writes the log into a folder; gives the path of the log, None where it cannot be written."""
    path = folder / "cellwright.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES)
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    return path


class FaultReport:
    """Takes exceptions that nobody caught; `install` makes it `sys.excepthook`."""

    def __init__(self, log_path: Path | None) -> None:
        self._log_path = log_path
        self._shown: set[str] = set()
        self._box: QMessageBox | None = None  # kept, or Python would delete the box at once

    def install(self) -> None:
        """Takes every exception of this process that nobody catches from now on."""
        sys.excepthook = self

    def __call__(
        self,
        kind: type[BaseException],
        fault: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = "".join(traceback.format_exception(kind, fault, trace))
        log.error("%s", text)
        if text in self._shown or QApplication.instance() is None:
            return
        self._shown.add(text)
        self._show(fault, text)

    def _show(self, fault: BaseException, text: str) -> None:
        box = QMessageBox(QApplication.activeWindow())
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle("Cellwright")
        box.setText("Something went wrong inside Cellwright. Your work is still here: save it.")
        where = f"\nThe details are in {self._log_path}" if self._log_path else ""
        box.setInformativeText(f"{type(fault).__name__}: {fault}{where}")
        box.setDetailedText(text)
        box.setModal(False)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.show()
        self._box = box
