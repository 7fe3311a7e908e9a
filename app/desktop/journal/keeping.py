"""The journal of a window: written during the work, offered at the next start, then erased."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QByteArray, QObject

from app.desktop.journal.folder import JournalFolder, Left
from app.desktop.journal.keeper import Keeper
from app.desktop.journal.recovery import LeftWork, Recovery, Restored, left_work, settle
from app.desktop.journal.restore_bar import RestoreBar
from app.desktop.journal.taking import pages_of
from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.source import Source
from app.desktop.window_parts import WindowParts

MOST_NAMES = 4  # names listed in a message at most


class Keeping(QObject):
    """Owns the journal of a window and the journals of earlier windows."""

    def __init__(self, parts: WindowParts, bar: RestoreBar) -> None:
        super().__init__(parts.window)
        self._parts, self._bar = parts, bar
        self._folder = JournalFolder(parts.store.journals)
        self.keeper = Keeper(self._folder, partial(pages_of, parts), self)
        self._left, self._work = Left(), LeftWork()
        self._is_discarded = False
        self._first_sources: tuple[Source, ...] = ()
        self._chose_cell = False
        self._followed: set[Source] = set()
        document = parts.document
        document.sourcesChanged.connect(self._follow)
        for changed in (
            document.sourcesChanged,
            document.scenarios.changed,
            document.cellChanged,
            document.breakpointsChanged,
        ):
            changed.connect(self.keeper.note_change)
        self.keeper.failed.connect(self._tell_failure)
        bar.restoreAsked.connect(self.restore)
        bar.discardAsked.connect(self.discard)

    def offer(self, chose_cell: bool = False, chose_program: bool = False) -> None:
        """Looks for the work of earlier windows and offers it; opens nothing by itself.

        chose_cell, chose_program: Whether the user named the cell and the program that are open.
        One that
        the user did not name is closed when work is restored.
        """
        document = self._parts.document
        self._chose_cell = chose_cell
        self._first_sources = () if chose_program else document.sources
        self._left = self._folder.claim()
        self._work = left_work(self._left)
        if self._left.unreadable:
            self._tell_unreadable()
        open_now = {str(source.path) for source in document.sources if source.path is not None}
        paths = {getattr(kept.page, "path", "") for kept in self._work.programs} - {""}
        marked = any(getattr(kept.page, "marks", ()) for kept in self._work.programs)
        if self._work.unsaved or marked or paths - open_now:
            self._bar.offer(self._work)
        else:
            settle(self._left, ())
            self._left = Left()

    def restore(self) -> None:
        """Opens the offered work, and erases its journals once it is in this window's journal."""
        parts, document = self._parts, self._parts.document
        if any(kept.page.is_unsaved for kept in self._work.programs):
            self._give_way([source for source in self._first_sources if source.path is None])
        restored = Recovery(document, parts.desk).restore(self._work, not self._chose_cell)
        if self._work.desk.layout:
            parts.docks.set_state(QByteArray.fromHex(self._work.desk.layout.encode("ascii")))
        kept = {source for source, _ in restored.places}
        if kept:
            self._give_way([source for source in self._first_sources if source not in kept])
        parts.editor.arrange([source for source, _ in restored.places])
        for source, (line, column) in restored.places:
            parts.editor.put_cursor(source, line, column)
        if self.keeper.write_now():
            settle(self._left, restored.not_restored)
        self._release()
        self._tell(restored)

    def _give_way(self, sources: Iterable[Source]) -> None:
        """Closes programs that the user did not ask for and has not changed."""
        document = self._parts.document
        for source in sources:
            if source in document.sources and not source.is_modified:
                document.remove_source(source)

    def discard(self) -> None:
        """Marks the offered work for erasing when the window closes, and offers to keep it."""
        self._is_discarded = True
        again = Offer("Keep it", self._keep_instead)
        text = "The unsaved work is forgotten when this window closes."
        self._parts.document.noticed.emit(Notice(text, "note", (again,)))

    def close(self) -> None:
        """Erases this window's journal; offered work without an answer stays for the next start."""
        self.keeper.end()
        if self._is_discarded:
            settle(self._left, ())
        self._release()

    def _keep_instead(self) -> None:
        self._is_discarded = False
        self._bar.show()

    def _release(self) -> None:
        for journal in self._left.journals:
            journal.release()
        self._left = Left()

    def _follow(self) -> None:
        """Listens to every open program, in front or not."""
        sources = self._parts.document.sources
        for source in sources:
            if source not in self._followed:
                source.edited.connect(self.keeper.note_change)
        self._followed = set(sources)

    def _tell(self, restored: Restored) -> None:
        first, rest = restored.names[:MOST_NAMES], restored.names[MOST_NAMES:]
        names = ", ".join(first) + (f" and {len(rest)} more" if rest else "")
        text = " ".join([f"Brought back: {names}." if names else "", *restored.remarks]).strip()
        if text:
            self._parts.document.notify(text, "warning" if restored.remarks else "note")

    def _tell_failure(self, why: str) -> None:
        self._parts.document.notify(
            f"Unsaved work cannot be kept in {self._folder.path}: {why}. Save often.", "warning"
        )

    def _tell_unreadable(self) -> None:
        (place, why), *others = self._left.unreadable
        more = f" and {len(others)} more" if others else ""
        self._parts.document.notify(
            f"A page of unsaved work cannot be read: {why}. It is kept as {place}{more}.", "warning"
        )
