"""The advance run of a KRL controller: it looks ahead through motions, and some lines stop it.

A motion whose end is to be rounded ends at rest where the advance run stops before the next motion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOTION = re.compile(r"S?(PTP|LIN|CIRC)(_REL)?\b", re.IGNORECASE)
# What stops it; not behind CONTINUE.
STOPS = re.compile(r"\$(IN|OUT|TIMER|POS_ACT|AXIS_ACT)\b|^WAIT\b|^HALT\b|^PULSE\b", re.IGNORECASE)


def stops_before_next(codes: Sequence[str], at: int) -> bool:
    """Whether the advance run stops between the motion of a line and the next motion.

    codes: The lines of the program without remarks. at: Index of the line of the motion.
    """
    goes_on = False
    for code in codes[at + 1 :]:
        if MOTION.match(code):
            return False
        if code.upper() == "CONTINUE":
            goes_on = True
        elif STOPS.search(code) and not code.upper().startswith("TRIGGER"):
            if not goes_on:
                return True
            goes_on = False
    return True
