"""Steps that were taught at the pendant: JOINT or LINEAR, their settings, and joint values.

`JOINT SPEED9 ACCU1 TIMER0 TOOL1 WORK0 CLAMP1 (OFF,0,0,O) OX= WX= #[j1, ..., j6]`. The numbers
behind SPEED, ACCU, TIMER and TOOL count in tables of the controller; a number in place of SPEEDn is
a speed in mm/s. A LINEAR step runs straight to where these joint values put the tool.
"""

from __future__ import annotations

import re

from language.foreign.kawasaki.as_tokens import words_of
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.texts.word_cursor import UnreadError

_STEP = re.compile(
    r"(?P<way>JOINT|LINEAR)\s+(?P<speed>SPEED\d+|\d+\.?\d*)\s+ACCU(?P<accu>\d)\s+TIMER(?P<timer>\d)"
    r"(?:\s+TOOL(?P<tool>\d))?(?:\s+WORK(?P<work>\d))?(?P<rest>[^#]*)#\[(?P<joints>[^\]]*)\]\s*",
    re.IGNORECASE,
)
_SIGNALS = re.compile(r"\b(OX|WX)=([\d,\s-]*)", re.IGNORECASE)
WAYS = {"JOINT": "MOVE", "LINEAR": "MOVES"}


def step_lines(code: str, values: Values, facts: Facts) -> list[str]:
    """The lines for a step. Raises UnreadError for one that is not read."""
    found = _STEP.fullmatch(code.strip())
    if found is None:
        raise UnreadError("a step in this form is not read")
    if found["work"] not in (None, "0"):
        raise UnreadError("a step in a work frame is not read")
    given = [words_of(part) for part in found["joints"].split(",")]
    goal = ", ".join(values.joints(given))
    lines = _tool(found["tool"], facts)
    speed = found["speed"].upper().removeprefix("SPEED")
    if speed == found["speed"].upper():
        lines.append(f"SPEED {speed} MMPS")
    else:
        lines.append(f"SPEED {facts.speeds[int(speed) % len(facts.speeds)]:g}")
    # ACCU0 stands behind ACCU4 in the table.
    lines.append(f"ACCURACY {facts.zones[int(found['accu']) - 1]:g}")
    signals = {key.upper(): _listed(text) for key, text in _SIGNALS.findall(found["rest"])}
    if signals.get("WX"):
        lines.append(f"WAIT SIG({signals['WX']})")
    lines.append(f"{WAYS[found['way'].upper()]} #PPOINT({goal})")
    if signals.get("OX"):
        lines.append(f"SIGNAL {signals['OX']}")
    seconds = facts.times[int(found["timer"]) % len(facts.times)]
    return [*lines, f"DELAY {seconds:g}"] if seconds > 0.0 else lines


def _tool(number: str | None, facts: Facts) -> list[str]:
    """The tool of a number, where the backup has its values; else the tool stays."""
    given = facts.tools.get(number or "")
    if given is None:
        return []
    place = f"TRANS({given})"
    return [f"TOOL TRANS({facts.flange}):{place}" if facts.flange else f"TOOL {place}"]


def _listed(text: str) -> str:
    return ", ".join(part.strip() for part in text.split(",") if part.strip())
