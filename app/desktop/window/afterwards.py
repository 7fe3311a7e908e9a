"""What can wait until the first picture of the cell: libraries for later, and panels beside it.

The user waits for the window, the picture and the verdict. All else is loaded after these, in a
thread that holds the interpreter for a few milliseconds at a time, so that the first use of the
debugger, the console or a plot does not wait for it.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from app.desktop.window.garbage import GarbageSearch
from resources.loops.loading import machine_code

if TYPE_CHECKING:
    from app.desktop.window.main_window import MainWindow

TYPING_MS = 400  # ms after the newest letter before what is loaded is used
SETTLE_MS = 200  # ms after the first picture, and between two looks whether the verdict is there
LOOKS = 10  # the verdict of a long program is not waited for
PATIENCE_MS = 6000  # ms after which the picture is not waited for: a page may cover the view
LOADED_MS = 15  # ms between two looks whether a thread has loaded its part
FOR_POSTURES = ("kinematics.solving.inverse", "kinematics.solvers")
LATER = (
    "app.background.probing",
    "app.background.study_process",
    "app.console.teletype",
    "app.desktop.view3d.drawing.labels.qt_words",  # nothing may have had a label yet
    "app.desktop.panels.studies.study_body",
    "app.desktop.runs.console_run",
    "app.desktop.view3d.showing.study_map",
    "scenes.checking.distances.at_postures",
    "scenes.checking.distances.clearance_course",
    "scenes.connecting.grasp_verdicts",
    "scenes.exporters",
)
log = logging.getLogger(__name__)


class Part(NamedTuple):
    """Machine code of rooms and modules that are loaded together, and what is done then."""

    rooms: tuple[str, ...]
    modules: tuple[str, ...]
    then: Callable[[], None]


class Afterwards(QObject):
    """Waits until the first picture has been drawn, and then loads what may be used next.

    The window solves for the other postures of the arm only then. What has been loaded is not put
    to use while the user types.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._host, self._analyst, self._looks = window.host, window.analyst, LOOKS
        window.solutions.hold()
        self._parts = [
            Part(("kinematics",), FOR_POSTURES, window.solutions.release),
            Part(("geometry",), LATER, window.plots.load),
        ]
        self.garbage = GarbageSearch(self)
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        window.document.textChanged.connect(self._typing.start)
        self._host.viewReady.connect(self._wait_for_picture)

    def _wait_for_picture(self) -> None:
        if self._host.viewport is not None and self._looks == LOOKS:
            self._host.viewport.framePainted.connect(self._settle)

    def _settle(self) -> None:
        if self._host.viewport is not None:
            self._host.viewport.framePainted.disconnect(self._settle)
        self._timer.start(SETTLE_MS)

    def _look(self) -> None:
        """Begins when the verdict is there, or after some looks without one."""
        self._looks -= 1
        if self._looks > 0 and self._analyst.is_busy:
            self._timer.start(SETTLE_MS)
            return
        collect_again()
        self._timer.timeout.disconnect(self._look)
        self._timer.timeout.connect(self._follow)
        self._begin()

    def _begin(self) -> None:
        """Loads the next part in a thread, if there is one."""
        if self._parts:
            rooms, modules, _ = self._parts[0]
            self._thread = Thread(target=load, args=(rooms, modules), name="load", daemon=True)
            self._thread.start()
            self._timer.start(LOADED_MS)
        else:
            self.garbage.begin()

    def _follow(self) -> None:
        if self._thread.is_alive() or self._typing.isActive():
            self._timer.start(LOADED_MS)
        else:
            self._parts.pop(0).then()
            collect_again()  # passes over what has been loaded now, too
            self._begin()


def collect_again() -> None:
    """Has garbage collected again, but passes over all that exists now.

    To look at all loaded modules would stop the typing for a quarter of a second.
    """
    gc.freeze()
    gc.enable()


def load(rooms: Sequence[str], modules: Sequence[str]) -> None:
    """Loads machine code of rooms, and imports modules; a failure shows again at their use."""
    for name in modules:
        try:
            import_module(name)
        except Exception:
            log.exception("%s cannot be loaded", name)
    for room in rooms:
        machine_code(room)
