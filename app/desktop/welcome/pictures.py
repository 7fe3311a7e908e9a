"""Pictures for the galleries: kept on disk, and drawn in the background where one is missing.

The thread of the window reads at most one kept picture in a turn of its event loop, and draws none.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap

from app.background.process import Failure, WorkerProcess
from app.background.scheduler import Job, Lane, Scheduler
from app.desktop.welcome.picture_jobs import draw
from app.desktop.welcome.picture_keys import Wanted, picture_name

SIZE = (464, 290)  # pixels: twice the size on the page, for displays of high density
POLL_MS = 40
IDLE_MS = 20_000  # ms after the last picture until the process ends, which holds much memory
MOST_KEPT = 600  # files on disk; the oldest go first
DRAWING = Lane("pictures")


class Pictures(QObject):
    """Gives pictures at once where they are at hand, and says later where they are not."""

    changed = Signal(object)  # a Wanted whose picture, or reason for none, is known now

    def __init__(
        self,
        folder: Path,
        theme: str,
        process: WorkerProcess | None = None,
        parent: QObject | None = None,
    ) -> None:
        """folder: Where pictures are kept. process: One that is shared; else one is started."""
        super().__init__(parent)
        self._folder, self._theme, self._process = folder, theme, process
        self._known: dict[tuple[Wanted, str], QPixmap] = {}
        self._faults: dict[Wanted, str] = {}
        self._waiting: list[Wanted] = []  # to be looked for on disk
        self._drawn_now: set[Wanted] = set()  # asked of the process
        self._scheduler: Scheduler | None = None
        self._is_tidied = False
        self._turn = QTimer(self, interval=0, singleShot=True)
        self._turn.timeout.connect(self._look_up)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self.poll)
        self._idle = QTimer(self, interval=IDLE_MS, singleShot=True)
        self._idle.timeout.connect(self._end_process)

    def picture(self, wanted: Wanted) -> QPixmap | None:
        """The picture, or None: it is then looked for, and `changed` says when it is there."""
        found = self._known.get((wanted, self._theme))
        is_asked = wanted in self._waiting or wanted in self._drawn_now or wanted in self._faults
        if found is None and not is_asked:
            self._waiting.append(wanted)
            self._turn.start()
        return found

    def fault(self, wanted: Wanted) -> str:
        """Why there is no picture; "" where there is one or it is still being made."""
        return self._faults.get(wanted, "")

    def set_theme(self, theme: str) -> None:
        """Shows pictures in another theme from now on."""
        self._theme = theme
        self.rest()

    def rest(self) -> None:
        """Gives up what is waiting: nobody looks at it now."""
        self._turn.stop()
        self._waiting.clear()
        if self._scheduler is not None:
            self._scheduler.cancel()

    def forget(self, wanted: Wanted) -> None:
        """Looks for this picture anew when it is next asked for, because its file may differ."""
        self._faults.pop(wanted, None)
        for key in [key for key in self._known if key[0] == wanted]:
            del self._known[key]

    @property
    def is_busy(self) -> bool:
        """Whether pictures are looked for or drawn."""
        drawing = self._scheduler is not None and self._scheduler.has_jobs()
        return self._turn.isActive() or drawing

    def close(self) -> None:
        """Gives up everything, and ends the process."""
        self.rest()
        self._poll.stop()
        self._idle.stop()
        self._end_process()

    def poll(self) -> None:
        """Takes pictures that the process has drawn."""
        if self._scheduler is None:
            return
        self._scheduler.poll()
        if not self._scheduler.has_jobs():
            self._poll.stop()
            self._idle.start()

    def _look_up(self) -> None:
        """Looks for the kept picture of one thing, and has it drawn where there is none."""
        if not self._waiting:
            return
        wanted, theme = self._waiting.pop(0), self._theme
        target = self._folder / picture_name(wanted, theme, SIZE)
        pixmap = QPixmap()
        if target.is_file() and pixmap.load(str(target)):
            self._take(wanted, theme, pixmap)
        else:
            self._draw(wanted, theme, target)
        if self._waiting:
            self._turn.start()

    def _draw(self, wanted: Wanted, theme: str, target: Path) -> None:
        self._drawn_now.add(wanted)
        self._tidy()
        if self._scheduler is None:
            self._scheduler = Scheduler((DRAWING,), self._process)
        then = partial(self._drawn, wanted, theme)
        fail = partial(self._fail, wanted)
        self._scheduler.put(
            Job(DRAWING, (wanted, theme), draw, (wanted, theme, SIZE, target), then, fail)
        )
        self._idle.stop()
        self._poll.start()

    def _drawn(self, wanted: Wanted, theme: str, content: bytes | str) -> None:
        if isinstance(content, str):
            self._refuse(wanted, content)
            return
        pixmap = QPixmap()
        pixmap.loadFromData(content)
        self._take(wanted, theme, pixmap)

    def _take(self, wanted: Wanted, theme: str, pixmap: QPixmap) -> None:
        self._known[wanted, theme] = pixmap
        self._drawn_now.discard(wanted)
        self.changed.emit(wanted)

    def _fail(self, wanted: Wanted, failure: Failure | None) -> None:
        self._drawn_now.discard(wanted)
        if failure is not None:
            self._refuse(wanted, failure.message)

    def _refuse(self, wanted: Wanted, why: str) -> None:
        self._drawn_now.discard(wanted)
        self._faults[wanted] = why
        self.changed.emit(wanted)

    def _end_process(self) -> None:
        if self._scheduler is not None:
            self._scheduler.close()
            self._scheduler = None

    def _tidy(self) -> None:
        """Deletes the oldest kept pictures, once in a session."""
        if self._is_tidied:
            return
        self._is_tidied = True
        with suppress(OSError):
            kept = sorted(self._folder.glob("*.png"), key=lambda path: path.stat().st_mtime)
            for path in kept[:-MOST_KEPT]:
                path.unlink(missing_ok=True)
