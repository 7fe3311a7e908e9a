"""The study of the window: what it asks, where it stands, and what it has found.

Another process reads and computes (`app.background.study_director`); its news is taken here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.study_messages import (
    Asked,
    Begin,
    Command,
    Ended,
    Estimated,
    FoundSoFar,
    LookInto,
    Read,
    Refused,
    Running,
    ShowMap,
    Standing,
    Stop,
    Stopped,
    StudyNews,
)

if TYPE_CHECKING:
    from app.background.study_process import StudyProcess

POLL_MS = 40
PAGE = "result.html"
log = logging.getLogger(__name__)


class StudyDesk(QObject):
    """Sends commands to the process of the study, and keeps its last news.

    make_process: Starts the process, with the first study that is opened.
    """

    changed = Signal()  # anything but what was found
    read = Signal()  # what another study asks is known
    foundChanged = Signal()  # tables and pictures
    mapChanged = Signal(object)  # the MapShapes for the 3D view; None for none

    def __init__(self, make_process: Callable[[], StudyProcess] | None = None) -> None:
        super().__init__()
        self._make = make_process or _new_process
        self._process: StudyProcess | None = None
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)
        self._path: Path | None = None
        self.workers = 0  # the number of processes; 0: one a core
        self._forget()

    def _forget(self) -> None:
        self.asked: Asked | None = None
        self.standing: Standing | None = None
        self.progress: Running | None = None
        self.found: FoundSoFar | None = None
        self.size = self.message = self.note = ""
        self.is_reading = self.is_running = self.is_stopping = self.is_estimated = False
        self.folder: Path | None = None
        self.has_map = True

    # What may be done.

    @property
    def can_begin(self) -> bool:
        """Whether the study can be started or go on in its folder, as it stands."""
        is_ready = self.asked is not None and not (self.is_reading or self.is_running)
        return is_ready and self.standing is not None and not self.standing.obstacle

    @property
    def can_replace(self) -> bool:
        """Whether it could begin if results of another study were thrown away."""
        is_idle = not (self.is_reading or self.is_running)
        return is_idle and self.standing is not None and self.standing.is_of_another

    @property
    def is_whole(self) -> bool:
        """Whether the folder holds all chunks."""
        asked, standing = self.asked, self.standing
        return asked is not None and standing is not None and standing.done == asked.chunks

    @property
    def is_begun(self) -> bool:
        """Whether the folder holds some chunks."""
        return self.standing is not None and self.standing.done > 0

    @property
    def page(self) -> Path | None:
        """The page of results; None where it is not there yet."""
        path = self.folder / PAGE if self.folder is not None else None
        return path if path is not None and self.is_whole and path.is_file() else None

    def is_in(self, cell: Path | None) -> bool:
        """Whether a cell file is that of the study; None: no cell is open."""
        asked = self.asked
        return asked is not None and cell is not None and asked.cell.resolve() == cell.resolve()

    # Commands.

    def open(self, path: Path) -> bool:
        """Reads a study file; refuses while another study is running."""
        if self.is_running:
            self.message = "A study is running: cancel it before you open another one."
            self.changed.emit()
            return False
        if self.is_reading:
            self._end_process()
        self._forget()
        self._path, self.is_reading = path, True
        self.mapChanged.emit(None)
        self._send(Read(path, self.workers or cores()))
        self.changed.emit()
        self.foundChanged.emit()
        return True

    def set_workers(self, count: int) -> None:
        """Sets the number of processes of the next start."""
        self.workers = count

    def use_folder(self, folder: Path) -> None:
        """Chooses the folder of the results."""
        if self.asked is not None and not self.is_running:
            self.folder, self.standing = folder, None
            self._send(LookInto(folder))
            self.changed.emit()

    def begin(self, replaces: bool = False) -> None:
        """Starts the study, or goes on with it. replaces: Throws results of another one away."""
        if self.folder is None or not (self.can_begin or (replaces and self.can_replace)):
            return
        self.is_running, self.is_stopping, self.message, self.note = True, False, "", ""
        self.progress = None
        self._send(Begin(self.folder, self.workers or cores(), replaces))
        self.changed.emit()

    def cancel(self) -> None:
        """Stops the study, whose chunks are kept; gives up the reading of a file."""
        if self.is_running:
            self.is_stopping = True
            self._send(Stop())
        elif self.is_reading:
            self._end_process()
            self._forget()
            self.message = "The study was not read."
        self.changed.emit()

    def show_map(self, title: str, layer: int | None = None) -> None:
        """Shows the map with this title in the 3D view; "" hides it. layer: Of its heights."""
        self.has_map = bool(title)
        if self.asked is not None:
            self._send(ShowMap(title, layer))
        if not title:
            self.mapChanged.emit(None)

    def close(self) -> None:
        """Ends the process and its workers, and forgets the study; what is done is kept."""
        self._end_process()
        self._forget()

    def _send(self, command: Command) -> None:
        if self._process is None:
            self._process = self._make()
        self._process.send(command)
        self._timer.start()

    def _end_process(self) -> None:
        self._timer.stop()
        if self._process is not None:
            self._process.close()
            self._process = None

    # News.

    def poll(self) -> None:
        """Takes the news that has come."""
        if self._process is None:
            return
        for news in self._process.poll():
            self._take(news)

    def _take(self, news: StudyNews) -> None:
        if isinstance(news, FoundSoFar):
            self.found = news
            self.foundChanged.emit()
            if self.has_map:
                self.mapChanged.emit(news.shapes)
            return
        match news:
            case Asked():
                self.asked, self.size, self.folder = news, news.size, self.folder or news.folder
                self.read.emit()
            case Estimated():
                self.size, self.is_reading, self.is_estimated = news.sentence, False, True
            case Standing():
                self._take_standing(news)
            case Running():
                self.progress, self.note = news, news.note or self.note
            case Stopped():
                self._end_run(
                    news.done, "Stopped. What is done is kept: Resume goes on from there."
                )
            case Ended():
                self._end_run(self.asked.chunks if self.asked else 0, "")
            case Refused():
                self._refuse(news)
        self.changed.emit()

    def _take_standing(self, news: Standing) -> None:
        # The process looks into the usual folder when it has read the file anew.
        if self.folder is None or news.folder == self.folder:
            self.standing, self.folder = news, news.folder
        elif self.standing is None or self.standing.folder != self.folder:
            self._send(LookInto(self.folder))

    def _end_run(self, done: int, note: str) -> None:
        self.is_running = self.is_stopping = False
        self.note = note
        if self.folder is not None:
            self.standing = Standing(self.folder, done)

    def _refuse(self, news: Refused) -> None:
        if news.log:
            log.error("study: %s\n%s", news.message, news.log)
        self.message = news.message
        self.is_running = self.is_stopping = self.is_reading = False
        if news.is_reading:
            self.asked = self.standing = None
            self._end_process()


def cores() -> int:
    """The number of processors that the window may use."""
    from scenes.studies.engine.local_pool import cores as own

    return own()


def _new_process() -> StudyProcess:
    from app.background.study_process import StudyProcess

    return StudyProcess()
