"""What names of KRL stand for: signals of the controller, and values of enumerations."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from language.foreign.kept.ledgers import Numbers

SIGNAL = re.compile(r"\$(IN|OUT)\[\s*(\d+)\s*\]", re.IGNORECASE)
INPUTS_FROM = 1000  # added to inputs where a program has an input and an output of one number


@dataclass
class Names:
    """What names stand for in a program.

    signals: By name "IN" or "OUT" and a number. inputs_from: Added to the number of an input.
    enumerations: The number that stands for each `#NAME`, in the order in which they come.
    """

    signals: Mapping[str, tuple[str, int]]
    inputs_from: int = 0
    enumerations: Numbers = field(default_factory=Numbers)

    def enumerated(self, name: str) -> int:
        """The number that stands for `#NAME`, in capitals: the same wherever the name stands."""
        return self.enumerations.of(name)

    def number(self, kind: str, number: int) -> int:
        """The number of our signal for an input ("IN") or an output ("OUT")."""
        return number + (self.inputs_from if kind == "IN" else 0)


def signals_in(codes: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The inputs ("IN") and outputs ("OUT") that lines of code name by numbers."""
    return frozenset(
        (kind.upper(), number)
        for code in codes
        if "$" in code
        for kind, number in SIGNAL.findall(code)
    )


def inputs_from(signals: Collection[tuple[str, str]]) -> int:
    """What is added to inputs: nothing, unless a number is used for an input and an output."""
    outputs = {number for kind, number in signals if kind == "OUT"}
    return INPUTS_FROM if any(k == "IN" and n in outputs for k, n in signals) else 0
