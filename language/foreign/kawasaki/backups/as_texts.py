"""Texts of AS and V+ as numbers: two texts are equal where their numbers are.

Programs tell states by texts: `$task = "Pick"`, `IF $task == "Pick" THEN`. Our language has no
variables of texts, so each text that stands in the program has a number. A name of a text is known
where it only ever gets such texts or those of other names that are known. A text that is computed,
such as by $ENCODE, has no number, nor has what gets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import NAME, STRING, Word, split
from language.foreign.kawasaki.backups.as_backup import Line
from language.foreign.kawasaki.backups.as_folder import HEAD, called_by

# Name of the program for a local name, "" for a global one; the name in capitals.
Key = tuple[str, str]
DAY = "the day of the run"
# Words of statements that read texts and give none a value.
_READING = frozenset(
    [
        "PRINT",
        "TYPE",
        "IF",
        "WHILE",
        "UNTIL",
        "SCASE",
        "SVALUE",
        "CASE",
        "VALUE",
        "TCP_SEND",
        "UDP_SENDTO",
        "IFPWPRINT",
        "AUTO",
        "LOCAL",
        "GLOBAL",
        "WRITE",
        ".PROGRAM",
    ]
)
# Words of statements that wait for a text of another device, which does not come.
RECEIVING = frozenset({"TCP_RECV", "UDP_RECVFROM"})
_CUTS = "$DECODE"  # takes a part out of its first argument


@dataclass
class Texts:
    """The numbers of texts, and which names have none.

    numbers: The number of each text, from 1. parameters: Names of the parameters of each program,
    in capitals. computed: Names whose texts are not known.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    parameters: dict[str, list[str]] = field(default_factory=dict)
    computed: set[Key] = field(default_factory=set)

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
            found.parameters[head[1].upper()] = _parameters(line.code)
    finder = _Finder(found, {found.key("", name) for name in given})
    for line, head in zip(kept, heads, strict=True):
        if head is not None:
            finder.program = head[1].upper()
        elif any(word.is_text for word in line.words):
            finder.read(line.words)
    finder.close()
    return found


def _parameters(head: str) -> list[str]:
    inside = head.partition("(")[2].rpartition(")")[0]
    names = [part.partition("[")[0].strip().upper() for part in inside.split(",")]
    return [name for name in names if name and name != "]"]


@dataclass
class _Finder:
    """Finds which names have texts that are not known.

    has: Names that get a value. used: All names. links: Pairs of names: the second is not known
    where the first is not. program: Name of the program that is read, in capitals.
    """

    found: Texts
    has: set[Key]
    used: set[Key] = field(default_factory=set)
    links: list[tuple[Key, Key]] = field(default_factory=list)
    program: str = ""

    def read(self, words: list[Word]) -> None:
        """Takes from one line what it says of names of texts."""
        computed = self.found.computed
        named = {self._key(word) for word in words if word.is_text and word.kind == NAME}
        self.used |= named
        for word, _, name in zip(words, words[1:], words[2:], strict=False):
            if word.key == _CUTS:
                computed.add(self._key(name))
        called = called_by(words)
        if is_assignment(words):
            if words[0].is_text:
                at = next(i for i, word in enumerate(words) if word.text == "=")
                self._gets(self._key(words[0]), words[at + 1 :])
        elif called:
            self._passed(called, words)
        elif words[0].key in RECEIVING:
            self.has |= named
        elif words[0].key not in _READING:
            computed |= named

    def _passed(self, called: str, words: list[Word]) -> None:
        """Arguments of a call, which the program may give other values."""
        opened = next((i for i, word in enumerate(words) if word.text == "("), len(words))
        names = self.found.parameters.get(called, [])
        for part, name in zip(split(words[opened + 1 : -1]), names, strict=False):
            if "$" in name and part:
                target = self.found.key(called, name)
                self._gets(target, part)
                self.links.append((target, self._key(part[0])))

    def _gets(self, target: Key, words: Sequence[Word]) -> None:
        """A name gets a value."""
        self.has.add(target)
        is_one = len(words) == 1 or (
            len(words) > 2 and words[1].text == "[" and words[-1].text == "]"
        )
        if is_one and words[0].kind == NAME and words[0].is_text:
            self.links.append((self._key(words[0]), target))
        elif not (is_one and words[0].kind == STRING) and not is_day(words):
            self.found.computed.add(target)

    def _key(self, word: Word) -> Key:
        return self.found.key(self.program, word.text)

    def close(self) -> None:
        """A name without a value is not known, nor is what gets the value of such a name."""
        computed = self.found.computed
        computed |= self.used - self.has
        computed |= {
            self.found.key(program, name)
            for program, names in self.found.parameters.items()
            for name in names
        } - self.has
        changed = True
        while changed:
            more = {target for source, target in self.links if source in computed} - computed
            computed |= more
            changed = bool(more)


def is_day(words: Sequence[Word]) -> bool:
    """Whether words are $DATE(form): the day of a run, which is no day that a file tells."""
    return len(words) == 4 and words[0].key == "$DATE"
