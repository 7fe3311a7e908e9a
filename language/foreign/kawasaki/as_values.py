"""Numbers, conditions and locations of AS and V+ in our language.

`a + b` of locations is our product, from left to right, `-a` is what undoes it. Texts that are
computed and the controller's own state are not known here: they are refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from language.foreign.kawasaki.as_forms import is_string
from language.foreign.kawasaki.as_tokens import NAME, NUMBER, Word, our_name
from language.foreign.kawasaki.as_words import (
    ALONE,
    CONSTANTS,
    EXISTS,
    LOCATIONS,
    NUMBERS,
    OF_LOCATIONS,
    OPERATORS,
    RUNNING,
    STATES,
)
from language.foreign.kawasaki.as_workings import (
    RANDOM,
    bits_lines,
    part_lines,
    power_lines,
    random_lines,
)
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.texts.as_texts import Texts
from language.foreign.kawasaki.texts.text_functions import NUMBER_FUNCTIONS
from language.foreign.kawasaki.texts.text_reader import TextReader
from language.foreign.kawasaki.texts.word_cursor import NoValueError, UnreadError
from language.foreign.kept.ledgers import Members, Numbers, Used

MOST_NESTED = 40
FIRST_NAMED_TIMER = 1001  # of timers with names; AS has numbers to 10
NO_VALUE = "has no value"
NO_FACTS = "the robot file does not say how its controller counts joints"


@dataclass
class Values:
    """Reads values.

    facts: Of the controller. unknown: Names here without a
    value, those of places with @ before them. backed: Names of the values in a backup, in capitals;
    None without one. clashes: Why names have no value to which files give several. texts: The
    numbers of texts. program: Name of the program that is open, in capitals. before: Lines that
    stand before the present one and work out what it needs. programs: Names of ours that lines
    need beside the text. timers: Numbers of timers with names. brief: Programs
    that come to their end without a wait or a motion. is_timed: Whether a line gives the next
    motion a time.
    """

    facts: Facts = field(default_factory=Facts)
    unknown: Members[str] = field(default_factory=Members)
    backed: Members[str] | None = None
    clashes: Mapping[str, str] = field(default_factory=dict)
    texts: Texts = field(default_factory=Texts)
    program: str = ""
    before: list[str] = field(default_factory=list)
    programs: Used[str] = field(default_factory=Used)
    timers: Numbers = field(default_factory=lambda: Numbers(FIRST_NAMED_TIMER))
    brief: Members[str] = field(default_factory=Members)
    is_timed: bool = False

    def timer(self, word: Word) -> int:
        """The number here of a timer with a name."""
        return self.timers.of(word.key)

    def no_value(self, word: Word) -> NoValueError:
        """Why a name has no value."""
        told = self.clashes.get(our_name(word.text).upper(), NO_VALUE)
        return NoValueError(f"{word.text} {told}")

    def number(self, words: list[Word]) -> str:
        """A number or a condition."""
        return self._read(words, _Reader.number)

    def text(self, words: list[Word]) -> str:
        """The number of a text, or the name that has it."""
        return self._read(words, _Reader.text)

    def texts_in(self, words: list[Word]) -> frozenset[str]:
        """The texts that words may have. Raises UnreadError where they are not known."""
        found = _Reader(self, words).texts_of(words)
        if found is None:
            raise UnreadError("a text here is computed, such texts are not known here")
        return found

    def location(self, words: list[Word]) -> str:
        """A location, or joint values."""
        return self._read(words, _Reader.location, "TRANS({}, 0, 0)")

    def _read(self, words: list[Word], read: Callable[[_Reader], str], absent: str = "{}") -> str:
        """A value. absent: How a name without a value is said for a value that is made of it."""
        count = len(self.before)
        try:
            return _Reader(self, words).whole(read)
        except UnreadError:
            del self.before[count:]
            at = next((i for i, word in enumerate(words) if self._is_absent(word)), None)
            if at is None:
                raise
            return absent.format(_Reader(self, words[at:]).name())

    def _is_absent(self, word: Word) -> bool:
        is_name = word.kind == NAME and word.is_text
        return is_name and self.texts.is_absent(self.program, word.text)

    def joints(self, values: list[list[Word]]) -> list[str]:
        """Joint values here, from those that the controller shows."""
        of_joint = self.facts.of_joint
        if of_joint is None:
            raise UnreadError(NO_FACTS)
        return [of_joint(i, self.number(words)) for i, words in enumerate(values)]

    def shown(self, count: int) -> list[str]:
        """What the controller shows of the joint values in part_a."""
        shown = self.facts.shown
        if shown is None:
            raise UnreadError(NO_FACTS)
        return [shown(i, f"part_a[{i + 1}]") for i in range(count)]


class _Reader(TextReader):
    """A reader of the words of one value."""

    def __init__(self, values: Values, words: list[Word]) -> None:
        super().__init__(values, words)
        self._values: Values = values
        self._depth = 0

    def whole(self, read: Callable[[_Reader], str]) -> str:
        """All words as one value."""
        return self.all_of(lambda: read(self))

    # Numbers.

    def number(self) -> str:
        """Values with operators between them: ours have the same ranks."""
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise UnreadError("nested too deeply")
        parts = [self._signed()]
        while self._key() in OPERATORS:
            parts += [OPERATORS[self._next().key], self._signed()]
        self._depth -= 1
        if self._key() in STATES:
            raise UnreadError(f"{self._key()} is not known here")
        return " ".join(parts)

    def _signed(self) -> str:
        signs = ""
        while self._key() in ("-", "+", "NOT"):
            signs += {"NOT": "NOT "}.get(self._key(), self._key())
            self._at += 1
        value = self._atom()
        while self._key() == "^":
            self._at += 1
            value = self._worked_out("power", power_lines, value, self._signed())
        return signs + value

    def _atom(self) -> str:
        word = self._next()
        if word.kind == NUMBER:
            return _digits(word.value) if word.text.startswith("^") else word.text
        if word.is_text:
            return self._compared()
        if word.text == "(":
            inner = self.number()
            self._close(")")
            return f"({inner})"
        if word.kind != NAME:
            raise UnreadError(f"a value is expected, not {word.text}")
        if word.key in CONSTANTS and self._key() not in ("(", "["):
            return CONSTANTS[word.key]
        if self._key() == "(":
            return self._function(word)
        if word.key == "RANDOM":
            self._values.programs.add(RANDOM)
            return self._worked_out("random", random_lines)
        if word.key in STATES:
            raise UnreadError(f"{word.key} is not known here")
        name = our_name(word.text)
        if name.upper() in self._values.unknown:
            raise self._values.no_value(word)
        return name + self._index()

    def _function(self, word: Word) -> str:
        given = self._arguments() or [[]]
        if word.key in EXISTS and self._values.backed is not None and is_string(given[0]):
            name = our_name(given[0][0].text.strip('" ')).upper().replace(" ", "")
            return "TRUE" if name in self._values.backed else "FALSE"
        if word.key == "EXISTPGM" and len(given) == 1:
            return self.is_among(given[0], self._values.texts.programs)
        if word.key in OF_LOCATIONS:
            told = [self._values.location(each) for each in given]
            return f"{OF_LOCATIONS[word.key]}({', '.join(told)})"
        if word.key == "SWITCH" and len(given) == 1 and len(given[0]) == 1:
            if given[0][0].key in RUNNING:
                return RUNNING[given[0][0].key]
            raise UnreadError(f"the switch {given[0][0].text} is not known here")
        if word.key == "UTIMER" and given and len(given[0]) == 2:
            return f"TIMER({self._values.timer(given[0][1])})"
        if word.key == "IOSTAT":  # every device that is opened is there
            return "1"
        if word.key == "TASK" and len(given) == 1:
            return "1" if [each.text for each in given[0]] == ["1"] else "0"
        if word.key == "DEXT" and len(given) == 2:
            return self._component(given)
        if word.key in NUMBER_FUNCTIONS:
            return self._of_texts(word, given)
        if word.key in NUMBERS:
            told = [self._number(each) for each in given]
            if word.key in ("BITS", "BITS32") and len(told) == 2 and not told[1].isdecimal():
                return self._worked_out("bits", bits_lines, *told)
            return NUMBERS[word.key](told)
        raise UnreadError(f"{word.text}() is not known here")

    def _number(self, words: list[Word]) -> str:
        return self._values.number(words)

    def _component(self, given: list[list[Word]]) -> str:
        """DEXT(place, n): x, y, z, o, a or t of a location."""
        place, which = self._values.location(given[0]), self._values.number(given[1])
        if place.startswith("#"):
            raise UnreadError("a component of joint values is not read")
        return self._worked_out("part", part_lines, place, which)

    # Locations.

    def location(self) -> str:
        """A product of locations."""
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise UnreadError("nested too deeply")
        parts = [self._term()]
        while self._key() in ("+", "-", ":"):
            if self._key() != "-":
                self._at += 1
            parts.append(self._term())
        self._depth -= 1
        return ":".join(parts)

    def _term(self) -> str:
        undone = False
        while self._key() in ("-", "+"):
            undone ^= self._next().text == "-"
        term = self._place()
        return LOCATIONS["-"]([term]) if undone else term

    def _place(self) -> str:
        word = self._next()
        if word.text == "(":
            inner = self.location()
            self._close(")")
            return inner
        if word.text == "#" and self._key() == "[":
            return f"#PPOINT({', '.join(self._values.joints(self._listed()))})"
        if word.kind != NAME or word.is_text:
            raise UnreadError(f"a location is expected, not {word.text}")
        if self._key() == "(":
            return self._made(word)
        if word.key in ("TOOL", "BASE"):
            return self._set(word.key)
        if word.key in ALONE:
            return word.key
        if word.key == "#HERE":
            return f"#{self._worked_out('here', lambda name: [f'HERE #{name}'])}"
        joint = "#" if "#" in word.text[:2] else ""
        name = our_name(word.text)
        if f"@{name.upper()}" in self._values.unknown:
            if joint and self._values.facts.of_joint is None:
                raise UnreadError(NO_FACTS)
            raise self._values.no_value(word)
        return joint + name + self._index()

    def _set(self, word: str) -> str:
        """The tool or the base that is set, as the controller counts it."""
        facts = self._values.facts
        own = f"INVERSE(TRANS({facts.flange})):" if facts.flange else ""
        if word == "TOOL":
            return f"{own}TOOL"
        return f"INVERSE(BASE:TRANS({facts.base}))" if facts.base else "INVERSE(BASE)"

    def _made(self, word: Word) -> str:
        """A location that a function makes."""
        given = self._arguments() or [[]]
        make = LOCATIONS.get(word.key)
        if make is None:
            raise UnreadError(f"{word.text}() is not known here")
        if word.key == "#PPOINT":
            return make(self._values.joints(given))
        if word.key == "SHIFT":
            by = next((i for i, each in enumerate(given[0]) if each.key == "BY"), None)
            if by is None:
                raise UnreadError("BY is missing")
            place, first = given[0][:by], given[0][by + 1 :]
            shifts = [self._number_or_zero(each) for each in [first, *given[1:]]]
            return make([self._values.location(place), *shifts])
        if word.key in ("FRAME", "INVERSE", "NORMAL"):
            return make([self._values.location(each) for each in given])
        return make([self._number_or_zero(each) for each in given])

    def _number_or_zero(self, words: list[Word]) -> str:
        return self._values.number(words) if words else "0"


def _digits(value: float) -> str:
    return f"{value:.10g}"
