"""The names that a RAPID routine has of its own: parameters, data and counters of loops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scenes.makers.rapid.translation.rapid_counters import Counters
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import (
    NUMBERS,
    TARGETS,
    TRUTHS,
    Routine,
    Values,
    dimensions,
)


def own_variables(routine: Routine, changed: frozenset[str], counters: Iterable[str]) -> list[str]:
    """Our names of the variables that each call of a routine has anew.

    Numbers, counters, places that the module changes and places in arrays; others are known as
    they are written.
    counters: Our names of the counters.
    """
    found = {name: name for name in counters}
    for group, _ in routine.groups:
        for each in group.declared:
            is_place = each.kind == TARGETS and each.key in changed
            is_number = each.storage == "VAR" and each.kind in NUMBERS | TRUTHS
            if is_number or is_place or (each.kind == TARGETS and each.sizes):
                name = own_name(each.key)
                found[name] = name + ("[]" if each.sizes else "")
    for _, key in routine.parameters:
        found.pop(own_name(key), None)
    return list(found.values())


@dataclass
class Scope:
    """Hides the names of the module that the present routine has too."""

    values: Values
    expressions: Expressions
    counters: Counters
    _kept: dict[str, Any] = field(default_factory=dict)

    def enter(self, routine: Routine) -> None:
        """Makes the names of a routine known."""
        for kind, key in routine.parameters:
            self._hide(key)
            self.values.sizes.pop(key, None)
            self.expressions.local[key] = kind.partition("{")[0]
            if dimensions(kind):
                self.expressions.arrays[key] = dimensions(kind)
        named = zip(routine.parameters, routine.optional, strict=True)
        self.expressions.optional = frozenset(key for (_, key), may_miss in named if may_miss)
        for group, _ in routine.groups:
            for declaration in group.declared:
                self._hide(declaration.key)
        self.counters.enter(routine, self._kept.keys())

    def leave(self) -> None:
        """Makes known again what the names stood for before."""
        self.values.put_back(self._kept)
        self.expressions.local.clear()
        self.expressions.arrays.clear()
        self.expressions.optional = frozenset()
        self._kept.clear()
        self.counters.leave()

    def _hide(self, key: str) -> None:
        if key not in self._kept:
            self._kept |= self.values.noted([key])
        self.values.forget([key])

    @property
    def noted(self) -> dict[str, object]:
        """What is known of these names at a line."""
        return self.values.noted(self._kept)

    @noted.setter
    def noted(self, values: dict[str, Any]) -> None:
        self.values.put_back(values)
