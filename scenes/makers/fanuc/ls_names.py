"""Names of FANUC programs: letters, digits and _, a letter first, capitals, 36 at most.

Controllers older than R-30iB have 8 letters. Names that begin with RSR or PNS and a number are
started by a signal of the cell; words of the language are no names.
"""

from __future__ import annotations

import re

from scenes.makers.fanuc.ls_words import LS_WORDS

LONGEST_NAME = 36
STARTED_BY_SIGNAL = re.compile(r"(?:RSR|PNS|STYLE)\d+")
ADDED = "_PROG"


def ls_name(name: str) -> str:
    """A name of a program that a controller accepts, and that no signal starts."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name).upper()
    kept = (kept if kept and kept[0].isalpha() else f"P{kept}")[:LONGEST_NAME]
    if kept in LS_WORDS or STARTED_BY_SIGNAL.fullmatch(kept):
        kept = f"{kept[: LONGEST_NAME - len(ADDED)]}{ADDED}"
    return kept
