"""The names that a RAPID routine has of its own: parameters, data and counters of loops."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import NUMBERS, TARGETS, TRUTHS, Routine, Values


def own_variables(routine: Routine, changed: frozenset[str]) -> list[str]:
    """Our names of the variables that each call of a routine has anew.

    Numbers, counters, and places that the module changes; others are known as they are written.
    """
    found = dict[str, str]()
    for stretch, _ in routine.parts:
        found |= {key: own_name(key) for key in stretch.counters}
        for each in stretch.declared.values():
            is_place = each.kind == TARGETS and each.key in changed
            if each.storage == "VAR" and (each.kind in NUMBERS | TRUTHS or is_place):
                found[each.key] = own_name(each.key) + ("[]" if each.sizes else "")
    for _, key in routine.parameters:
        found.pop(key, None)
    return list(found.values())


@dataclass
class Scope:
    """Hides the names of the module that the present routine has too."""

    values: Values
    expressions: Expressions
    _kept: dict[str, tuple[object, str] | None] = field(default_factory=dict)

    def enter(self, routine: Routine) -> None:
        """Makes the names of a routine known."""
        for kind, key in routine.parameters:
            self._hide(key)
            self.expressions.local[key] = kind
        for stretch, _ in routine.parts:
            for key in stretch.counters:
                self._hide(key)
                self.expressions.local[key] = "NUM"
            for declaration in stretch.declared.values():
                self._hide(declaration.key)

    def leave(self) -> None:
        """Makes known again what the names stood for before."""
        for key, value in self._kept.items():
            self.values.kinds.pop(key, None)
            if value is not None:
                self.values[key], self.values.kinds[key] = value
        self.expressions.local.clear()
        self._kept.clear()

    def _hide(self, key: str) -> None:
        if key not in self._kept:
            had = key in self.values
            kind = self.values.kinds.get(key, "")
            self._kept[key] = (self.values[key], kind) if had else None
        self.values.forget([key])

    @property
    def noted(self) -> dict[str, object]:
        """What is known of these names at a line."""
        return self.values.noted(self._kept)

    @noted.setter
    def noted(self, values: dict[str, Any]) -> None:
        self.values.put_back(values)
