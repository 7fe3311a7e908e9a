"""A text of AS or V+ as a program of ours, statement by statement, its remarks kept.

A program of our own comes first: it gives the values of the backup and what the controller sets at
its start, and calls the program that no other one calls. What is not understood is told with its
line. Names without a value are never zero: what uses them is not carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from language.foreign.draft import Draft, Effect
from language.foreign.kawasaki.as_blocks import Blocks, label_of, labels_of
from language.foreign.kawasaki.as_calls import (
    brief_programs,
    first_program,
    last_lines,
    take_constants,
)
from language.foreign.kawasaki.as_forms import is_assignment, plain
from language.foreign.kawasaki.as_rows import Row
from language.foreign.kawasaki.as_statements import Statements
from language.foreign.kawasaki.as_tokens import NAME, Word, our_name, words_of
from language.foreign.kawasaki.as_values import NO_FACTS, NO_VALUE, Values
from language.foreign.kawasaki.as_workings import RANDOM
from language.foreign.kawasaki.backups.as_backup import Backup, Given, Line
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_folder import backup_of
from language.foreign.kawasaki.statements.as_devices import STOP_AT_SIGNAL, Jumps
from language.foreign.kawasaki.statements.as_places import base_line, tool_line
from language.foreign.kawasaki.statements.as_steps import WAYS, step_lines
from language.foreign.kawasaki.texts.as_texts import texts_of
from language.foreign.kawasaki.texts.word_cursor import UnreadError
from language.foreign.reading import Place, Reading
from language.programs.parser import parse
from language.words.diagnostics import ERROR, Diagnostic

MOST_PASSES = 6
# Words behind whose lines time has passed, beside those of motions.
PASSING = frozenset({"WAIT", "SWAIT", "TWAIT", "DELAY", "STABLE", "BREAK", "CALL"})
PLACE_NUMBERS = 6
DIALECT = "vplus"  # O A T of both languages are Rz Ry Rz of the tool
HEADERS = (f";! dialect {DIALECT}", ";! language 2")
UNKNOWN_PLACE, UNKNOWN_NUMBER = "E201", "E203"
Key = tuple[str, int]  # of a row


def read_as(text: str, data: Sequence[tuple[str, str]], facts: Facts) -> Reading:
    """The program of a text. data: Name and text of files with further values."""
    backup = backup_of(text, data)
    take_constants(backup)
    unknown = set[str]()
    lost = dict[Key, str]()
    facts = backup.facts(facts)
    for _ in range(MOST_PASSES):
        rows = _Pass(backup, facts, unknown, lost).rows()
        if _is_settled(rows, unknown, lost, facts, backup.clashes):
            break
    return _drafted(rows, backup)


def _is_settled(
    rows: list[Row],
    unknown: set[str],
    lost: dict[Key, str],
    facts: Facts,
    clashes: Mapping[str, str],
) -> bool:
    """Takes out what is found to be wrong; False where blocks must be read again without it."""
    for _ in range(MOST_PASSES):
        names, lines = _faults(rows)
        names, lines = names - unknown, {k: v for k, v in lines.items() if k not in lost}
        if not names and not lines:
            return True
        unknown |= names
        lost |= lines
        bare = {name.lstrip("@"): name for name in names}
        for row in rows:
            if not row.code or row.effect is not Effect.CARRIED_OUT:
                continue
            used = bare.keys() & _names(row)
            if used and row.frames:
                return False
            if used:
                row.lose(_no_value(row, used, facts, clashes))
            elif row.key in lines and not row.frames:
                row.lose(lines[row.key])
    return False


def _no_value(row: Row, used: Set[str], facts: Facts, clashes: Mapping[str, str]) -> str:
    """Why a line is not carried out that uses names without a value."""
    for word in words_of(row.code):
        if word.kind == NAME and our_name(word.text).upper() in used:
            is_joints = "#" in word.text[:2] and facts.of_joint is None
            told = clashes.get(our_name(word.text).upper(), NO_VALUE)
            return NO_FACTS if is_joints else f"{word.text} {told}"
    return "a name has no value"


def _faults(rows: list[Row]) -> tuple[set[str], dict[Key, str]]:
    """Names without a value, and lines with another error and its message."""
    said = [(line, row) for row in rows for line in row.lines]
    text = "\n".join(line for line, _ in said)
    names, lines = set[str](), dict[Key, str]()
    for told in parse(text).diagnostics:
        if told.severity != ERROR:
            continue
        line, row = said[told.line - 1]
        name = line[told.column - 1 : told.end_column - 1].upper()
        if told.code in (UNKNOWN_PLACE, UNKNOWN_NUMBER) and name.lstrip("#") in _names(row):
            names.add(_known_as(told, name))
        elif row.code and not row.frames:
            lines.setdefault(row.key, told.message)
    return names, lines


def _known_as(told: Diagnostic, name: str) -> str:
    """A name with a sign for its kind: @ for places, none for numbers."""
    return f"@{name.lstrip('#')}" if told.code == UNKNOWN_PLACE else name


def _names(row: Row) -> set[str]:
    """The names in a line as ours, in capitals."""
    return {our_name(word.text).upper() for word in words_of(row.code) if word.kind == NAME}


@dataclass
class _Pass:
    """One translation of the whole text, with what the one before found."""

    backup: Backup
    facts: Facts
    unknown: set[str]
    lost: dict[Key, str]
    _heads: dict[str, Row] = field(default_factory=dict)
    _locals: dict[str, dict[str, str]] = field(default_factory=dict)
    _last: frozenset[Key] = frozenset()
    _targets: frozenset[tuple[str, str]] = frozenset()
    _jumps: Jumps = field(default_factory=Jumps)

    def rows(self) -> list[Row]:
        """All rows, with those of our own first program."""
        given = {**self.backup.numbers, **self.backup.places}
        backed = frozenset(name.lstrip("#") for name in given) if self.backup.is_whole else None
        lines = (*self.backup.parts, *self.backup.beside)
        self._last, self._targets = last_lines(lines), labels_of(lines)
        texts = texts_of(lines, self.backup.strings.values())
        clashes = self.backup.clashes
        values = Values(self.facts, self.unknown, backed, clashes, texts)
        values.brief = brief_programs(lines)
        blocks = Blocks(values)
        statements = Statements(values, self.facts)
        self._values = values
        rows = [self._row(line, blocks, statements) for line in lines]
        for name, row in self._heads.items():
            told = [each for key, each in self._locals.get(name, {}).items()]
            if told:
                row.lines.append(f"  LOCAL {', '.join(told)}")
        rows += _own_programs(values, self._jumps)
        programs = {name: row.place for name, row in self._heads.items() if not row.file}
        first = first_program(self.backup.code, list(programs))
        start = self._start(first, programs)
        return [*start, *rows]

    def _row(self, line: Line, blocks: Blocks, statements: Statements) -> Row:
        at, code, remark, words, file, called = line
        begin = len(code) - len(code.lstrip()) + 1
        place = Place(called + 1) if file else Place(at + 1, begin, len(code) + 1)
        row = Row(place, code.strip(), remark=remark, file=file, at=at)
        row.is_last = row.key in self._last
        if not row.code:
            row.lines = [f"{blocks.indent}; {remark}".rstrip()] if remark else [""]
            return row
        row.labels = blocks.taken_labels()
        self._coded(row, words, blocks, statements)
        return row

    def _coded(self, row: Row, words: list[Word], blocks: Blocks, statements: Statements) -> None:
        """Gives a row of code its lines."""
        if blocks.head(row):
            self._jumps.open.clear()
            row.lines = [*row.labels, *row.lines]
            if blocks.program and row.effect is Effect.CARRIED_OUT:
                self._heads.setdefault(blocks.program, row)
                self._locals.setdefault(blocks.program, {})
            return
        try:
            self._statement(row, words, blocks, statements)
        except UnreadError as why:
            row.lose(str(why))
        if row.key in self.lost and not row.frames:
            row.lose(self.lost[row.key])

    def _statement(
        self, row: Row, words: list[Word], blocks: Blocks, statements: Statements
    ) -> None:
        label, words = label_of(words)
        if not blocks.program:
            if not (words and (is_assignment(words) or words[0].key in ("POINT", "SET"))):
                raise UnreadError("this command stands in no program")
            raise UnreadError("values outside a program are not read")
        for place, word in enumerate(words):
            self._note_local(blocks, word, words[place + 1] if place + 1 < len(words) else None)
        if label:
            row.labels.append(f"{blocks.label(label)} REMARK {label}")
        self._values.before.clear()
        if words:
            self._worked_out(row, words, blocks, statements)
        before = [blocks.indent + line for line in self._values.before]
        row.lines = [*row.labels, *before, *row.lines]

    def _worked_out(
        self, row: Row, words: list[Word], blocks: Blocks, statements: Statements
    ) -> None:
        """Gives a row the lines of its statement."""
        if blocks.take(row, words):
            return
        at = next((i for i, word in enumerate(words) if word.key == "GOTO"), 0)
        if words[0].key in ("ON", "ONI") and at > 1:
            target = words[at + 1].text if at + 1 < len(words) else ""
            if (blocks.program, target.upper()) not in self._targets:
                raise UnreadError("the label of this jump is not in its program")
            row.lines = self._jumps.begin(self._values, words, at, blocks.label(target))
            row.frames = True  # lines behind it name its signal
        elif words[0].key in WAYS:
            row.moves = True
            row.lines = step_lines(
                row.code[row.code.index(words[0].text) :], self._values, self.facts
            )
        else:
            statements.take(row, words)
        if words[0].key == "IGNORE":
            self._jumps.open.pop(row.lines[0].removeprefix("IGNORE "), None)
        if row.moves or words[0].key in PASSING:
            row.lines = self._jumps.behind(row.lines)
        row.lines = [blocks.indent + line for line in row.lines]

    def _note_local(self, blocks: Blocks, word: Word, after: Word | None) -> None:
        """Notes a local name of the present program."""
        if word.kind != NAME or not word.text.startswith(".") or word.text[1:2] == "#":
            return
        name = our_name(word.text)
        if name.upper() not in blocks.parameters:
            is_array = after is not None and after.text == "[" and not after.apart
            names = self._locals[blocks.program]
            names.setdefault(name.upper(), name + "[]" * is_array)

    def _start(self, first: str, programs: dict[str, Place]) -> list[Row]:
        """The rows of our own first program."""
        place = programs.get(first, Place(1))
        used = self.backup.names
        name = our_name("start.values")
        while name.upper() in programs:
            name += "_"
        lines = [f".PROGRAM {name}"]
        if self.facts.base:
            lines.append(f"  BASE INVERSE(TRANS({self.facts.base}))")
        if self.facts.zone is not None:
            lines.append(f"  ACCURACY {self.facts.zone:g} ALWAYS")
        lines += [
            f"  {given.name} = {given.numbers[0]:.10g}"
            for given in self.backup.numbers.values()
            if given.key in used
        ]
        if RANDOM in self._values.programs:
            lines.append(f"  {RANDOM} = 1")
        lines += self._strings(used)
        rows = [Row(place, lines=list(HEADERS)), Row(place, lines=lines)]
        rows += [self._place_row(each, place) for each in _used(self.backup.places, used)]
        called = [f"  CALL {our_name(first)}"] if first else []
        return [*rows, Row(place, lines=[*self._frames(), *called, ".END"])]

    def _strings(self, used: Set[str]) -> list[str]:
        """The lines that give the texts of the backup their numbers, and a table of all numbers."""
        texts = self._values.texts
        given = [
            f"  {each.shown} = {texts.number_of(each.text)}"
            for key, each in self.backup.strings.items()
            if key.partition("[")[0] in used and texts.is_known("", each.name)
        ]
        listed = [f'  ; {number} is "{plain(text)}"' for text, number in texts.numbers.items()]
        return [*given, *listed]

    def _frames(self) -> list[str]:
        """The tool and the base that were set when the backup was made."""
        found = list[str]()
        for word, read in (("TOOL", tool_line), ("BASE", base_line)):
            row = self.backup.tables.get(word, ())
            if len(row) >= PLACE_NUMBERS:
                values = ", ".join(f"{value:.10g}" for value in row[:PLACE_NUMBERS])
                place = f"TRANS({values})" if any(row[:PLACE_NUMBERS]) else "NULL"
                found.append("  " + read(place, self.facts))
        return found

    def _place_row(self, given: Given, place: Place) -> Row:
        """The line that gives a location of the backup its value; none for one that is not known
        here."""
        row = Row(place)
        if not given.name.startswith("#"):
            values = ", ".join(f"{value:.10g}" for value in (*given.numbers, 0.0, 0.0, 0.0)[:6])
            row.lines = [f"  POINT {given.name} = {values}"]
        elif self.facts.of_joint is not None and len(given.numbers) >= len(self.facts.signs):
            told = [
                self.facts.of_joint(i, f"{value:.10g}")
                for i, value in enumerate(given.numbers[: len(self.facts.signs)])
            ]
            row.lines = [f"  SET {given.name} = #PPOINT({', '.join(told)})"]
        return row


def _own_programs(values: Values, jumps: Jumps) -> list[Row]:
    """Programs of ours that statements call."""
    stop = [f".PROGRAM {STOP_AT_SIGNAL}", "  BRAKE", ".END"]
    lines = [*(stop if STOP_AT_SIGNAL in values.programs else []), *jumps.programs()]
    return [Row(Place(1), lines=lines)] if lines else []


def _used(places: dict[str, Given], used: Set[str]) -> Iterable[Given]:
    return (given for given in places.values() if given.key in used)


def _drafted(rows: list[Row], backup: Backup) -> Reading:
    """The rows as a translation."""
    draft = Draft()
    lost = dict[tuple[Place, str], list[int]]()
    for row in rows:
        if not row.code or row.file:
            draft.at(row.place)
            for line in row.lines:
                draft.say(line)
            if row.effect is Effect.NOT_UNDERSTOOD:
                lost.setdefault((row.place, row.file), []).append(row.at + 1)
            continue
        draft.begin(row.place)
        if row.effect is Effect.IGNORED:
            draft.ignore()
            draft.say(f"; {row.code}")
        elif row.effect is Effect.NOT_UNDERSTOOD:
            (draft.not_carried_out if row.moves else draft.not_understood)(row.code, row.why)
            if row.lines == row.labels:
                row.lines.append(f"; AS {row.place.line}: {row.code}")
        elif row.moves:
            draft.motion()
        if row.note and row.effect is Effect.CARRIED_OUT:
            draft.partly(row.note)
        last = len(row.lines) - 1
        for at, line in enumerate(row.lines):
            tail = f" ; {row.remark}" if row.remark and at == last else ""
            draft.say(line + tail)
    for (place, file), which in lost.items():
        draft.at(place)
        lines = f"line {which[0]}"
        if len(which) > 1:
            lines = f"{len(which)} lines, the first is {which[0]},"
        draft.partly(f"{lines} of {file}, which is called here, not understood")
    for at, why in backup.faults:
        code = backup.lines[at]
        draft.begin(Place(at + 1, 1, len(code) + 1))
        draft.not_understood(code, why)
    origins = {key: given.origin for key, given in {**backup.numbers, **backup.places}.items()}
    return draft.reading(origins)
