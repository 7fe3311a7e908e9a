"""Texts of AS and V+ as numbers: two texts are equal where their numbers are.

Programs tell states by texts: `$task = "Pick"`, `IF $task == "Pick" THEN`. Our language has no
variables of texts, so each text that stands in the program has a number. A name of a text is known
where it only ever gets such texts or those of other names that are known. A text that is computed,
such as by $ENCODE, has no number, nor has what gets it.

No device answers a simulated controller. A name that only gets texts that would be received, or
what is made of these, never has a value: what uses it ends a run as it ends on the controller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import NAME, STRING, Word, split
from language.foreign.kawasaki.backups.as_backup import Line
from language.foreign.kawasaki.backups.as_folder import HEAD, called_by

# Name of the program for a local name, "" for a global one; the name in capitals.
Key = tuple[str, str]
DAY = "the day of the run"
# Words of statements that read texts and give none a value.
_READING = frozenset(
    {
        "PRINT", "TYPE", "IF", "WHILE", "UNTIL", "SCASE", "SVALUE", "CASE", "VALUE", "TCP_SEND",
        "UDP_SENDTO", "IFPWPRINT", "IFPWOVERWRITE", "AUTO", "LOCAL", "GLOBAL", "WRITE", ".PROGRAM",
        "POINT", "SET", "DECOMPOSE", "SIGNAL", "BITS", "WAIT", "TWAIT", "DELAY", "SPEED", "LMOVE",
        "JMOVE", "MOVE", "MOVES",
    }
)  # fmt: skip
# Words of statements that wait for a text of another device, which does not come.
RECEIVING = frozenset({"TCP_RECV", "UDP_RECVFROM"})
_CUTS = "$DECODE"  # takes a part out of its first argument


@dataclass
class Texts:
    """The numbers of texts, and which names have none.

    numbers: The number of each text, from 1. parameters: Names of the parameters of each program,
    in capitals. computed: Names whose texts are not known. absent: Names that never have a value.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    parameters: dict[str, list[str]] = field(default_factory=dict)
    computed: set[Key] = field(default_factory=set)
    absent: set[Key] = field(default_factory=set)

    def number_of(self, text: str) -> int:
        """The number of a text."""
        return self.numbers.setdefault(text, len(self.numbers) + 1)

    def key(self, program: str, name: str) -> Key:
        """What tells a name of a text, which may be local to a program, from all others."""
        known = name.upper()
        is_local = known.startswith(".") or known in self.parameters.get(program, ())
        return (program if is_local else ""), known

    def is_known(self, program: str, name: str) -> bool:
        """Whether a name only ever gets texts with numbers."""
        return self.key(program, name) not in self.computed

    def is_absent(self, program: str, name: str) -> bool:
        """Whether a name never has a value, because no text is received."""
        return self.key(program, name) in self.absent

    def takes(self, program: str, at: int) -> bool:
        """Whether the parameter of a program at an index from 0 gets the number of a text."""
        names = self.parameters.get(program, ())
        return at < len(names) and "$" in names[at] and self.is_known(program, names[at])


def texts_of(lines: Iterable[Line], given: Iterable[str] = ()) -> Texts:
    """The texts of programs. given: Names of texts that have values in a backup."""
    kept = [line for line in lines if line.words]
    found = Texts()
    heads = [HEAD.match(line.code) for line in kept]
    for line, head in zip(kept, heads, strict=True):
        if head is not None:
            found.parameters[head[1].upper()] = parameters_of(line.code)
    finder = _Finder(found)
    for name in given:
        finder.gets(found.key("", name), _Source(stands=True))
    for line, head in zip(kept, heads, strict=True):
        if head is not None:
            finder.program = head[1].upper()
        elif any(word.is_text for word in line.words):
            finder.read(line.words)
    finder.close()
    return found


