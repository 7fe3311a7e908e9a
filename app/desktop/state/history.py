"""Undo for each document: every program has a history of its own, and so has the cell.

A change of several documents at once is one entry in the history of each. Undo of such an entry
in one of them takes it back in all. Where one of them was changed since, nothing happens and the
answer names it: what came later is taken back first. The part of one document can also be taken
back alone; from then on the parts go their own ways.

A change of a program that was made in the 3D view or in a panel is an entry in the cell's history
too, because there Undo takes back what was done there. Such an entry holds nothing of the cell,
so later changes of the cell are never in its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.desktop.state.source import Source

Place = Source | None  # a program; None: the cell
Replay = Callable[[Source, bool], object]  # undoes (true) or redoes one step of a program


@dataclass(frozen=True)
class Answer:
    """What came of undo or redo. title: Of the entry, if it has one.

    in_the_way: The documents that were changed since; then nothing was done.
    is_mark: Whether the document that was asked holds nothing of the entry.
    """

    is_done: bool = False
    title: str = ""
    in_the_way: tuple[Place, ...] = ()
    is_mark: bool = False


@dataclass(eq=False)
class Shared:
    """An entry in several histories.

    parts: How many steps could be undone in each document before the change and after it.
    is_marked: Whether its part of the cell is only a mark that holds nothing.
    lost: Documents in which it cannot be made again: they were changed after it was undone.
    """

    title: str
    parts: dict[Place, tuple[int, int]]
    is_marked: bool = False
    is_undone: bool = False
    lost: set[Place] = field(default_factory=set)


class History(QObject):
    """The histories of all documents. The changes themselves stay with Qt's own undo stacks."""

    def __init__(self, cell_commands: QUndoStack) -> None:
        super().__init__(cell_commands)
        self._cell_commands = cell_commands
        self._sources: list[Source] = []
        self._shared: list[Shared] = []
        self._marks: set[int] = set()  # how many steps of the cell there are with each mark
        self._replays = False
        cell_commands.indexChanged.connect(self._cell_moved)

    def follow(self, source: Source) -> None:
        """Takes part in what happens to a program from now on."""
        self._sources.append(source)
        source.edited.connect(partial(self._changed, source))

    def forget(self, place: Place) -> None:
        """A document was closed: what it shared belongs to the others alone."""
        self._sources = [source for source in self._sources if source is not place]
        for shared in self._shared:
            shared.parts.pop(place, None)
            shared.lost.discard(place)
        self._tidy()

    def forget_cell(self) -> None:
        """Another cell is opened: the changes of this one cannot be taken back any more."""
        self._cell_commands.clear()
        self.forget(None)

    @contextmanager
    def together(self, title: str, in_cell: bool = False) -> Iterator[None]:
        """Makes the changes inside one entry of each document that they change.

        in_cell: Also of the cell, when they change programs only.
        """
        places: list[Place] = [None, *self._sources]
        before = {place: self._steps(place) for place in places}
        yield
        is_marked = in_cell and self._steps(None) == before[None]
        if is_marked and any(self._steps(place) != before[place] for place in places):
            self._cell_commands.push(QUndoCommand(title))
            self._marks.add(self._steps(None))
        parts = {}
        for place in places:
            if self._steps(place) != before[place]:
                if place is not None:
                    place.end_step()
                parts[place] = (before[place], self._steps(place))
        if len(parts) > 1:
            self._shared.append(Shared(title, parts, is_marked))

    def undo(self, place: Place, in_text: Replay, alone: bool = False) -> Answer:
        """Takes back the last change of a document; alone: only its part of a shared one."""
        self._let_go_of_steps_undone_elsewhere()
        while place is None and self._is_empty(self._steps(None), is_undone=False):
            self._go(None, self._steps(None) - 1, in_text)
        if self._steps(place) == 0:
            return Answer()
        return self._replay(place, in_text, alone, is_back=True)

    def redo(self, place: Place, in_text: Replay, alone: bool = False) -> Answer:
        """Makes the change of a document again that was taken back last."""
        while place is None and self._is_empty(self._steps(None) + 1, is_undone=True):
            self._go(None, self._steps(None) + 1, in_text)
        if not self._can_redo(place):
            return Answer()
        return self._replay(place, in_text, alone, is_back=False)

    def _replay(self, place: Place, in_text: Replay, alone: bool, is_back: bool) -> Answer:
        steps = self._steps(place)
        start, end = (1, 0) if is_back else (0, 1)  # of the pairs of steps before and after
        entry = self._entry(place, steps, not is_back)
        if entry is None or alone:
            plain = steps - 1 if is_back else steps + 1
            self._go(place, entry.parts[place][end] if entry else plain, in_text)
            self._leave(entry, place)
            return Answer(True, entry.title if entry else "")
        away = [p for p, at in entry.parts.items() if self._steps(p) != at[start]]
        away += [p for p in entry.lost if p not in away]
        if entry.is_marked and None in away:
            away.remove(None)
            self._leave(entry if not away else None, None)
        if away:
            return Answer(False, entry.title, tuple(away), entry.is_marked and place is None)
        for other, at in entry.parts.items():
            self._go(other, at[end], in_text)
        entry.is_undone = is_back
        self._tidy()
        return Answer(True, entry.title)

    # Where a document stands among its own steps.

    def _steps(self, place: Place) -> int:
        """How many steps of a document can be undone, as Qt counts them."""
        if place is None:
            return self._cell_commands.index()
        return place.text_document.availableUndoSteps()

    def _can_redo(self, place: Place) -> bool:
        if place is None:
            return self._cell_commands.canRedo()
        return place.text_document.isRedoAvailable()

    def _go(self, place: Place, to: int, in_text: Replay) -> None:
        """Undoes or redoes until `to` steps can be undone, or as near as whole steps come."""
        self._replays = True
        try:
            if place is None:
                self._cell_commands.setIndex(to)
                return
            is_back = to < self._steps(place)
            while (self._steps(place) > to) if is_back else (self._steps(place) < to):
                at = self._steps(place)
                in_text(place, is_back)
                if self._steps(place) == at:
                    return
        finally:
            self._replays = False

    # Entries.

    def _entry(self, place: Place, steps: int, is_undone: bool) -> Shared | None:
        """The shared entry that is the last one, or the next one to be made again."""
        side = 0 if is_undone else 1
        found = (s for s in reversed(self._shared) if s.is_undone is is_undone and place in s.parts)
        return next(
            (s for s in found if place not in s.lost and s.parts[place][side] == steps), None
        )

    def _is_empty(self, steps: int, is_undone: bool) -> bool:
        """Whether a step of the cell is a mark of a change that is no more shared with it."""
        at = steps - 1 if is_undone else steps
        return steps in self._marks and self._entry(None, at, is_undone) is None

    def _leave(self, entry: Shared | None, place: Place) -> None:
        """The part of a document is its own from now on."""
        if entry is not None:
            del entry.parts[place]
            entry.lost.discard(place)
            self._tidy()

    def _tidy(self) -> None:
        """Forgets entries that are shared no more, or that nobody can make again."""
        kept = (s for s in self._shared if len(s.parts) > 1 and s.lost != set(s.parts))
        self._shared = list(kept)

    def _let_go_of_steps_undone_elsewhere(self) -> None:
        """Steps that a text field has undone by itself are shared no more."""
        for shared in (shared for shared in self._shared if not shared.is_undone):
            for place, (_, after) in tuple(shared.parts.items()):
                if self._steps(place) < after:
                    del shared.parts[place]
        self._tidy()

    def _changed(self, place: Place) -> None:
        """A change makes what was undone in its document impossible to make again."""
        if self._replays:
            return
        for shared in self._shared:
            if shared.is_undone and place in shared.parts:
                shared.lost.add(place)
        self._tidy()

    def _cell_moved(self, index: int) -> None:
        if not self._replays:
            self._marks = {mark for mark in self._marks if mark < index}
            self._changed(None)
