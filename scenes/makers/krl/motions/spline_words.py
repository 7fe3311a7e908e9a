"""The settings behind WITH of a spline motion (SPTP, SLIN, SCIRC): they hold for that motion alone.

The named functions are those of the controller's library, as pendants write them: STOOL2(F) and
SBASE(F.BASE_NO) take tool and base from a set of frames, SVEL_JOINT and SVEL_CP give speeds,
SAPO_PTP and SAPO the corner of a set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from language.foreign.commas import between_commas
from language.foreign.draft import NotSaidError
from scenes.makers.krl.krl_data import NUMBER, Declarations, numbers_of
from scenes.makers.krl.motions.motion_state import (
    AXIS_SPEED,
    BASE,
    SPEED,
    TOOL,
    MotionState,
)
from scenes.makers.krl.terms.krl_types import FRAME, INT
from scenes.makers.krl.terms.krl_types import NUMBER as A_NUMBER
from scenes.makers.krl.terms.krl_values import Said

SETTING = re.compile(r"\$(\w+(?:\.\w+)?(?:\[\s*\d+\s*\])?)\s*=\s*(.+)", re.DOTALL)
CALLED = re.compile(r"(\w+)\s*\((.*)\)", re.DOTALL)
# Settings without an effect on what is run here: loads, accelerations, jerks, supervision.
SILENT = frozenset({"LOAD", "ACC_AXIS", "ACC", "GEAR_JERK", "JERK", "COLLMON_TOL_PRO", "IPO_MODE"})
SILENT |= frozenset({"ORI_TYPE", "CIRC_TYPE", "VEL.ORI1", "VEL.ORI2"})


def spline_state(
    words: str, state: MotionState, data: Declarations, say: Callable[[str], Said]
) -> MotionState | str:
    """The state of one motion with the settings behind WITH; or what is wrong with them.

    say: A value that only a run knows, in our words.
    """
    own = replace(state, waiting=dict(state.waiting))
    for part in between_commas(words):
        found = SETTING.fullmatch(part.strip())
        if found is None:
            return f"not a setting: {part.strip()[:40]}"
        name = found[1].partition("[")[0].upper()
        if name in SILENT or name.partition(".")[0] in SILENT:
            continue
        fault = _taken(own, name, found[2].strip(), data)
        if fault and not _said(own, name, found[2].strip(), say):
            return fault
    return own


def _said(own: MotionState, name: str, value: str, say: Callable[[str], Said]) -> bool:
    """Takes a speed, a tool or a base that only a run knows; whether it is one."""
    try:
        said = say(value)
    except NotSaidError:
        return False
    if name in ("VEL.CP", "VEL") and said.kind in (INT, A_NUMBER):
        own.give(SPEED, speed_said=said.within(20))
    elif name == "TOOL" and said.kind == FRAME:
        own.say(TOOL, said.text)
    elif name == "BASE" and said.kind == FRAME:
        own.say(BASE, said.text)
    else:
        return False
    return True


def _taken(own: MotionState, name: str, value: str, data: Declarations) -> str:
    """Takes one setting; what is wrong with it, or ""."""
    call = CALLED.fullmatch(value)
    given = [part.strip() for part in between_commas(call[2])] if call else []
    if name in ("TOOL", "BASE") and call is not None:
        key = "TOOL_NO" if name == "TOOL" else "BASE_NO"
        number = _number(given[0], key, data)
        return own.numbered(f"{name}_DATA", number, data) if number is not None else _lack(value)
    if name in ("VEL_AXIS", "VEL.CP", "VEL"):
        number = _number(given[0] if call else value, "VEL", data)
        if number is None and call is not None and given[-1]:
            number = numbers_of(data.aggregate(given[-1])).get("VEL")
        if number is None:
            return _lack(value)
        if name == "VEL_AXIS":
            own.give(AXIS_SPEED, percent=number)
        else:
            own.give(SPEED, m_s=number, speed_said="")
        return ""
    if name == "APO" and call is not None:
        sets = data.aggregate(given[0])
        if sets is None:
            return _lack(value)
        own.take_corner(sets, is_ptp=call[1].upper() == "SAPO_PTP")
        return ""
    return f"${name} is not read here"


def _number(text: str, key: str, data: Declarations) -> float | None:
    """A number, a field `F.BASE_NO`, or the field `key` of a set; None for another text."""
    if re.fullmatch(NUMBER, text):
        return float(text)
    name, _, field = text.partition(".")
    return numbers_of(data.aggregate(name)).get((field or key).upper())


def _lack(value: str) -> str:
    return f"{value[:40]} has no value: give its .dat"
