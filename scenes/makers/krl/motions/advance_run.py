"""The advance run of a KRL controller: it looks ahead through motions, and some lines stop it.

A motion whose end is to be rounded ends at rest where the advance run stops before the next motion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

MOTION = re.compile(r"S?(PTP|LIN|CIRC)(_REL)?\b", re.IGNORECASE)
# What stops it; not behind CONTINUE.
STOPS = re.compile(r"\$(IN|OUT|TIMER|POS_ACT|AXIS_ACT)\b|^WAIT\b|^HALT\b|^PULSE\b", re.IGNORECASE)


# Whether the advance run stops before the next motion: as it is, and behind CONTINUE.
Ahead = tuple[bool, bool]
NO_MOTION: Ahead = (True, True)


def ahead_of(codes: Sequence[str], behind: Ahead) -> Ahead:
    """Whether the advance run stops on its way from the first line to the next motion.

    codes: Lines of a program without remarks. behind: The same for the lines behind these.
    """
    return _stops(codes, 0, False, behind), _stops(codes, 0, True, behind)


def stops_before_next(codes: Sequence[str], at: int, behind: Ahead = NO_MOTION) -> bool:
    """Whether the advance run stops between the motion of a line and the next motion.

    codes: Lines of the program without remarks. at: Index of the line of the motion. behind: What
    `ahead_of` says of the lines behind these.
    """
    return _stops(codes, at + 1, False, behind)


def _stops(codes: Sequence[str], start: int, goes_on: bool, behind: Ahead) -> bool:
    """goes_on: Whether the line before the first one is CONTINUE."""
    for code in islice(codes, start, None):
        if not code:
            continue
        if MOTION.match(code):
            return False
        if code.upper() == "CONTINUE":
            goes_on = True
        elif STOPS.search(code) and not code.upper().startswith("TRIGGER"):
            if not goes_on:
                return True
            goes_on = False
    return behind[goes_on]
