"""Texts of AS and V+ as numbers: two texts are equal where their numbers are.

Programs tell states by texts: `$task = "Pick"`, `IF $task == "Pick" THEN`. Our language has no
variables of texts, so each text that a name may have in a run has a number. These are found before
the run: those that stand in the program, and those that are cut out of them or joined. A text that
is made of a number, such as by $ENCODE, has no number, nor has what gets it.

No device answers a simulated controller. A name that only gets texts that would be received, or
what is made of these, never has a value: what uses it ends a run as it ends on the controller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import NAME, Word, split
from language.foreign.kawasaki.backups.as_backup import Programs
from language.foreign.kawasaki.backups.as_lines import called_by
from language.foreign.kawasaki.backups.as_sections import Told
from language.foreign.kawasaki.texts import text_sets
from language.foreign.kawasaki.texts.text_functions import CUTS, REST
from language.foreign.kawasaki.texts.text_sets import MOST_TEXTS, NOTHING, rows_of, texts_in
from language.foreign.kept.ledgers import Lookups, Numbers

# Name of the program for a local name, "" for a global one; the name in capitals.
Key = tuple[str, str]
_DIGITS = re.compile(r"(-?)(\d{1,4})")
# Words of statements that read texts and give none a value.
_READING = frozenset(
    {
        "PRINT", "TYPE", "IF", "WHILE", "UNTIL", "SCASE", "SVALUE", "CASE", "VALUE", "TCP_SEND",
        "UDP_SENDTO", "IFPWPRINT", "IFPWOVERWRITE", "AUTO", "LOCAL", "GLOBAL", "WRITE", ".PROGRAM",
        "POINT", "SET", "DECOMPOSE", "SIGNAL", "BITS", "WAIT", "TWAIT", "DELAY", "SPEED", "LMOVE",
        "JMOVE", "MOVE", "MOVES", "SEND", "FOPEN", "SCALL", "FOR", "SOUT",
    }
)  # fmt: skip
# Words of statements that wait for a text of another device, which does not come.
RECEIVING = frozenset({"TCP_RECV", "UDP_RECVFROM", "TCP_STATUS", "RECEIVE", "READ"})


@dataclass
class Texts:
    """The numbers of texts, and the texts that names may have.

    numbers: The number of each text, from 1. parameters: Names of the parameters of each program,
    in capitals. values: The texts that a name may have in a run; None where they are not known, an
    empty set where it never has one. counts: Whole numbers that stand in texts and in names of
    programs; none where no program is called by a text. programs: The names of all programs, in
    capitals, where one is called by a text.
    """

    numbers: Numbers = field(default_factory=Numbers)
    parameters: dict[str, list[str]] = field(default_factory=dict)
    counts: tuple[int, ...] = ()
    programs: frozenset[str] = frozenset()
    values: Lookups[Key, text_sets.Texts] = field(default_factory=lambda: Lookups({}))

    def number_of(self, text: str) -> int:
        """The number of a text."""
        return self.numbers.of(text)

    def key(self, program: str, name: str) -> Key:
        """What tells a name of a text, which may be local to a program, from all others."""
        known = name.upper()
        is_local = known.startswith(".") or known in self.parameters.get(program, ())
        return (program if is_local else ""), known

    def texts_of(self, program: str) -> text_sets.Known:
        """What is known of the texts in a program."""
        return text_sets.Known(
            lambda word: self.values.get(self.key(program, word.text)), self.counts
        )

    def is_known(self, program: str, name: str) -> bool:
        """Whether a name only ever gets texts with numbers."""
        return self.values.get(self.key(program, name)) is not None

    def is_absent(self, program: str, name: str) -> bool:
        """Whether a name never has a value, because no text is received."""
        return self.values.get(self.key(program, name)) == NOTHING

    def takes(self, program: str, at: int) -> bool:
        """Whether the parameter of a program at an index from 0 gets the number of a text."""
        names = self.parameters.get(program, ())
        return at < len(names) and "$" in names[at] and self.is_known(program, names[at])


def texts_of(code: Programs, given: Iterable[Told] = ()) -> Texts:
    """The texts of programs. given: Texts that stand in a backup."""
    found = Texts()
    stretches = [(name, stretch) for name, own in code.items() for _, stretch in own]
    for _, stretch in stretches:
        if stretch.head is not None:
            found.parameters[stretch.head] = parameters_of(stretch.code)
    if any(stretch.calls_by_text for _, stretch in stretches):
        held = frozenset[str]().union(*(stretch.strings for _, stretch in stretches))
        found.programs = frozenset(name for name in code if name)
        found.counts = _counts_in(held | found.programs)
    finder = _Finder(found)
    for told in given:
        finder.gets(found.key("", told.name), _standing(frozenset({told.text})))
    for program, stretch in stretches:
        finder.program = program
        for words in stretch.of_texts:
            finder.read(words)
    finder.close()
    return found


def _counts_in(texts: Iterable[str]) -> tuple[int, ...]:
    """The whole numbers that may be parts of texts; none where they are too many."""
    found = {
        int(sign + digits[first:last])
        for text in texts
        for sign, digits in _DIGITS.findall(text)
        for first in range(len(digits))
        for last in range(first + 1, len(digits) + 1)
        if digits[first] != "0" or last == first + 1
        for sign in ("", *sign)
    }
    return tuple(sorted(found)) if len(found) < MOST_TEXTS else ()


def parameters_of(head: str) -> list[str]:
    """The names of the parameters in the head of a program, in capitals."""
    inside = head.partition("(")[2].rpartition(")")[0]
    names = [part.partition("[")[0].strip().upper() for part in inside.split(",")]
    return [name for name in names if name and name != "]"]


class _Source(NamedTuple):
    """Where a name of a text has texts from. made: Of the texts of these names."""

    texts: Callable[[], text_sets.Texts]
    made: frozenset[Key] = frozenset()


def _standing(texts: text_sets.Texts) -> _Source:
    """A source with these texts."""
    return _Source(lambda: texts)


@dataclass
class _Finder:
    """Finds the texts that each name may have.

    sources: Of each name. inside: Names that statements other than calls give a value. passed:
    Pairs of a parameter and the name that a call gives for it. program: Name of the program that is
    read, in capitals. values: Those of the texts.
    """

    found: Texts
    sources: dict[Key, list[_Source]] = field(default_factory=dict)
    inside: set[Key] = field(default_factory=set)
    passed: list[tuple[Key, Key]] = field(default_factory=list)
    used: set[Key] = field(default_factory=set)
    program: str = ""
    values: dict[Key, text_sets.Texts] = field(default_factory=dict)

    def gets(self, name: Key, source: _Source) -> None:
        """A name gets a value."""
        self.sources.setdefault(name, []).append(source)
        self.inside.add(name)

    def read(self, words: list[Word]) -> None:
        """Takes from one line what it says of names of texts."""
        named = self._named(words)
        self.used |= named
        for at, word in enumerate(words):
            if word.key == CUTS:
                self._cut(words[at + 1 :])
        called = called_by(words)
        if is_assignment(words):
            if words[0].is_text:
                at = next(i for i, word in enumerate(words) if word.text == "=")
                self.gets(self._key(words[0]), self._source(words[at + 1 :]))
        elif called:
            self._pass(called, words)
        elif words[0].key in RECEIVING:
            for name in named:
                self.gets(name, _standing(NOTHING))
        elif words[0].key not in _READING:
            for name in named:
                self.gets(name, _standing(None))

    def _cut(self, words: list[Word]) -> None:
        """$DECODE, which leaves the rest in its first argument. words: Those behind it."""
        depth, end = 0, 0
        for at, word in enumerate(words):
            depth += {"(": 1, ")": -1}.get(word.text, 0)
            if depth == 0:
                end = at
                break
        given = split(words[1:end])
        if not given or not given[0] or given[0][0].kind != NAME:
            return
        known = self.found.texts_of(self.program)

        def left() -> text_sets.Texts:
            rows = rows_of(REST, given, known)
            return rows if rows is None else frozenset(str(each) for _, each in rows)

        self.gets(self._key(given[0][0]), _Source(left, frozenset(self._named(words[1:end]))))

    def _pass(self, called: str, words: list[Word]) -> None:
        """Arguments of a call, which the program may give other values."""
        opened = next((i for i, word in enumerate(words) if word.text == "("), len(words))
        names = self.found.parameters.get(called, [])
        for part, name in zip(split(words[opened + 1 : -1]), names, strict=False):
            if "$" in name and part:
                target = self.found.key(called, name)
                self.sources.setdefault(target, []).append(self._source(part))
                self.passed.append((target, self._key(part[0])))

    def _source(self, words: Sequence[Word]) -> _Source:
        known = self.found.texts_of(self.program)
        return _Source(lambda: texts_in(words, known), frozenset(self._named(words)))

    def _named(self, words: Sequence[Word]) -> set[Key]:
        return {self._key(word) for word in words if word.is_text and word.kind == NAME}

    def _key(self, word: Word) -> Key:
        return self.found.key(self.program, word.text)

    def close(self) -> None:
        """Decides on all names: texts are added until no name gets another one."""
        values = self.values
        for parameter, name in self.passed:
            if parameter in self.inside:
                source = _Source(partial(values.get, parameter), frozenset({parameter}))
                self.sources.setdefault(name, []).append(source)
        values |= dict.fromkeys(self.sources, NOTHING)
        self.found.values = Lookups(values)  # sources ask for them
        changed = None
        while changed is None or changed:
            before, changed = changed, set[Key]()
            for name, sources in self.sources.items():
                asked = [s for s in sources if before is None or s.made & before]
                if self._grows(name, asked):
                    changed.add(name)

    def _grows(self, name: Key, sources: Iterable[_Source]) -> bool:
        """Whether a name gets more texts from sources."""
        values = self.values
        had = values[name]
        for source in sources:
            more, now = source.texts(), values[name]
            if now is None:
                break
            both = None if more is None else now | more
            values[name] = None if both is None or len(both) > MOST_TEXTS else both
        return values[name] != had
