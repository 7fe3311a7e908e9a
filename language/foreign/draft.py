"""A translation while a reader writes it: its lines with their places, and what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter

from language.foreign.assumed_motions import (
    BEGINNING,
    Stretch,
    joined,
    number_of_assumed,
    told_motions,
)
from language.foreign.reading import (
    DIFFERS,
    NOT_CARRIED_OUT,
    NOT_UNDERSTOOD,
    Coverage,
    Place,
    Reading,
)
from language.words.diagnostics import Diagnostic, finding

LONGEST_SHOWN = 70
# The constructor of a named tuple takes twice the time of that of a tuple.
_new = tuple.__new__
WITHOUT_VALUE = "has no value"  # in the reasons of all readers


class NotSaidError(Exception):
    """Something in foreign code that our language cannot say; its text says why."""


def literal(value: float) -> str:
    """A number as our language writes it, to 12 digits."""
    return f"{value:.12g}"


class Effect(IntEnum):  # whose members are compared quickly: there is one for each line
    """What becomes of a line of foreign code."""

    CARRIED_OUT = 0
    IGNORED = 1
    NOT_UNDERSTOOD = 2


@dataclass(frozen=True, eq=False)
class Passage:
    """A part of a translation: its lines with their places, its findings, what its lines come to.

    motions: The motions between lines that are not understood. is_numbered: Whether it names
    numbers of its lines. here: The place of its last code or remark; None where it has none.
    rows: Number of foreign lines of that code.
    """

    lines: list[str]
    places: list[Place]
    findings: list[Diagnostic]
    effects: dict[int, Effect]
    motions: list[Stretch]
    is_numbered: bool
    here: Place | None
    rows: int

    def moved(self, by: int) -> Passage:
        """The passage where the foreign text stands so many lines further down."""
        places = [_new(Place, (line + by, column, end)) for line, column, end in self.places]
        findings = [each.at_line(each.line + by) for each in self.findings]
        effects = {line + by: effect for line, effect in self.effects.items()}
        motions = [each.moved(by) for each in self.motions]
        here = self.here and self.here._replace(line=self.here.line + by)
        return Passage(
            self.lines, places, findings, effects, motions, self.is_numbered, here, self.rows
        )


def _is_for_a_value(told: Diagnostic) -> bool:
    """Whether a line is not carried out because a name has no value."""
    why = told.message.partition(": ")[0]
    return told.code in (NOT_UNDERSTOOD, NOT_CARRIED_OUT) and WITHOUT_VALUE in why


class Draft:
    """Takes the lines of a translation one after the other.

    A reader calls `begin` at each line of code, `say` for what it comes to, `ignore` or one of the
    two faults otherwise, and `motion` where a motion is said.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[Place] = []
        self.findings: list[Diagnostic] = []
        self._effects: dict[int, Effect] = {}
        self._here, self._has_begun = Place(1), False
        self._rows = 1  # number of foreign lines that the present code takes
        self._motions = [BEGINNING]
        self.is_numbered = False
        self.lines_read = 0  # foreign lines that were translated and not taken from before

    @property
    def here(self) -> Place:
        """The place of the code that is being read."""
        return self._here

    @property
    def ends_with_text(self) -> bool:
        """Whether the last line has text: this alone decides on what is written next."""
        return bool(self.lines and self.lines[-1])

    def line_number(self) -> int:
        """The number of the present line for a text that names it: other lines say it otherwise."""
        self.is_numbered = True
        return self._here.line

    def passage(self, write: Callable[[], None]) -> Passage:
        """What a function writes, as a value; it is in the translation as well.

        The function may write passages, too.
        """
        effects, self._effects = self._effects, {}
        motions, self._motions = self._motions, [BEGINNING]
        numbered, self.is_numbered = self.is_numbered, False
        begun, self._has_begun = self._has_begun, False
        start, first_finding = len(self.lines), len(self.findings)
        write()
        found = Passage(
            self.lines[start:],
            self.places[start:],
            self.findings[first_finding:],
            self._effects,
            self._motions,
            self.is_numbered,
            self._here if self._has_begun else None,
            self._rows,
        )
        effects.update(self._effects)
        joined(motions, self._motions)
        self._effects, self._motions = effects, motions
        self.is_numbered, self._has_begun = numbered or found.is_numbered, begun or self._has_begun
        return found

    def add(self, passage: Passage) -> None:
        """Adds what was written before."""
        self.lines += passage.lines
        self.places += passage.places
        self.findings += passage.findings
        self._effects.update(passage.effects)
        joined(self._motions, passage.motions)
        self.is_numbered = self.is_numbered or passage.is_numbered
        if passage.here is not None:
            self._here, self._rows, self._has_begun = passage.here, passage.rows, True

    def add_called(self, name: str, called: Draft, place: Place) -> None:
        """Adds a called program, as if all of it stood where it is called; its faults are one."""
        self.say("", place)
        for line in called.lines:
            self.say(line, place)
        faults = [f for f in called.findings if f.code != DIFFERS]
        if faults:
            first = faults[0]
            lines = "1 line is" if len(faults) == 1 else f"{len(faults)} lines are"
            told = f"{name}: {lines} not carried out, the first is line {first.line}: "
            here, column, end = place
            self.findings.append(finding(DIFFERS, told + first.message, column, end, line=here))

    def begin(self, place: Place, rows: int = 1) -> None:
        """Code begins that stands at a place; rows: Number of lines that it takes."""
        self._here, self._rows, self._has_begun = place, rows, True
        for line in self._present:
            self._effects.setdefault(line, Effect.CARRIED_OUT)

    def at(self, place: Place) -> None:
        """A remark or an empty line stands at a place: it does not count as code."""
        self._here, self._rows, self._has_begun = place, 1, True

    @property
    def _present(self) -> range:
        """The foreign lines of the present code."""
        return range(self._here.line, self._here.line + self._rows)

    def say(self, line: str, place: Place | None = None) -> None:
        """Adds a line of our language. place: Where it comes from, the present code if absent."""
        self.lines.append(line)
        self.places.append(place or self._here)

    def insert(self, at: int, lines: Iterable[tuple[str, Place]]) -> None:
        """Puts lines before the line with an index."""
        pairs = list(lines)
        self.lines[at:at] = [line for line, _ in pairs]
        self.places[at:at] = [place for _, place in pairs]

    def ignore(self) -> None:
        """The present code has no effect here."""
        self._effects.update(dict.fromkeys(self._present, Effect.IGNORED))

    def not_understood(self, code: str, why: str, help: str = "") -> None:
        """The present code is not understood: motions behind it are assumed."""
        self._lost(NOT_UNDERSTOOD, code, why, help)

    def not_carried_out(self, code: str, why: str, help: str = "") -> None:
        """The present code is a motion that is not carried out, such as one to an unknown goal."""
        self._lost(NOT_CARRIED_OUT, code, why, help)

    def _lost(self, rule: str, code: str, why: str, help: str) -> None:
        self._effects.update(dict.fromkeys(self._present, Effect.NOT_UNDERSTOOD))
        line, column, end = self._here
        shown = " ".join(code.split())
        shown = shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 2] + " …"
        self.findings.append(finding(rule, f"{why}: {shown}", column, end, line=line, help=help))
        self._motions.append(Stretch(line))

    def partly(self, why: str) -> None:
        """The present code is carried out but for one thing, which is told."""
        line, column, end = self._here
        self.findings.append(finding(DIFFERS, why, column, end, line=line))

    def motion(self) -> None:
        """The present code is a motion that is carried out."""
        self._motions[-1] = self._motions[-1].with_motions(1, self._here)

    @property
    def text(self) -> str:
        """The lines so far, each ended by LF."""
        return "\n".join([*self.lines, ""])

    def reading(self, origins: Mapping[str, str] | None = None) -> Reading:
        """The finished translation."""
        effects = list(self._effects.values())
        ignored, lost = effects.count(Effect.IGNORED), effects.count(Effect.NOT_UNDERSTOOD)
        coverage = Coverage(
            len(effects) - ignored - lost,
            ignored,
            lost,
            number_of_assumed(self._motions),
            len({told.line for told in self.findings if _is_for_a_value(told)}),
        )
        places = (*self.places, self.places[-1] if self.places else Place(1))
        findings = tuple(
            sorted((*self.findings, *told_motions(self._motions)), key=attrgetter("line"))
        )
        return Reading(self.text, places, findings, coverage, origins or {}, self.lines_read)
