"""Places of which only some components are given: the others are those of where the arm is."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.makers.krl.terms.krl_assignments import component_lines, shifted_frame
from scenes.makers.krl.terms.krl_values import Said

HERE, PLACE = "KRL.HERE", "KRL.PLACE"


def lines_from_here(given: Mapping[str, Said]) -> tuple[list[str], str]:
    """Lines that make a place of the base ready, and that place in our words.

    given: Components X to C, mm and degrees. HERE holds where the arm is, in the base. Raises
    NotSaidError.
    """
    lines = component_lines(PLACE, given)
    if {*given} & {*"ABC"}:
        return [f"SET {PLACE} = {HERE}", *lines], PLACE
    return [], shifted_frame(HERE, given)
