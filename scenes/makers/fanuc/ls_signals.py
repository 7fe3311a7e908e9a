"""Signals of FANUC as ours, which have one row of numbers: DO[3] is 3, RO[3] is 40003."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# What is added to the number of a signal of each kind.
OUTPUTS: Mapping[str, int] = MappingProxyType(
    {"DO": 0, "RO": 40_000, "UO": 60_000, "SO": 62_000, "F": 80_000, "M": 90_000}
)
INPUTS: Mapping[str, int] = MappingProxyType({"DI": 0, "RI": 50_000, "UI": 70_000, "SI": 72_000})
INPUTS_FROM = 20_000  # added to DI where a program has a DI and a DO of one number
KINDS = frozenset({*OUTPUTS, *INPUTS})


def output_text(number: int) -> str:
    """The output of a controller that a signal of ours is: DO, or RO from 40001 on."""
    return f"RO[{number - OUTPUTS['RO']}]" if number > OUTPUTS["RO"] else f"DO[{number}]"


def input_text(number: int) -> str:
    """The input of a controller that a signal of ours is: DI, or RI from 50001 on."""
    return f"RI[{number - INPUTS['RI']}]" if number > INPUTS["RI"] else f"DI[{number}]"
