"""What names of KRL stand for: signals of the controller, and values of enumerations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

INPUTS_FROM = 1000  # added to inputs where a program has an input and an output of one number


@dataclass(frozen=True)
class Names:
    """What names stand for in a program.

    signals: By name "IN" or "OUT" and a number. inputs_from: Added to the number of an input.
    enumerations: The number that stands for each `#NAME`, in the order in which they come.
    """

    signals: Mapping[str, tuple[str, int]]
    inputs_from: int = 0
    enumerations: dict[str, int] = field(default_factory=dict)

    def enumerated(self, name: str) -> int:
        """The number that stands for `#NAME`, in capitals: the same wherever the name stands."""
        return self.enumerations.setdefault(name, len(self.enumerations) + 1)

    def number(self, kind: str, number: int) -> int:
        """The number of our signal for an input ("IN") or an output ("OUT")."""
        return number + (self.inputs_from if kind == "IN" else 0)


def inputs_from(codes: Iterable[str]) -> int:
    """What is added to inputs: nothing, unless a number is used for an input and an output."""
    numbers: dict[str, set[str]] = {"IN": set(), "OUT": set()}
    for code in codes:
        for kind, number in re.findall(r"\$(IN|OUT)\[\s*(\d+)\s*\]", code, re.IGNORECASE):
            numbers[kind.upper()].add(number)
    return INPUTS_FROM if numbers["IN"] & numbers["OUT"] else 0
