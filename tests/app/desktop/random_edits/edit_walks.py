"""Walks of random edits, undo and redo over a cell, compared with a plain list of its texts."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from edit_acts import CHOICES, EDITS, KEEPING
from edit_desk import Desk
from edit_laws import BrokenLawError, check_comments, check_tidy, decorated
from text_acts import PLACES, SCENARIO, TYPED, PlainHistory, edit_scenario, edit_typed

from app.desktop.state.scenarios.scenario_edits import said_in
from language import parse
from language.editing.layout import format_program
from scenes import SceneError
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document
from scenes.library import cell_path

UNDO, REDO = "undo", "redo"
BACK, AGAIN = " undo", " redo"  # behind the name of a text with a history of its own
MOST_STEPS = 100  # undo and redo of such a text at the end of a walk
TEXT_SHARE = 0.2  # share of the moves in the scenario and in a program that is typed


class Move(NamedTuple):
    """One act of a walk, and the seed of its random choices."""

    act: str
    seed: int


def start_text(cell: str, seed: int) -> str:
    """The text of a shipped cell; for every second seed with more comments."""
    text = cell_path(cell).read_text(encoding="utf-8")
    return decorated(text, random.Random(seed)) if seed % 2 else text


def random_moves(count: int, rng: random.Random) -> list[Move]:
    """Acts in any order: mostly edits, a third undo and redo."""
    edits, choices = list(EDITS), list(CHOICES)
    found = []
    for _ in range(count):
        share = rng.random()
        if rng.random() < TEXT_SHARE:
            act = rng.choice(PLACES) + rng.choice(("", "", BACK, AGAIN))
            found.append(Move(act, rng.randrange(1 << 30)))
            continue
        if share < 0.62:
            act = rng.choice(edits)
        else:
            act = UNDO if share < 0.77 else REDO if share < 0.9 else rng.choice(choices)
        found.append(Move(act, rng.randrange(1 << 30)))
    return found


class Walk:
    """Makes moves on a desk, and keeps the texts that undo and redo must give.

    states: The texts after each number of changes; None where several changes came at once.
    counts: How many of each edit have changed something.
    """

    def __init__(self, text: str, folder: Path) -> None:
        self.desk = Desk(text, folder)
        self.states: list[tuple[str, ...] | None] = [self.desk.texts()]
        self.counts: Counter[str] = Counter()
        self._known: dict[str, CellFile] = {}
        sources = {SCENARIO: self.desk.scenario, TYPED: self.desk.typed}
        self._own = {name: PlainHistory(self.desk, source) for name, source in sources.items()}

    def make(self, move: Move) -> None:
        """Makes one move and checks every law."""
        name = move.act.partition(" ")[0]
        if name in self._own:
            self._make_in_text(name, move)
        else:
            self._make_in_cell(move)
        for name, own in self._own.items():
            self._expect(own.source.text == own.text, f"{move.act} gives another {name} text")

    def _make_in_text(self, name: str, move: Move) -> None:
        """An edit, undo or redo of a text with a history of its own: nothing else changes."""
        desk, own, rng = self.desk, self._own[name], random.Random(move.seed)
        before, place, old = desk.texts(), desk.place, own.source.text
        if move.act.endswith((BACK, AGAIN)):
            own.go(move.act.endswith(BACK))
        else:
            act = (edit_scenario if name == SCENARIO else edit_typed)(desk, rng)
            self._expect(bool(act) or own.source.text == old, "a refused edit has changed it")
            own.done()
            if name == SCENARIO and own.source.text != old:
                self.counts[f"{name} {act}"] += 1
                self._check_scenario(old, own.source.text)
        self._expect((before, place) == (desk.texts(), desk.place), f"{name} changes the cell")

    def _check_scenario(self, before: str, after: str) -> None:
        said = said_in(after)
        self._expect(said.scenario is not None, f"the scenario has a fault: {said.fault}")
        old = said_in(before).document
        check_tidy(old, said.document)
        check_comments(old, said.document)

    def _make_in_cell(self, move: Move) -> None:
        desk, place = self.desk, self.desk.place
        before, chosen = desk.texts(), desk.chosen()
        if move.act in (UNDO, REDO):
            self._go(move.act)
            return
        if move.act in CHOICES:
            CHOICES[move.act](desk, random.Random(move.seed))
            self._expect(desk.place == place and desk.texts() == before, "a choice edits the cell")
            return
        held = desk.document.looks.locked
        self._try(move)
        if desk.place == place and desk.texts() == before:
            return
        self._expect(desk.document.looks.locked == held or "rename" in move.act, "locks changed")
        self._expect(desk.place > place, "the text changed without an undo step")
        self.counts[move.act] += 1
        grown = desk.place - place - 1
        self.states[place + 1 :] = [*[None] * grown, desk.texts()]
        self._check_cell(before[0])
        for old, new in zip(before[1:], desk.texts()[1:], strict=True):
            check_program(old, new)
        if move.seed % 3 == 0:
            self._back_and_forth(place, before, chosen if move.act in KEEPING else None)

    def _try(self, move: Move) -> None:
        place, before = self.desk.place, self.desk.texts()
        try:
            EDITS[move.act](self.desk, random.Random(move.seed))
        except SceneError:
            changed = self.desk.place != place or self.desk.texts() != before
            self._expect(not changed or move.act == "put_new_body", "a refused edit has changed it")

    def _go(self, way: str) -> None:
        """Undo or redo, beside the same in the plain list."""
        desk, place = self.desk, self.desk.place
        by = -1 if way == UNDO else 1
        wanted = min(max(place + by, 0), len(self.states) - 1)
        (desk.undo if way == UNDO else desk.redo)()
        self._expect(desk.place == wanted, f"{way} from {place} of {len(self.states) - 1} changes")
        self._compare(way)

    def _compare(self, way: str) -> None:
        known, now = self.states[self.desk.place], self.desk.texts()
        if known is None:
            self.states[self.desk.place] = known = now
        self._expect(known == now, f"{way} gives another text:\n{difference(known, now)}")

    def _back_and_forth(
        self, place: int, before: tuple[str, ...], chosen: tuple[object, ...] | None
    ) -> None:
        """Undo of an edit gives all that was before it; redo all that was after it."""
        desk, after, after_chosen = self.desk, self.desk.texts(), self.desk.chosen()
        while desk.place > place:
            self._go(UNDO)
        self._expect(desk.texts() == before, "undo gives another text")
        now = desk.chosen()
        self._expect(chosen in (None, now), f"undo selects {now}, not {chosen}")
        while desk.texts() != after and desk.place < len(self.states) - 1:
            self._go(REDO)
        now = desk.chosen()
        self._expect(now == after_chosen, f"redo selects {now}, not {after_chosen}")

    def _read(self, text: str) -> CellFile:
        """The file as it is read anew; the two last ones are kept."""
        if text not in self._known:
            self._known = dict(list(self._known.items())[-1:])
            self._known[text] = parse_document(self.desk.path, text, "cell file")
        return self._known[text]

    def _check_cell(self, before: str) -> None:
        desk = self.desk
        old, read = self._read(before), self._read(desk.text)
        self._expect(read.data == desk.file.data, "the text read anew gives other data")
        built = content_of(cell_from_document(read))
        self._expect(built == content_of(desk.document.cell), "the text gives another cell")
        if old is not read:
            check_tidy(old, read)
            check_comments(old, read)

    def finish(self) -> None:
        """Takes back all changes and makes all again; each text is the known one."""
        start = self.desk.place
        for _ in range(start):
            self._go(UNDO)
        self._check_cell(self.desk.text)
        for _ in range(len(self.states) - 1):
            self._go(REDO)
        self._check_cell(self.desk.text)
        for name in self._own:
            for way in (BACK, AGAIN):
                for _ in range(MOST_STEPS):
                    self.make(Move(name + way, 0))

    @staticmethod
    def _expect(is_true: bool, fault: str) -> None:
        if not is_true:
            raise BrokenLawError(fault)


def check_program(before: str, after: str) -> None:
    """An edit of a program loses no comment, brings no fault, and stays formatted."""
    if before == after:
        return
    lost = Counter(remarks(before)) - Counter(remarks(after))
    if after.count("\n") >= before.count("\n") and lost:
        raise BrokenLawError(f"the program lost {sorted(lost)}")
    if errors(after) > errors(before):
        raise BrokenLawError(f"the program has new faults:\n{after}")
    if format_program(before) == before and format_program(after) != after:
        raise BrokenLawError(f"the program is not formatted:\n{after}")


def errors(program: str) -> int:
    """The number of errors that the language finds."""
    return sum(found.severity == "error" for found in parse(program).diagnostics)


def remarks(program: str) -> list[str]:
    """The comments of a program."""
    return [line.partition(";")[2] for line in program.splitlines() if ";" in line]


def difference(a: Sequence[str], b: Sequence[str]) -> str:
    """The lines in which two states differ."""
    import difflib

    pairs = zip(a, b, strict=True)
    lines = [d for x, y in pairs for d in difflib.unified_diff(x.split("\n"), y.split("\n"), n=0)]
    return "\n".join(lines)


def play(cell: str, seed: int, moves: Sequence[Move]) -> Counter[str]:
    """Makes all moves from the start of a cell; BrokenLawError, or what the product raises."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(start_text(cell, seed), Path(folder))
        try:
            for number, move in enumerate(moves, start=1):
                try:
                    walk.make(move)
                except Exception as fault:
                    fault.add_note(f"move {number}: {move}")
                    raise
            walk.finish()
        finally:
            walk.desk.close()
    return walk.counts


def fault_of(cell: str, seed: int, moves: Sequence[Move]) -> str:
    """The kind of the fault of a walk: its class and the begin of its sentence; "" for none."""
    try:
        play(cell, seed, moves)
    except Exception as fault:
        return f"{type(fault).__name__}: {str(fault)[:25]}"
    return ""


def shortest(cell: str, seed: int, moves: Sequence[Move], tries: int = 150) -> list[Move]:
    """Fewer moves with the same fault: pieces are left out as long as the fault stays."""
    kept, fault = list(moves), fault_of(cell, seed, moves)
    size = max(len(kept) // 2, 1)
    while tries > 0:
        at = 0
        while at < len(kept) and tries > 0:
            fewer = kept[:at] + kept[at + size :]
            tries -= 1
            if fewer and fault_of(cell, seed, fewer) == fault:
                kept = fewer
            else:
                at += size
        if size == 1:
            break
        size = max(size // 2, 1)
    return kept
