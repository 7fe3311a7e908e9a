"""Words of AS in a program of ours, under the header `;! dialect as`.

Each line is read as if it stood there in our words. A name keeps its columns, so that corrections
and new names of variables go to the right places of the text. What AS has and we have not, such as
BITS in an expression, stays an error; a file `.as` is read with all of AS.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from language.words.directives import AS, DIALECT, is_directive, read_directive

# Words that are as long as ours are, or longer: a blank takes the rest.
SAME = {
    "JMOVE": "MOVE", "LMOVE": "MOVES", "JAPPRO": "APPRO", "LAPPRO": "APPROS", "JDEPART": "DEPART",
    "LDEPART": "DEPARTS", "TWAIT": "DELAY", "STABLE": "DELAY", "PRINT": "TYPE", "HMOVE": "MOVES",
}  # fmt: skip
# Words that change nothing that is simulated.
IGNORED = frozenset({"ACCEL", "DECEL", "WEIGHT", "IFPWPRINT"})
_LINE = re.compile(r"(\s*(?:\d+\s+)?)([A-Za-z][A-Za-z.]*)(?![\w.])(.*)", re.DOTALL)
_DEVICE = re.compile(r"\s*\d+\s*:")
_UNIT = re.compile(r"\bMM/S\b", re.IGNORECASE)
_SWITCH = re.compile(r"\s+(ON|OFF)\s*(?:;.*)?", re.IGNORECASE | re.DOTALL)
_SIGNALS = re.compile(r"(\s+)((?:-?\s*\d+\s*,\s*)*-?\s*\d+)(\s*(?:;.*)?)", re.DOTALL)
_CALLED = re.compile(r"\s+(-?\d+)\s+CALL(\s+[^;]*)(.*)", re.IGNORECASE | re.DOTALL)
# Instructions whose first operand is a location, and those that give a location its value.
_WITH_PLACE = frozenset({"MOVE", "MOVES", "APPRO", "APPROS", "TOOL", "C1MOVE", "C2MOVE"})
_GIVING = frozenset({"POINT", "SET"})


def has_words_of_as(text: str) -> bool:
    """Whether the header of a program says that it has words of AS."""
    return is_headed_as(_lines_of(text))


def _lines_of(text: str) -> Iterable[str]:
    """The lines of a text, one after the other: the first ones of a long text cost little."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        yield text[start : end if end >= 0 else len(text)]
        start = end + 1 if end >= 0 else len(text)


def is_headed_as(lines: Iterable[str]) -> bool:
    """Whether the header above the first code of a program says that it has words of AS."""
    for each in lines:
        line = each.strip()
        if is_directive(line):
            found = read_directive(line)
            if found.keyword == DIALECT:
                return found.value == AS
        elif line and not line.startswith(";"):
            return False
    return False


def in_our_words(text: str) -> str:
    """The text of a program under the header, line by line in our words."""
    return "\n".join(map(line_in_our_words, text.split("\n")))


@lru_cache(maxsize=1 << 15)
def line_in_our_words(line: str) -> str:
    """A line of AS in our words; a line that has none as it is."""
    found = _LINE.match(line)
    if found is None:
        return line
    before, word, rest = found.groups()
    key = word.upper()
    if key in IGNORED and not rest.lstrip().startswith("="):
        return f"{before};{word[1:]}{rest}"
    if key == "PRINT" and (device := _DEVICE.match(rest)) is not None:
        rest = " " * device.end() + rest[device.end() :]
    if key in SAME and not rest.lstrip().startswith("="):
        key = SAME[key]
        word = key.ljust(len(word))
    return before + _other(key, word, rest)


def _other(key: str, word: str, rest: str) -> str:
    """A word that is ours, or one whose line has another form here, with the rest of its line."""
    if key == "SPEED":
        return word + _UNIT.sub("MMPS", rest)
    if key in _WITH_PLACE:
        return word + _products(rest, 0)
    if key in _GIVING:
        return word + _products(rest, max(rest.find("="), 0))
    if key == "HOME" and re.fullmatch(r"\s*1?\s*(?:;.*)?", rest, re.DOTALL):
        return f"READY{rest.replace('1', ' ', 1) if rest.strip()[:1] == '1' else rest}"
    if key == "CP" and (switch := _SWITCH.fullmatch(rest)) is not None:
        return "NONULL ALWAYS" if switch[1].upper() == "ON" else "NULL ALWAYS"
    if key == "SWAIT" and (signals := _SIGNALS.fullmatch(rest)) is not None:
        return f"WAIT SIG({signals[2]}){signals[3]}"
    if key in ("ON", "ONI") and (called := _CALLED.fullmatch(rest)) is not None:
        react = "REACT" if key == "ON" else "REACTI"
        head = f"{react} {called[1]},"
        return head.ljust(len(word) + called.start(2)) + called[2] + called[3]
    return word + rest


def _products(rest: str, start: int) -> str:
    """The rest of a line whose locations are products: `a + b` is `a:b`."""
    depth, letters = 0, list(rest)
    for at in range(start, len(letters)):
        letter = letters[at]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == ";" or (letter == "," and depth == 0):
            break
        if letter == "+" and depth == 0:
            letters[at] = ":"
    return "".join(letters)
