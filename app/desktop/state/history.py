"""Undo for each document: every program has its own history, and so has the cell.

A change of several documents at once is one entry in the history of each. Undo of such an entry in
one document takes it back in all. Where one of them has changed since, nothing happens and the
answer names it: the later change must be taken back first. The part of one document can also be
taken back alone; from then on the parts are separate.

A change of a program that was made in the 3D view or in a panel is also an entry in the cell's
history, because there Undo takes back what was done there. Such an entry changes nothing in the
cell, so later changes of the cell never hinder its undo.
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
    """The result of undo or redo. title: The title of the entry, if it has one.

    in_the_way: The documents that changed since; nothing was then done.
    is_mark: Whether the asked document has no part in the change of the entry.
    """

    is_done: bool = False
    title: str = ""
    in_the_way: tuple[Place, ...] = ()
    is_mark: bool = False


@dataclass(eq=False)
class Shared:
    """An entry in several histories.

    parts: The number of undoable steps in each document before the change and after it.
    is_marked: Whether its part in the cell's history is only a mark without a change.
    lost: Documents in which it cannot be redone, because they changed after the undo.
    """

    title: str
    parts: dict[Place, tuple[int, int]]
    is_marked: bool = False
    is_undone: bool = False
    lost: set[Place] = field(default_factory=set)


class History(QObject):
    """The histories of all documents; the changes themselves are in Qt's undo stacks."""

    def __init__(self, cell_commands: QUndoStack) -> None:
        super().__init__(cell_commands)
        self._cell_commands = cell_commands
        self._sources: list[Source] = []
        self._shared: list[Shared] = []
        self._marks: set[int] = set()  # the number of steps of the cell up to each mark
        self._replays = False
        cell_commands.indexChanged.connect(self._cell_moved)

    def follow(self, source: Source) -> None:
        """Listens to the changes of a program from now on."""
        self._sources.append(source)
        source.edited.connect(partial(self._changed, source))

    def forget(self, place: Place) -> None:
        """Forgets a closed document; its part in shared entries is dropped."""
        self._sources = [source for source in self._sources if source is not place]
        for shared in self._shared:
            shared.parts.pop(place, None)
            shared.lost.discard(place)
        self._tidy()

    def forget_cell(self) -> None:
        """Forgets the history of the cell, as another cell is opened."""
        self._cell_commands.clear()
        self.forget(None)

    @contextmanager
    def together(self, title: str, in_cell: bool = False) -> Iterator[None]:
        """Makes the changes inside the block one entry of each document that they change.

        in_cell: Whether to make an entry of the cell too where only programs change.
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
        """Takes back the last change of a document. alone: Only its part of a shared entry."""
        self._let_go_of_steps_undone_elsewhere()
        while place is None and self._is_empty(self._steps(None), is_undone=False):
            self._go(None, self._steps(None) - 1, in_text)
        if self._steps(place) == 0:
            return Answer()
        return self._replay(place, in_text, alone, is_back=True)

    def redo(self, place: Place, in_text: Replay, alone: bool = False) -> Answer:
        """Makes the change of a document again that was last taken back."""
        while place is None and self._is_empty(self._steps(None) + 1, is_undone=True):
            self._go(None, self._steps(None) + 1, in_text)
        if not self._can_redo(place):
            return Answer()
        return self._replay(place, in_text, alone, is_back=False)

    def _replay(self, place: Place, in_text: Replay, alone: bool, is_back: bool) -> Answer:
        steps = self._steps(place)
        start, end = (1, 0) if is_back else (0, 1)  # indices of the pair (steps before, after)
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
        # The asked document comes last, so that the window ends where the user was.
        for other, at in sorted(entry.parts.items(), key=lambda part: part[0] is place):
            self._go(other, at[end], in_text)
        entry.is_undone = is_back
        self._tidy()
        return Answer(True, entry.title)

    # The place of a document among its own steps.

    def _steps(self, place: Place) -> int:
        """The number of steps of a document that can be undone, as Qt counts them."""
        if place is None:
            return self._cell_commands.index()
        return place.text_document.availableUndoSteps()

    def _can_redo(self, place: Place) -> bool:
        if place is None:
            return self._cell_commands.canRedo()
        return place.text_document.isRedoAvailable()

    def _go(self, place: Place, to: int, in_text: Replay) -> None:
        """Undoes or redoes until `to` steps can be undone, or as near as whole steps allow."""
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
        """The shared entry that is the last one done, or the next one to redo."""
        side = 0 if is_undone else 1
        found = (s for s in reversed(self._shared) if s.is_undone is is_undone and place in s.parts)
        return next(
            (s for s in found if place not in s.lost and s.parts[place][side] == steps), None
        )

    def _is_empty(self, steps: int, is_undone: bool) -> bool:
        """Whether a step of the cell is a mark of a change that it no longer shares."""
        at = steps - 1 if is_undone else steps
        return steps in self._marks and self._entry(None, at, is_undone) is None

    def _leave(self, entry: Shared | None, place: Place) -> None:
        """Takes the part of one document out of a shared entry."""
        if entry is not None:
            del entry.parts[place]
            entry.lost.discard(place)
            self._tidy()

    def _tidy(self) -> None:
        """Forgets entries that are no longer shared, or that cannot be redone."""
        kept = (s for s in self._shared if len(s.parts) > 1 and s.lost != set(s.parts))
        self._shared = list(kept)

    def _let_go_of_steps_undone_elsewhere(self) -> None:
        """Takes the steps that a text field has undone by itself out of shared entries."""
        for shared in (shared for shared in self._shared if not shared.is_undone):
            for place, (_, after) in tuple(shared.parts.items()):
                if self._steps(place) < after:
                    del shared.parts[place]
        self._tidy()

    def _changed(self, place: Place) -> None:
        """Marks undone entries as lost in a document that has changed."""
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
