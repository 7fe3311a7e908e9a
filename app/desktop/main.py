"""The start of the window."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.background.process import WorkerProcess
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.window.main_window import MainWindow

EXAMPLE_CELL, EXAMPLE_PROGRAM = "kakazu1985", "figure5"
NO_DISPLAY = (
    "cellwright: there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is "
    "set).\nThe commands check, run, tables, ik, fk, console and render work without one."
)
UNUSABLE = 2


def run_window(cell: str | None = None, program: str | None = None) -> int:
    """Opens the window on a cell and a program, by name or path, and gives the exit code.

    Without both it shows the welcome page. A file that cannot be read is reported in the window,
    which opens nevertheless.
    """
    if not has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return UNUSABLE
    os.environ.setdefault("QT_API", "pyside6")
    process = start_worker()
    from app.desktop.window import qt_overrides

    qt_overrides.install()  # before the first class is derived from one of Qt
    from app.desktop.looks.settings import SettingsStore, config_folder
    from app.desktop.window.program_faults import FaultReport, log_to

    app = make_application()
    FaultReport(log_to(config_folder())).install()
    from PySide6.QtCore import QTimer

    window = make_window(SettingsStore(), process)
    window.show()
    app.processEvents()
    if cell is None and program is None:
        open_welcome(window)
    else:
        open_first(window, cell, program)
    # In a turn of the event loop: in the middle of another act its objects would vanish under it.
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window, window.close))
    return int(app.exec())


def has_display() -> bool:
    """Whether Qt can open a window; on Linux X11 and Wayland may both be missing."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def start_worker() -> WorkerProcess:
    """The process that runs and checks programs.

    Started before anything of Qt is imported, it imports what a check needs in the meantime.
    """
    from app.background.process import Ahead, WorkerProcess

    return WorkerProcess(Ahead("app.desktop.runs.run_jobs", "make_ready"))


def make_window(store: SettingsStore, process: WorkerProcess) -> MainWindow:
    """The main window, not shown yet. process: Does its slow work, and ends with it."""
    gc.disable()  # what the start makes stays: Afterwards collects again
    from app.desktop.runs.analyst import Analyst
    from app.desktop.window.afterwards import Afterwards
    from app.desktop.window.main_window import MainWindow

    window = MainWindow(store, Analyst(process=process, is_owner=True))
    Afterwards(window)
    return window


def leave_imports_alone() -> None:
    """Has PySide pass over the modules that are imported after it.

    It would read the source of each one, to see whether that renames Qt's methods (`__feature__`),
    which no module here does. That is an eighth of the start, and where two threads import at once
    it may end in an import that fails.
    """
    with suppress(ImportError, AttributeError):
        features: Any = import_module("shibokensupport.feature")
        features._mod_uses_pyside = lambda module: False


def make_application(kind: type[QApplication] | None = None) -> QApplication:
    """The QApplication, with the OpenGL format that must be set before the first window.

    kind: A subclass that watches its events; QApplication itself if not given.
    """
    from PySide6.QtGui import QSurfaceFormat
    from PySide6.QtWidgets import QApplication

    from app.desktop.window import qt_overrides
    from app.desktop.window.freed_memory import return_large_blocks

    qt_overrides.install()
    leave_imports_alone()
    return_large_blocks()
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    wanted = QSurfaceFormat.defaultFormat()
    wanted.setRenderableType(QSurfaceFormat.RenderableType.OpenGL)
    wanted.setVersion(3, 2)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setSamples(0)
    QSurfaceFormat.setDefaultFormat(wanted)
    app = (kind or QApplication)(["cellwright"])
    app.setApplicationName("cellwright")
    app.setApplicationDisplayName("Cellwright")
    return app


def open_welcome(window: MainWindow) -> None:
    """Shows the welcome page and an empty program; offers work after a crash."""
    window.desk.new_program()
    window.welcome.show_page()
    window.keeping.offer()


def open_first(window: MainWindow, cell: str | None, program: str | None) -> None:
    """Opens the cell and program of the command line, or the example; offers work after a crash.

    In place of the cell a study may stand, which names its own cell.
    """
    from app.desktop.state.files.yaml_files import is_study

    desk = window.desk
    if cell is not None and is_study(Path(cell)):
        desk.open_any(Path(cell))
    else:
        desk.open_cell(cell or EXAMPLE_CELL)
    wanted = program or (EXAMPLE_PROGRAM if cell is None else None)
    if wanted is None or not desk.open_program(wanted):
        desk.new_program()
    window.keeping.offer(cell is not None, program is not None)
