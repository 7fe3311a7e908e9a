"""Signals of FANUC as ours, which have one row of numbers: DO[3] is 3, RO[3] is 3003."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

STEP = 1000
# What is added to the number of a signal of each kind.
OUTPUTS: Mapping[str, int] = MappingProxyType(
    {"DO": 0, "RO": 3 * STEP, "UO": 5 * STEP, "SO": 7 * STEP, "F": 9 * STEP, "M": 11 * STEP}
)
INPUTS: Mapping[str, int] = MappingProxyType(
    {"DI": 0, "RI": 4 * STEP, "UI": 6 * STEP, "SI": 8 * STEP}
)
INPUTS_FROM = STEP  # added to DI where a program has a DI and a DO of one number
KINDS = frozenset({*OUTPUTS, *INPUTS})


def output_text(number: int) -> str:
    """The output of a controller that a signal of ours is: DO up to 2999, RO from 3001 on."""
    return f"RO[{number - OUTPUTS['RO']}]" if number > OUTPUTS["RO"] else f"DO[{number}]"


def input_text(number: int) -> str:
    """The input of a controller that a signal of ours is: DI up to 2999, RI from 4001 on."""
    return f"RI[{number - INPUTS['RI']}]" if number > INPUTS["RI"] else f"DI[{number}]"
