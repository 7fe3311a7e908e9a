"""The folder of all journals: each window has a journal of its own, locked while it lives.

    journal/lock              held while a journal is begun, claimed or erased
    journal/<name>/lock       held by the window that writes or offers this journal
    journal/<name>/*.page     what is open in the window (see `pages`)
    journal/aside/            pages that could not be read

A page is written beside its file, brought to the disk and put in place in one step: at any moment
there is a whole page of each program, the old one or the new one.
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
    """The journal of one window; whoever has this value holds its lock."""

    def __init__(self, folder: Path, parent: Path) -> None:
        self.folder, self._parent = folder, parent
        self.holds_unreadable = False  # a page that could not be read nor put aside
        self._lock = FileLock(folder / LOCK)

    def write(self, name: str, page: Page) -> None:
        """Puts a page in place of the one of that name; OSError where it cannot be written."""
        put_in_place(self.folder / f"{name}{SUFFIX}", page_bytes(page))

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            (self.folder / f"{name}{SUFFIX}").unlink()

    def release(self) -> None:
        """Leaves the journal where it is, for the next start."""
        self._lock.release()

    def erase(self) -> None:
        """Takes the journal away: its work is saved, brought back or given up."""
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
    """A page that was left. name: That of its file. time: When it was written, s since 1970."""

    journal: Journal
    name: str
    page: Page
    time: float


@dataclass(frozen=True)
class Left:
    """What earlier windows left. unreadable: Where pages are kept aside, and what is wrong."""

    pages: tuple[Kept, ...] = ()
    journals: tuple[Journal, ...] = ()
    unreadable: tuple[tuple[Path, str], ...] = ()


class JournalFolder:
    """Begins journals and finds those whose window is no more."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self) -> Journal:
        """A new, empty journal; OSError where the folder cannot be written."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{uuid4().hex[:8]}"
        # A journal that is not locked yet must not look like one that was left.
        with FileLock(self.path / LOCK, wait=True):
            folder = self.path / name
            folder.mkdir(mode=0o700)
            return Journal(folder, self.path)

    def claim(self) -> Left:
        """Everything that windows which are no more have left; it is locked until released."""
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
                continue  # its window lives, or another one offers it
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
        """Moves a page to where nobody erases it; gives the place where it is now."""
        aside = self.path / ASIDE / f"{path.parent.name}-{path.name}"
        try:
            aside.parent.mkdir(exist_ok=True)
            os.replace(path, aside)
        except OSError:
            return path
        return aside
