"""What the text of a scenario says, and edits of it that change one value and no other character.

Every edit gives the new document. It raises SceneError, and nothing has changed, where the edited
text would have a fault that the text before did not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml.nodes import MappingNode, SequenceNode

from scenes import SceneError, SceneFileError
from scenes.errors import FileProblem
from scenes.files.text.documents import Document, Loc, key_of, parse_document
from scenes.files.text.edits import reparsed, set_value
from scenes.files.text.list_edits import in_lines, insert_item, remove_item
from scenes.files.text.new_sections import line_end, text_end

if TYPE_CHECKING:
    from scenes.execution.machine.scenario import Scenario

SIGNALS, ANSWERS = "signals", "answers"
AT, WHEN, DELAY, ON, OFF = KEYS = ("at", "when", "delay", "on", "off")
DECIMALS = 3  # of a time in s that is dragged or typed
NEW_SCENARIO = "# What happens around the cell while the program runs.\nsignals: []\n"


@dataclass(frozen=True)
class Entry:
    """One entry of the signals: what changes at a time, or in response to a signal.

    data: Its keys and values as written; a value may be at fault.
    faults: The sentence for each key at fault; under "" for the entry as a whole.
    """

    index: int
    data: Mapping[str, Any]
    faults: Mapping[str, str]

    @property
    def at(self) -> float | None:
        """The time of the change, s; None for a response."""
        return _number(self.data.get(AT))

    @property
    def when(self) -> int | None:
        """The signal to which it responds (negative: going off); None where it has a time."""
        return _whole(self.data.get(WHEN))

    @property
    def delay(self) -> float:
        """Seconds between the signal and the response."""
        return _number(self.data.get(DELAY)) or 0.0

    def changes(self) -> tuple[tuple[int, bool], ...]:
        """Pairs of a signal that changes, and whether it goes on."""
        pairs = ((key, on) for key, on in ((ON, True), (OFF, False)))
        return tuple((n, on) for key, on in pairs for n in signals_in(self.data.get(key)))


@dataclass(frozen=True, eq=False)
class Said:
    """What a text says. document: None where the text is not YAML; then `fault` says why.

    scenario: None where there is a fault. faults: All faults, in the order of the text.
    """

    document: Document | None = None
    entries: tuple[Entry, ...] = ()
    answers: tuple[Any, ...] = ()
    answer_faults: Mapping[int, str] | None = None
    scenario: Scenario | None = None
    faults: tuple[FileProblem, ...] = ()

    @property
    def fault(self) -> str:
        """The first fault with its line, or ""."""
        if not self.faults:
            return ""
        first = self.faults[0]
        return f"line {first.line}: {first.message}"


def said_in(text: str, path: Path | None = None) -> Said:
    """What the text of a scenario says, as far as it can be read."""
    from scenes.execution.machine.scenario import scenario_of

    try:
        document = parse_document(path or Path("scenario"), text, "scenario", keep_problems=True)
    except SceneFileError as error:
        return Said(faults=error.problems)
    scenario, faults = None, document.problems
    try:
        scenario = scenario_of(document)
    except SceneFileError as error:
        faults = error.problems
    rows, answers = document.data.get(SIGNALS), document.data.get(ANSWERS)
    entries = tuple(
        Entry(i, row if isinstance(row, dict) else {}, _faults_below(faults, (SIGNALS, i)))
        for i, row in enumerate(rows if isinstance(rows, list) else ())
    )
    answers = tuple(answers) if isinstance(answers, list) else ()
    found = {i: _faults_below(faults, (ANSWERS, i)) for i in range(len(answers))}
    wrong = {i: next(iter(each.values())) for i, each in found.items() if each}
    return Said(document, entries, answers, wrong, scenario, faults)


def _faults_below(faults: Iterable[FileProblem], loc: Loc) -> dict[str, str]:
    head = ".".join(map(str, loc))
    found: dict[str, str] = {}
    for fault in faults:
        if fault.path == head or fault.path.startswith(f"{head}."):
            key = fault.path[len(head) + 1 :].partition(".")[0]
            found.setdefault(key, fault.message)
    return found


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def signals_in(value: Any) -> tuple[int, ...]:
    """The numbers of signals in a value as written: one number or a list."""
    listed = value if isinstance(value, list) else [value]
    return tuple(n for n in map(_whole, listed) if n is not None)


# Edits of entries.


def with_entry(document: Document, value: Mapping[str, Any]) -> tuple[Document, int]:
    """The document with another entry, and its index: behind those of earlier times."""
    rows = document.data.get(SIGNALS) or []
    index, time = len(rows), _number(value.get(AT))
    if time is not None:
        times = [_number(row.get(AT)) if isinstance(row, dict) else None for row in rows]
        before = (i + 1 for i, at in enumerate(times) if at is not None and at <= time)
        index = max(before, default=0)
    return _with_item(document, SIGNALS, index, dict(value)), index


def without_entry(document: Document, index: int) -> Document:
    """The document without an entry."""
    return _checked(document, _without_item(document, SIGNALS, index))


def with_field(document: Document, index: int, key: str, value: Any) -> Document:
    """The document with another value of a key of an entry; None takes the key away.

    `at` and `when` take each other's place.
    """
    loc = (SIGNALS, index)
    row = document.data[SIGNALS][index]
    replaced = [k for k in {AT: (WHEN, DELAY), WHEN: (AT,)}.get(key, ()) if k in row]
    node = document.node(loc)
    if value is None or value == []:
        edited = remove_item(document, (*loc, key)) if key in row else document
    elif replaced and isinstance(node, MappingNode) and node.flow_style:
        rest = {k: v for k, v in row.items() if k not in (*replaced, key)}
        edited = set_value(document, loc, {key: value, **rest})
    else:
        edited = set_value(document, (*loc, key), value)
        for other in replaced:
            edited = remove_item(edited, (*loc, other))
    return _checked(document, edited)


def moved(document: Document, index: int, time: float) -> Document:
    """The document with another time of an event, or another delay of a response, s."""
    key = DELAY if WHEN in document.data[SIGNALS][index] else AT
    return with_field(document, index, key, round(max(time, 0.0), DECIMALS))


def without_change(document: Document, index: int, signal: int) -> Document:
    """The document in which an entry no longer changes a signal; without it if it changes no other.

    The other signals of the entry stay.
    """
    row, kept = document.data[SIGNALS][index], {}
    for key in (ON, OFF):
        rest = [n for n in signals_in(row.get(key)) if n != signal]
        if rest:
            kept[key] = rest[0] if len(rest) == 1 else rest
    if not kept:
        return without_entry(document, index)
    edited = document
    for key in (ON, OFF):
        if key in row and key not in kept:
            edited = remove_item(edited, (SIGNALS, index, key))
        elif key in row and list(signals_in(row[key])) != list(signals_in(kept[key])):
            edited = set_value(edited, (SIGNALS, index, key), kept[key])
    return _checked(document, edited)


def without_signal(document: Document, signal: int) -> Document:
    """The document in which no entry changes a signal, or responds to it."""
    edited = document
    for index in reversed(range(len(document.data.get(SIGNALS) or ()))):
        row = edited.data[SIGNALS][index]
        if abs(_whole(row.get(WHEN)) or 0) == signal:
            edited = without_entry(edited, index)
        elif signal in (*signals_in(row.get(ON)), *signals_in(row.get(OFF))):
            edited = without_change(edited, index, signal)
    return edited


# Edits of answers.


def with_answer(document: Document, index: int, value: float) -> Document:
    """The document with another answer; the index behind the last one adds it."""
    answers = document.data.get(ANSWERS) or []
    if index < len(answers):
        return _checked(document, set_value(document, (ANSWERS, index), value))
    return _with_item(document, ANSWERS, index, value)


def without_answer(document: Document, index: int) -> Document:
    """The document without an answer; later ones move up."""
    return _checked(document, _without_item(document, ANSWERS, index))


def _with_item(document: Document, section: str, index: int, value: Any) -> Document:
    if not isinstance(document.data.get(section), list):
        edited = set_value(document, (section,), [value])
    elif section == SIGNALS:
        edited = insert_item(in_lines(document, (section,)), (section,), index, value)
        edited = in_lines(edited, (section,))
    else:
        edited = insert_item(document, (section,), index, value)
    return _checked(document, edited)


def _without_item(document: Document, section: str, index: int) -> Document:
    if len(document.data[section]) > 1:
        return remove_item(document, (section, index))
    node, key = document.node((section,)), key_of(document.root, section)
    if not isinstance(node, SequenceNode) or key is None or node.flow_style:
        return set_value(document, (section,), [])
    text, colon = document.text, document.text.index(":", int(key.end_mark.index)) + 1
    rest = text[line_end(text, text_end(node)) :]
    return reparsed(document, f"{text[:colon]} []{text[colon : line_end(text, colon)]}{rest}")


def _checked(before: Document, after: Document) -> Document:
    """The edited document; SceneError where it has a fault that was not there before."""
    known = {(fault.path, fault.message) for fault in said_in(before.text, before.path).faults}
    for fault in said_in(after.text, after.path).faults:
        if (fault.path, fault.message) not in known:
            raise SceneError(fault.message)
    return after
