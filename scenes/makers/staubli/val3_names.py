"""Names of VAL3: 1 to 15 letters, digits and _ (VAL3 reference manual 5.3, D28062804A, 2.5.1)."""

from __future__ import annotations

import re

from scenes.errors import SceneError

LONGEST_NAME = 15
NAMED = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")
# Every application has these two programs: the controller calls them.
START, STOP = "start", "stop"
KEPT = frozenset({START, STOP, "world", "flange"})


def val3_name(name: str) -> str:
    """A name of a program that controllers accept, made of another one."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    plain = plain if plain and plain[0].isalpha() else f"p{plain}"
    plain = f"p_{plain}" if plain.lower() in KEPT else plain
    return plain[:LONGEST_NAME]


def check_name(name: str) -> None:
    """Raises SceneError for a name that no program of VAL3 can have."""
    if NAMED.fullmatch(name) is None or name.lower() in KEPT:
        raise SceneError(
            f"a program of VAL3 has a name of up to {LONGEST_NAME} letters, digits and _, a letter "
            f"first, and is not called start or stop: {name}; {val3_name(name)} is one"
        )
