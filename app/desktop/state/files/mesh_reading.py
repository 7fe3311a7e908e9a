"""Reads the large meshes of a cell in another process before the cell itself.

The meshes are cached (`scenes.files.solids.mesh_cache`), so that the cell is then read without a
wait. The message bar shows the progress and a Cancel button.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer

from app.background.process import Failure, Progress, Result, WorkerProcess
from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.document import Document
from scenes.files.solids.mesh_cache import MeshRequest, keep_mesh
from scenes.files.solids.mesh_requests import read_meshes

POLL_MS = 30
log = logging.getLogger(__name__)


class MeshReading(QTimer):
    """Reads meshes for one caller; a newer request replaces an older one."""

    def __init__(self, document: Document) -> None:
        super().__init__(document, interval=POLL_MS)
        self._document = document
        self._process: WorkerProcess | None = None
        self._requests: tuple[MeshRequest, ...] = ()
        self._then: Callable[[], object] | None = None
        self._offers = (Offer("Cancel", self.cancel),)
        self.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        """Whether meshes are being read."""
        return self._process is not None

    def read(self, requests: Sequence[MeshRequest], then: Callable[[], object]) -> None:
        """Reads the meshes into the cache, and then calls `then`.

        It is called even where a file holds no mesh: the reader of the cell reports that.
        """
        self.close()
        self._requests, self._then = tuple(requests), then
        self._process = WorkerProcess()
        self._process.submit(read_meshes, self._requests)
        self._show(0.0, self._requests[0].path.name)
        self.start()

    def poll(self) -> None:
        """Takes the messages of the process."""
        for message in self._process.poll() if self._process is not None else ():
            if isinstance(message, Progress):
                self._show(message.fraction, message.text)
            elif isinstance(message, Result):
                self._keep(message)
                return
            elif isinstance(message, Failure):
                log.error("meshes: %s\n%s", message.message, message.traceback)
                self.close()
                self._document.notify(f"The meshes cannot be read: {message.message}", "error")
                return

    def cancel(self) -> None:
        """Cancels the reading; `then` is not called."""
        if self.is_busy:
            self.close()
            self._document.notify("Reading the meshes was given up.", "warning")

    def close(self) -> None:
        """Ends the process, if there is one."""
        self.stop()
        self._then = None
        if self._process is not None:
            self._process.close()
            self._process = None

    def _keep(self, message: Result) -> None:
        for request, found in zip(self._requests, message.value, strict=True):
            if found is not None:
                keep_mesh(request, found)
        then, count = self._then, len(self._requests)
        self.close()
        self._document.notify("Read 1 mesh." if count == 1 else f"Read {count} meshes.")
        if then is not None:
            then()

    def _show(self, share: float, text: str) -> None:
        message = f"Reading meshes, {100 * share:.0f} %: {text}"
        self._document.noticed.emit(Notice(message, "note", self._offers))
