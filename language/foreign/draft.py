"""A translation while a reader writes it: its lines with their places, and what is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from language.foreign.reading import (
    ASSUMED,
    DIFFERS,
    NOT_CARRIED_OUT,
    NOT_UNDERSTOOD,
    Coverage,
    Place,
    Reading,
)
from language.words.diagnostics import Diagnostic, finding

LONGEST_SHOWN = 70


class Effect(Enum):
    """What becomes of a line of foreign code."""

    CARRIED_OUT = "carried out"
    IGNORED = "ignored"
    NOT_UNDERSTOOD = "not understood"


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
        self._here = Place(1)
        self._cause = 0  # line that is not understood and not told by an assumed motion yet
        self._is_assumed = False
        self._assumed = 0

    @property
    def here(self) -> Place:
        """The place of the code that is being read."""
        return self._here

    def begin(self, place: Place, rows: int = 1) -> None:
        """Code begins that stands at a place; rows: Number of lines that it takes."""
        self._here = place
        for line in range(place.line, place.line + rows):
            self._effects.setdefault(line, Effect.CARRIED_OUT)

    def at(self, place: Place) -> None:
        """A remark or an empty line stands at a place: it does not count as code."""
        self._here = place

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
        self._effects[self._here.line] = Effect.IGNORED

    def not_understood(self, code: str, why: str, help: str = "") -> None:
        """The present code is not understood: motions behind it are assumed."""
        self._lost(NOT_UNDERSTOOD, code, why, help)

    def not_carried_out(self, code: str, why: str, help: str = "") -> None:
        """The present code is a motion that is not carried out, such as one to an unknown goal."""
        self._lost(NOT_CARRIED_OUT, code, why, help)

    def _lost(self, rule: str, code: str, why: str, help: str) -> None:
        self._effects[self._here.line] = Effect.NOT_UNDERSTOOD
        line, column, end = self._here
        shown = " ".join(code.split())
        shown = shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 2] + " …"
        self.findings.append(finding(rule, f"{why}: {shown}", column, end, line=line, help=help))
        self._cause, self._is_assumed = line, True

    def partly(self, why: str) -> None:
        """The present code is carried out but for one thing, which is told."""
        line, column, end = self._here
        self.findings.append(finding(DIFFERS, why, column, end, line=line))

    def motion(self) -> None:
        """The present code is a motion that is carried out."""
        if not self._is_assumed:
            return
        self._assumed += 1
        if not self._cause:
            return
        line, column, end = self._here
        message = f"this motion and those behind it are assumed: line {self._cause} is not done"
        self.findings.append(finding(ASSUMED, message, column, end, line=line))
        self._cause = 0

    def reading(self, origins: Mapping[str, str] | None = None) -> Reading:
        """The finished translation."""
        counts = dict.fromkeys(Effect, 0)
        for effect in self._effects.values():
            counts[effect] += 1
        coverage = Coverage(
            counts[Effect.CARRIED_OUT],
            counts[Effect.IGNORED],
            counts[Effect.NOT_UNDERSTOOD],
            self._assumed,
        )
        text = "\n".join([*self.lines, ""])
        places = (*self.places, self.places[-1] if self.places else Place(1))
        return Reading(text, places, tuple(self.findings), coverage, origins or {})