def parameters_of(head: str) -> list[str]:
    """The names of the parameters in the head of a program, in capitals."""
    inside = head.partition("(")[2].rpartition(")")[0]
    names = [part.partition("[")[0].strip().upper() for part in inside.split(",")]
    return [name for name in names if name and name != "]"]


class _Source(NamedTuple):
    """Where a name of a text has a value from.

    stands: The text stands in the program. comes: It would be received. copied: From another name.
    made: It is computed, and of these names.
    """

    stands: bool = False
    comes: bool = False
    copied: Key | None = None
    made: frozenset[Key] = frozenset()

    def is_absent(self, absent: Set[Key]) -> bool:
        """Whether there is never such a text. absent: Names that never have a value."""
        return self.comes or self.copied in absent or bool(self.made & absent)

    def is_computed(self, absent: Set[Key], computed: Set[Key]) -> bool:
        """Whether the text is not known."""
        if self.copied is not None:
            return self.copied in computed
        return not (self.stands or self.is_absent(absent))


@dataclass
class _Finder:
    """Finds which names have texts that are not known, and which never have a value.

    sources: Of each name. inside: Names that statements other than calls give a value. passed:
    Pairs of a parameter and the name that a call gives for it. program: Name of the program that is
    read, in capitals.
    """

    found: Texts
    sources: dict[Key, list[_Source]] = field(default_factory=dict)
    inside: set[Key] = field(default_factory=set)
    passed: list[tuple[Key, Key]] = field(default_factory=list)
    used: set[Key] = field(default_factory=set)
    program: str = ""

    def gets(self, name: Key, source: _Source) -> None:
        """A name gets a value."""
        self.sources.setdefault(name, []).append(source)
        self.inside.add(name)

    def read(self, words: list[Word]) -> None:
        """Takes from one line what it says of names of texts."""
        named = self._named(words)
        self.used |= named
        for word, _, cut in zip(words, words[1:], words[2:], strict=False):
            if word.key == _CUTS:
                self.gets(self._key(cut), _Source(made=frozenset({self._key(cut)})))
        called = called_by(words)
        if is_assignment(words):
            if words[0].is_text:
                at = next(i for i, word in enumerate(words) if word.text == "=")
                self.gets(self._key(words[0]), self._source(words[at + 1 :]))
        elif called:
            self._pass(called, words)
        elif words[0].key in RECEIVING:
            for name in named:
                self.gets(name, _Source(comes=True))
        elif words[0].key not in _READING:
            for name in named:
                self.gets(name, _Source())

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
        is_one = len(words) == 1 or (
            len(words) > 2 and words[1].text == "[" and words[-1].text == "]"
        )
        if is_one and words[0].kind == NAME and words[0].is_text:
            return _Source(copied=self._key(words[0]))
        stands = (is_one and words[0].kind == STRING) or is_day(words)
        return _Source(stands=stands, made=frozenset(self._named(words)))

    def _named(self, words: Sequence[Word]) -> set[Key]:
        return {self._key(word) for word in words if word.is_text and word.kind == NAME}

    def _key(self, word: Word) -> Key:
        return self.found.key(self.program, word.text)

    def close(self) -> None:
        """Decides on all names."""
        for parameter, name in self.passed:
            if parameter in self.inside:
                self.sources.setdefault(name, []).append(_Source(copied=parameter))
        absent = self.found.absent = set(self.sources)
        while more := {
            name for name in absent if not all(s.is_absent(absent) for s in self.sources[name])
        }:
            absent -= more
        computed = self.found.computed = self.used - self.sources.keys()
        for program, names in self.found.parameters.items():
            computed |= {self.found.key(program, name) for name in names} - self.sources.keys()
        while more := {
            name
            for name, sources in self.sources.items()
            if name not in computed and any(s.is_computed(absent, computed) for s in sources)
        }:
            computed |= more


def is_day(words: Sequence[Word]) -> bool:
    """Whether words are $DATE(form): the day of a run, which is no day that a file tells."""
    return len(words) == 4 and words[0].key == "$DATE"
