"""The folder of all journals: each window has its own journal, locked while the window is open.

    journal/lock              held while a journal is begun, claimed or erased
    journal/<name>/lock       held by the window that writes or offers this journal
    journal/<name>/*.page     what is open in the window (see `pages`)
    journal/aside/            pages that could not be read

A page is written to a temporary file, flushed to the disk and put in place in one step: at any
moment there is a whole page of each program, the old one or the new one.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from app.desktop.journal.locks import FileLock
from app.desktop.journal.pages import Page, PageError, page_bytes, read_page
from app.programs.text_files import put_in_place

SUFFIX = ".page"
LOCK, ASIDE = "lock", "aside"


class Journal:
    """The journal of one window; the owner of this value holds the lock of the journal."""

    def __init__(self, folder: Path, parent: Path) -> None:
        self.folder, self._parent = folder, parent
        self.holds_unreadable = False  # whether it has a page that could be neither read nor moved
        self._lock = FileLock(folder / LOCK)

    def write(self, name: str, page: Page) -> None:
        """Replaces the page of that name. Raises OSError where it cannot be written."""
        put_in_place(self.folder / f"{name}{SUFFIX}", page_bytes(page))

    def remove(self, name: str) -> None:
        """Deletes the page of that name, if there is one."""
        with suppress(FileNotFoundError):
            (self.folder / f"{name}{SUFFIX}").unlink()

    def release(self) -> None:
        """Unlocks the journal and leaves its pages for the next start."""
        self._lock.release()

    def erase(self) -> None:
        """Deletes the journal, whose work is saved, brought back or given up.

        A journal with a page that cannot be read stays.
        """
        if self.holds_unreadable:
            self.release()
            return
        with suppress(OSError), FileLock(self._parent / LOCK, wait=True):
            for path in self.folder.glob(f"*{SUFFIX}"):
                path.unlink(missing_ok=True)
            self._lock.release()
            shutil.rmtree(self.folder, ignore_errors=True)


@dataclass(frozen=True)
class Kept:
    """A page of an earlier window. name: Its name. time: When it was written, s since 1970."""

    journal: Journal
    name: str
    page: Page
    time: float


@dataclass(frozen=True)
class Left:
    """The pages and journals of earlier windows.

    unreadable: The present path of each page that cannot be read, and the reason.
    """

    pages: tuple[Kept, ...] = ()
    journals: tuple[Journal, ...] = ()
    unreadable: tuple[tuple[Path, str], ...] = ()


class JournalFolder:
    """Begins journals, and finds those of windows that are gone."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self) -> Journal:
        """A new, empty, locked journal. Raises OSError where the folder cannot be written."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{uuid4().hex[:8]}"
        # The folder lock hides the new journal from `claim` until the journal itself is locked.
        with FileLock(self.path / LOCK, wait=True):
            folder = self.path / name
            folder.mkdir(mode=0o700)
            return Journal(folder, self.path)

    def claim(self) -> Left:
        """The journals of windows that are gone, locked until they are released."""
        if not self.path.is_dir():
            return Left()
        try:
            with FileLock(self.path / LOCK, wait=True):
                return self._claimed()
        except OSError:
            return Left()

    def _claimed(self) -> Left:
        pages: list[Kept] = []
        journals: list[Journal] = []
        unreadable: list[tuple[Path, str]] = []
        for folder in sorted(p for p in self.path.iterdir() if p.is_dir() and p.name != ASIDE):
            try:
                journal = Journal(folder, self.path)
            except OSError:
                continue  # its window is open, or another window offers it
            journals.append(journal)
            for path in sorted(folder.glob(f"*{SUFFIX}")):
                try:
                    kept = Kept(
                        journal, path.stem, read_page(path.read_bytes()), path.stat().st_mtime
                    )
                    pages.append(kept)
                except (PageError, OSError) as fault:
                    aside = self._put_aside(path)
                    journal.holds_unreadable |= aside == path
                    unreadable.append((aside, str(fault)))
        return Left(tuple(pages), tuple(journals), tuple(unreadable))

    def _put_aside(self, path: Path) -> Path:
        """Moves a page into the folder that is never erased; returns its new path."""
        aside = self.path / ASIDE / f"{path.parent.name}-{path.name}"
        try:
            aside.parent.mkdir(exist_ok=True)
            os.replace(path, aside)
        except OSError:
            return path
        return aside
