"""Undo of many documents at once, compared with a plain model of its meaning."""

import random
from dataclasses import dataclass, field

import pytest
from PySide6.QtGui import QTextCursor, QUndoCommand, QUndoStack

from app.desktop.state.history import History
from app.desktop.state.source import Source
from app.programs.text_files import TextFile

pytestmark = pytest.mark.window
CELL = "cell"
START = "10 READY\n20 END\n"


@dataclass(eq=False)
class Entry:
    """A change. documents: The documents in whose histories it is.

    is_mark: Whether the cell has only a mark of it.
    """

    documents: set[str]
    is_mark: bool = False


@dataclass
class Model:
    """Two lists of entries for each document, and the rules of the manual in plain words."""

    done: dict[str, list[Entry]] = field(default_factory=dict)
    undone: dict[str, list[Entry]] = field(default_factory=dict)

    def open(self, document: str) -> None:
        self.done[document], self.undone[document] = [], []

    def close(self, document: str) -> None:
        for entries in (*self.done.values(), *self.undone.values()):
            for entry in entries:
                entry.documents.discard(document)
        del self.done[document], self.undone[document]

    def change(self, documents: set[str], is_mark: bool = False) -> None:
        entry = Entry(set(documents), is_mark)
        for document in documents:
            self.done[document].append(entry)
            self.undone[document] = []

    def move(self, document: str, is_back: bool, alone: bool) -> str:
        """Undo or redo: "done", "nothing", or the names of the documents in the way."""
        here, there = (self.done, self.undone) if is_back else (self.undone, self.done)
        while document == CELL and here[CELL] and self._is_orphan(here[CELL][-1]):
            there[CELL].append(here[CELL].pop())
        if not here[document]:
            return "nothing"
        entry = here[document][-1]
        if alone or document not in entry.documents:
            entry.documents = entry.documents - {document}
            there[document].append(here[document].pop())
            return "done"
        away = {d for d in entry.documents if not here[d] or here[d][-1] is not entry}
        away.discard(document)
        if away == {CELL} and entry.is_mark:
            entry.documents.discard(CELL)
            away = set()
        if entry.is_mark:
            away.discard(CELL)
        if away:
            return " ".join(sorted(away))
        for other in {*entry.documents, document}:
            there[other].append(here[other].pop())
        return "done"

    def _is_orphan(self, entry: Entry) -> bool:
        return entry.is_mark and (CELL not in entry.documents or entry.documents == {CELL})


class Value(QUndoCommand):
    """A change of the cell, which is here a list of numbers."""

    def __init__(self, cell: list[int], number: int) -> None:
        super().__init__(f"change {number}")
        self._cell, self._number = cell, number

    def redo(self) -> None:
        self._cell.append(self._number)

    def undo(self) -> None:
        self._cell.remove(self._number)


class Desk:
    """The real histories of the same documents; every change writes another number."""

    def __init__(self, owner, rng: random.Random) -> None:
        self.rng, self.number, self.cell = rng, 0, []
        self.stack = QUndoStack(owner)
        self.history = History(self.stack)
        self.sources: dict[str, Source] = {}
        self.owner = owner

    def open(self, name: str) -> None:
        self.sources[name] = Source(TextFile(START), None, name, self.owner)
        self.history.follow(self.sources[name])

    def close(self, name: str) -> None:
        self.history.forget(self.sources.pop(name))

    def change(self, documents: set[str], is_mark: bool) -> None:
        def make() -> None:
            for name in sorted(documents - ({CELL} if is_mark else set())):
                self._change(name)

        if len(documents) == 1:
            make()
        else:
            with self.history.together("together", in_cell=is_mark):
                make()

    def _change(self, name: str) -> None:
        self.number += 1
        if name == CELL:
            self.stack.push(Value(self.cell, self.number))
            return
        source = self.sources[name]
        lines = source.text.split("\n")
        kind = self.rng.randrange(3)
        if kind == 0:
            lines.insert(self.rng.randrange(len(lines)), f"; {self.number}")
            source.replace_text("\n".join(lines))
        elif kind == 1:
            lines[self.rng.randrange(len(lines))] += f" {self.number}"
            source.replace_text("\n".join(lines))
        else:
            source.insert_line(self.rng.randrange(len(lines) + 1), f"; {self.number}")

    def type_behind(self, name: str) -> None:
        """Types a character right after the last change, where Qt likes to join the two."""
        source = self.sources[name]
        place = QTextCursor(source._last_edit)
        place.insertText("x")

    def move(self, document: str, is_back: bool, alone: bool) -> str:
        act = self.history.undo if is_back else self.history.redo
        place = None if document == CELL else self.sources[document]
        answer = act(place, step, alone)
        names = {id(source): name for name, source in self.sources.items()} | {id(None): CELL}
        away = sorted(names[id(other)] for other in answer.in_the_way)
        return " ".join(away) if away else ("done" if answer.is_done else "nothing")

    def state(self) -> dict[str, object]:
        texts = {name: source.text for name, source in self.sources.items()}
        return {**texts, CELL: tuple(self.cell)}


def step(source: Source, is_back: bool) -> None:
    document = source.text_document
    document.undo() if is_back else document.redo()


@pytest.mark.parametrize("seed", range(30))
def test_random_changes_are_taken_back_as_the_plain_model_says(qapp, seed) -> None:
    rng = random.Random(seed)
    owner = Source(TextFile(""), None, "owner", qapp)
    desk, model = Desk(owner, rng), Model()
    model.open(CELL)
    for name in "abc":
        desk.open(name)
        model.open(name)
    # The content of each document after these entries of its history.
    seen: dict[tuple[str, tuple[int, ...]], object] = {}

    def compare() -> None:
        for name, now in desk.state().items():
            done = tuple(id(e) for e in model.done[name] if not (name == CELL and e.is_mark))
            assert seen.setdefault((name, done), now) == now

    kept: list[Entry] = []  # keeps the entries alive, so that no id is used twice
    compare()
    for _ in range(150):
        what = rng.random()
        names = sorted(model.done)
        if what < 0.35:
            documents = set(rng.sample(names, min(rng.choice((1, 1, 1, 2, 3)), len(names))))
            is_mark = CELL not in documents and rng.random() < 0.4
            documents |= {CELL} if is_mark else set()
            desk.change(documents, is_mark)
            model.change(documents, is_mark)
            typed = rng.choice(sorted(documents))
            if typed != CELL and len(documents) > 1 and rng.random() < 0.3:
                compare()
                desk.type_behind(typed)
                model.change({typed})
        elif what < 0.38 and len(names) > 2:
            name = rng.choice([name for name in names if name != CELL])
            desk.close(name)
            model.close(name)
        elif what < 0.4:
            name = f"d{len(kept)}"
            desk.open(name)
            model.open(name)
        else:
            name, is_back = rng.choice(names), rng.random() < 0.6
            alone = rng.random() < 0.1
            assert desk.move(name, is_back, alone) == model.move(name, is_back, alone)
        kept += [entry for entries in model.done.values() for entry in entries]
        compare()
