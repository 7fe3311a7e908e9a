"""One translation of a text of AS or V+, section by section: those that were kept are not read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial

from language.foreign.draft import Draft, Effect
from language.foreign.kawasaki.as_blocks import Blocks
from language.foreign.kawasaki.as_calls import brief_programs, labels_of, last_lines
from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_rows import Row, Source
from language.foreign.kawasaki.as_starts import called_lines, start_lines
from language.foreign.kawasaki.as_statements import Statements
from language.foreign.kawasaki.as_tokens import NAME, Word, our_name
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.backups.as_backup import Backup
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_lines import Line, label_of
from language.foreign.kawasaki.backups.as_sections import Placed
from language.foreign.kawasaki.statements.as_devices import Jumps
from language.foreign.kawasaki.statements.as_steps import WAYS, step_lines
from language.foreign.kawasaki.texts.as_texts import Texts, texts_of
from language.foreign.kawasaki.texts.word_cursor import UnreadError
from language.foreign.kept.ledgers import Ledger, Listed, Lookups, Members, Numbers, Used
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell, State, frozen
from language.foreign.own_program import own_program
from language.foreign.reading import Place, Reading

# Words behind whose lines time has passed, beside those of motions.
PASSING = frozenset({"WAIT", "SWAIT", "TWAIT", "DELAY", "STABLE", "BREAK", "CALL", "SCALL"})
Key = tuple[str, int]  # of a line: its file and its index
Lost = tuple[tuple[int, str], ...]  # indices of lines of a section, and why they are lost


@dataclass(frozen=True, eq=False)
class Whole:
    """What holds in a whole text, of all its lines."""

    backup: Backup
    facts: Facts

    @cached_property
    def texts(self) -> Texts:
        """The texts that have numbers, without these."""
        return texts_of(self.backup.code, self.backup.strings.values())

    @cached_property
    def labels(self) -> Mapping[tuple[str, str], int]:
        """Our numbers of labels, by the name of the program and of the label, in capitals."""
        return labels_of(self.backup.code)

    @cached_property
    def brief(self) -> frozenset[str]:
        """The programs that come to their end without a wait or a motion."""
        return brief_programs(self.backup.code)

    @cached_property
    def is_timed(self) -> bool:
        """Whether a line gives the next motion a time."""
        stretches = (stretch for own in self.backup.code.values() for _, stretch in own)
        return any(stretch.is_timed for stretch in stretches)

    @cached_property
    def backed(self) -> frozenset[str] | None:
        """The names of the values of a backup, in capitals; None without one."""
        given = {**self.backup.numbers, **self.backup.places}
        return frozenset(n.lstrip("#") for n in given) if self.backup.is_whole else None

    @cached_property
    def environment(self) -> State:
        """All on which the translation of a line depends, but for what is asked by name."""
        told = self.texts.parameters.items()
        texts = {name: names for name, names in told if any("$" in each for each in names)}
        clashes, is_backed = frozen(self.backup.clashes), self.backed is not None
        by_text = self.texts.counts, self.texts.programs, self.is_timed
        facts = (frozen(value) for value in vars(self.facts).values())
        return one_state("as", *facts, frozen(texts), clashes, is_backed, by_text)


class Pass:
    """One translation of a whole text.

    unknown: Names here without a value, those of places with @ before them. lost: Why lines are not
    carried out that are wrong in our language.
    """

    def __init__(self, whole: Whole, unknown: Set[str], lost: Mapping[Key, str]) -> None:
        self._whole, self._lost = whole, lost
        texts = whole.texts
        texts = replace(
            texts,
            numbers=Numbers(),
            values=Lookups(texts.values.values),
        )
        self.values = Values(
            whole.facts,
            Members(frozenset(unknown)),
            None if whole.backed is None else Members(whole.backed),
            whole.backup.clashes,
            texts,
            brief=Members(whole.brief),
            is_timed=whole.is_timed,
        )
        self.draft, self._sources = Draft(), Listed[Source]()
        self._blocks, self._jumps = Blocks(self.values, Lookups(whole.labels)), Jumps()
        self._statements = Statements(self.values, whole.facts)
        self._locals = Used[tuple[str, str, str]]()  # program, name in capitals, name with []
        self._lost_beside = Used[Key]()
        sections = whole.backup.all_code
        translate(
            whole.environment, self._parts(sections), self.draft, self._ledgers(), self._cells()
        )
        self._say_locals()
        for line in called_lines(self.values, self._jumps):
            self.draft.say(line, Place(1))
        lines, place = start_lines(whole.backup, whole.facts, self.values)
        self.draft.insert(0, ((line, place) for line in lines))
        self._started = len(lines)
        self.program = own_program(self.draft.text)

    def source(self, line: int) -> tuple[Source, Key]:
        """Where a line of the translation comes from, and the key of that line."""
        at = line - 1 - self._started
        source = self._sources.values[at] if 0 <= at < len(self._sources.values) else Source()
        own = self.draft.places[line - 1].line - 1
        return source, (source.file, source.at if source.file else own)

    def reading(self) -> Reading:
        """The finished translation."""
        backup, draft = self._whole.backup, self.draft
        lost = dict[tuple[Place, str], list[int]]()
        for _, section, called in backup.beside:
            keys = ((section.file, line.at) for line in section.lines)
            found = [at + 1 for file, at in keys if (file, at) in self._lost_beside.names]
            if found:
                lost.setdefault((Place(called + 1), section.file), []).extend(found)
        for (place, file), which in lost.items():
            draft.at(place)
            lines = f"line {which[0]}"
            if len(which) > 1:
                lines = f"{len(which)} lines, the first is {which[0]},"
            draft.partly(f"{lines} of {file}, which is called here, not understood")
        for first, section, _ in backup.sections:
            for at, code, why in section.faults:
                draft.begin(Place(first + at + 1, 1, len(code) + 1))
                draft.not_understood(code, why)
        origins = {key: given.origin for key, given in {**backup.numbers, **backup.places}.items()}
        return draft.reading(origins)

    def _ledgers(self) -> tuple[Ledger, ...]:
        values, texts = self.values, self.values.texts
        asked = (values.unknown, values.brief, self._blocks.labels, texts.values)
        backed = () if values.backed is None else (values.backed,)
        numbered = (self._blocks.unnamed.ledger, values.timers, texts.numbers)
        noted = (values.programs, self._locals, self._lost_beside, self._sources)
        return (*asked, *numbered, *noted, *backed, self._blocks.nesting)

    def _cells(self) -> tuple[Cell, ...]:
        """All that changes from line to line."""
        return (
            (self._blocks, ("program", "parameters", "waiting")),
            (self.values, ("program",)),
            (self._jumps, ("count", "now", "open")),
        )

    def _parts(self, sections: tuple[Placed, ...]) -> Iterator[Lines]:
        lost = self._lost_in(sections)
        for at, (placed, is_last) in enumerate(zip(sections, last_lines(sections), strict=True)):
            first = (placed.called if placed.section.file else placed.first) + 1
            read = partial(self._section, placed, is_last, why := lost.get(at, ()))
            yield Lines(first, (placed.section, is_last, why), placed.section.size, read)

    def _lost_in(self, sections: tuple[Placed, ...]) -> dict[int, Lost]:
        """The lines that are lost, by the index of their section."""
        found = dict[int, Lost]()
        if not self._lost:
            return found
        own = [placed.first for placed in sections if not placed.section.file]
        beside = {
            (placed.section.file, line.at): index
            for index, placed in enumerate(sections)
            if placed.section.file
            for line in placed.section.lines
        }
        for (file, at), why in sorted(self._lost.items()):
            index = beside[file, at] if file else bisect_right(own, at) - 1
            found[index] = (*found.get(index, ()), (at - sections[index].first, why))
        return found

    def _section(self, placed: Placed, is_last: bool, lost: Lost) -> None:
        """Translates a section. is_last: Whether a program ends with its last statement."""
        section, why = placed.section, dict(lost)
        for line in section.lines:
            row = self._row(line, placed)
            row.is_last = line.at in section.last or (is_last and line.at == section.last_statement)
            if row.code:
                row.labels = self._blocks.taken_labels()
                self._coded(row, line.words)
                if line.at in why and not row.frames:
                    row.lose(why[line.at])
            self._say(row)

    def _row(self, line: Line, placed: Placed) -> Row:
        at, code, remark, _ = line
        file, begin = placed.section.file, len(code) - len(code.lstrip()) + 1
        here = Place(placed.first + at + 1, begin, len(code) + 1)
        place = Place(placed.called + 1) if file else here
        row = Row(place, code.strip(), remark=remark, file=file, at=at)
        if not row.code:
            row.lines = [f"; {remark}".rstrip()] if remark else [""]
        return row

    def _coded(self, row: Row, words: list[Word]) -> None:
        """Gives a row of code its lines."""
        if self._blocks.head(row):
            self._jumps.open.clear()
            row.lines = [*row.labels, *row.lines]
            row.head = self._blocks.program
            return
        try:
            self._statement(row, words)
        except UnreadError as why:
            row.lose(str(why))

    def _statement(self, row: Row, words: list[Word]) -> None:
        blocks = self._blocks
        label, words = label_of(words)
        if not blocks.program:
            if not (words and (is_assignment(words) or words[0].key in ("POINT", "SET"))):
                raise UnreadError("this command stands in no program")
            raise UnreadError("values outside a program are not read")
        for place, word in enumerate(words):
            self._note_local(word, words[place + 1] if place + 1 < len(words) else None)
        if label:
            row.labels.append(f"{blocks.label(label)} REMARK {label}")
        self.values.before.clear()
        if words:
            self._worked_out(row, words)
        row.lines = [*row.labels, *self.values.before, *row.lines]

    def _worked_out(self, row: Row, words: list[Word]) -> None:
        """Gives a row the lines of its statement."""
        blocks = self._blocks
        if blocks.take(row, words):
            return
        at = next((i for i, word in enumerate(words) if word.key == "GOTO"), 0)
        if words[0].key in ("ON", "ONI") and at > 1:
            target = words[at + 1].text if at + 1 < len(words) else ""
            row.lines = self._jumps.begin(self.values, words, at, blocks.label(target))
            row.frames = True  # lines behind it name its signal
        elif words[0].key in WAYS:
            row.moves = True
            code = row.code[row.code.index(words[0].text) :]
            row.lines = step_lines(code, self.values, self._whole.facts)
        else:
            self._statements.take(row, words)
        if words[0].key == "IGNORE":
            self._jumps.open.pop(row.lines[0].removeprefix("IGNORE "), None)
        if row.moves or words[0].key in PASSING:
            row.lines = self._jumps.behind(row.lines)

    def _note_local(self, word: Word, after: Word | None) -> None:
        """Notes a local name of the present program."""
        if word.kind != NAME or not word.text.startswith(".") or word.text[1:2] == "#":
            return
        name = our_name(word.text)
        if name.upper() not in self._blocks.parameters:
            is_array = after is not None and after.text == "[" and not after.apart
            self._locals.add((self._blocks.program, name.upper(), name + "[]" * is_array))

    def _say(self, row: Row) -> None:
        """Says the lines of a row."""
        draft, start = self.draft, len(self.draft.lines)
        if not row.code or row.file:
            draft.at(row.place)
            for line in row.lines:
                draft.say(line)
            if row.effect is Effect.NOT_UNDERSTOOD:
                self._lost_beside.add((row.file, row.at))
        else:
            self._say_code(row)
        source = Source(row.code, row.frames, row.head, row.file, row.at)
        self._sources.values += [source] * (len(draft.lines) - start)

    def _say_code(self, row: Row) -> None:
        draft = self.draft
        draft.begin(row.place)
        if row.effect is Effect.IGNORED:
            draft.ignore()
            draft.say(f"; {row.code}")
        elif row.effect is Effect.NOT_UNDERSTOOD:
            (draft.not_carried_out if row.moves else draft.not_understood)(row.code, row.why)
            if row.lines == row.labels:
                row.lines.append(f"; AS {draft.line_number()}: {row.code}")
        elif row.moves:
            draft.motion()
        if row.note and row.effect is Effect.CARRIED_OUT:
            draft.partly(row.note)
        last = len(row.lines) - 1
        for at, line in enumerate(row.lines):
            draft.say(line + (f" ; {row.remark}" if row.remark and at == last else ""))

    def _say_locals(self) -> None:
        """Declares the local names of each program behind its first head."""
        if not self._locals.names:
            return
        told: dict[str, dict[str, str]] = {}
        for program, key, name in self._locals:
            told.setdefault(program, {}).setdefault(key, name)
        sources = self._sources.values
        heads = ((source.head, at) for at, source in enumerate(sources) if source.head)
        first = dict(reversed(list(heads)))
        for head, at in sorted(first.items(), key=lambda each: each[1], reverse=True):
            if head in told:
                line = f"  LOCAL {', '.join(told[head].values())}"
                self.draft.insert(at + 1, [(line, self.draft.places[at])])
                sources.insert(at + 1, Source())
