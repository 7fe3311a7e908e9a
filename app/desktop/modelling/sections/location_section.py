"""The facts of a location: where the program defines it, and its figures."""

from __future__ import annotations

from collections.abc import Sequence

from app.desktop.modelling.sections.panel_section import Fact, FactSection
from app.desktop.state.document import Document
from language.programs.program import shown_value

FIGURES = ("X", "Y", "Z", "O", "A", "T")


class LocationFacts(FactSection):
    """The last definition of a location in the program in front."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self._name = name

    def facts(self) -> Sequence[Fact]:
        facts = [("Name", self._name)]
        defined = [
            s
            for s in self._document.program.definitions
            if s.location is not None and str(s.location.value).upper() == self._name.upper()
        ]
        if not defined:
            return [*facts, ("Defined in", "no line of this program")]
        facts.append(("Defined in", f"line {defined[-1].line}"))
        values = [a.value for a in defined[-1].arguments[1:] if a is not None]
        for title, value in zip(FIGURES, values, strict=False):
            unit = "mm" if title in "XYZ" else "°"
            known = isinstance(value, float)
            facts.append((title, f"{value:z.3f} {unit}" if known else shown_value(value)))
        return facts
