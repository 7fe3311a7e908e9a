"""Random edits of a scenario and of a program's text, and the plain list that undo must follow."""

from __future__ import annotations

import random
from collections.abc import Callable

from edit_desk import Desk, replay

from app.desktop.state.scenarios import scenario_edits as edits
from app.desktop.state.source import Source
from language.words.diagnostics import Edit
from scenes import SceneError
from scenes.files.text.documents import Document

ScenarioAct = Callable[[Document, random.Random], Document]
SCENARIO, TYPED = "scenario", "typed"
PLACES = (SCENARIO, TYPED)


def _entry(file: Document, rng: random.Random) -> int:
    rows = file.data.get("signals") or ()
    if not rows:
        raise SceneError("there is no entry")
    return rng.randrange(len(rows))


def add_event(file: Document, rng: random.Random) -> Document:
    key = rng.choice(("on", "off"))
    signals = rng.choice((rng.randint(1, 9), [rng.randint(1, 4), rng.randint(5, 9)]))
    return edits.with_entry(file, {"at": round(rng.uniform(0, 9), 2), key: signals})[0]


def add_response(file: Document, rng: random.Random) -> Document:
    when = rng.choice((-1, 1)) * rng.randint(1, 9)
    return edits.with_entry(file, {"when": when, "delay": 0.5, "on": rng.randint(1, 9)})[0]


def move_edge(file: Document, rng: random.Random) -> Document:
    return edits.moved(file, _entry(file, rng), rng.uniform(0, 9))


def type_cell(file: Document, rng: random.Random) -> Document:
    key = rng.choice(edits.KEYS)
    value = rng.choice((None, 0, 2, -3, 1.25, [3, 8]))
    return edits.with_field(file, _entry(file, rng), key, value)


def remove_entry(file: Document, rng: random.Random) -> Document:
    return edits.without_entry(file, _entry(file, rng))


def remove_change(file: Document, rng: random.Random) -> Document:
    index = _entry(file, rng)
    row = file.data["signals"][index]
    numbers = [*edits.signals_in(row.get("on")), *edits.signals_in(row.get("off"))]
    return edits.without_change(file, index, rng.choice(numbers))


def remove_signal(file: Document, rng: random.Random) -> Document:
    return edits.without_signal(file, rng.randint(1, 9))


def answer(file: Document, rng: random.Random) -> Document:
    count = len(file.data.get("answers") or ())
    return edits.with_answer(file, rng.randint(0, count), round(rng.uniform(-50, 50), 1))


def remove_answer(file: Document, rng: random.Random) -> Document:
    count = len(file.data.get("answers") or ())
    if not count:
        raise SceneError("there is no answer")
    return edits.without_answer(file, rng.randrange(count))


SCENARIO_ACTS: dict[str, ScenarioAct] = {
    act.__name__: act
    for act in (
        add_event, add_response, move_edge, type_cell, remove_entry, remove_change, remove_signal,
        answer, remove_answer,
    )
}  # fmt: skip


def edit_scenario(desk: Desk, rng: random.Random) -> str:
    """Makes one edit of the scenario as the panel does; gives its name, "" where it is refused."""
    name = rng.choice(list(SCENARIO_ACTS))
    scenarios = desk.document.scenarios
    try:
        scenarios.edit(name, SCENARIO_ACTS[name](scenarios.file(), rng))
    except SceneError:
        return ""
    return name


def edit_typed(desk: Desk, rng: random.Random) -> str:
    """Changes the text of the program that no edit of the cell touches.

    Every edit but a replacement without effect gives another text: Qt makes an undo step of it.
    """
    source, line = desk.typed, rng.randint(1, desk.typed.text.count("\n") + 1)
    acts: dict[str, Callable[[], None]] = {
        "insert": lambda: source.insert_line(
            line, f"DELAY {rng.randint(1, 9)} ; 作業台 \U0001d54f"
        ),
        "insert two": lambda: source.insert_lines([(line, "READY"), (line, "; two")]),
        "apply": lambda: source.apply([Edit(1, 1, 1, 2, f";{rng.randint(0, 9)}")]),
        "replace": lambda: source.replace_text(source.text.replace("READY", "NEST", 1)),
    }
    name = rng.choice(list(acts))
    with desk.document.history.together(name):
        acts[name]()
    return name


class PlainHistory:
    """The texts of one place as a plain list: what undo and redo there must give."""

    def __init__(self, desk: Desk, source: Source) -> None:
        self._desk, self.source = desk, source
        self._texts, self._at = [source.text], 0

    @property
    def text(self) -> str:
        """The text that the place must have now."""
        return self._texts[self._at]

    def done(self) -> None:
        """Takes the present text as a new state, if it is one."""
        if self.source.text != self.text:
            self._texts[self._at + 1 :] = [self.source.text]
            self._at += 1

    def go(self, is_back: bool) -> None:
        """Undo or redo in the place, and in the list."""
        history = self._desk.document.history
        answer = (history.undo if is_back else history.redo)(self.source, replay)
        at = self._at + (-1 if is_back else 1)
        possible = 0 <= at < len(self._texts)
        assert answer.is_done is possible, f"{'undo' if is_back else 'redo'}: {answer}"
        self._at = at if possible else self._at
