"""Words of V+, AS and VAL II that have no counterpart here, and what they are about."""

from language.diagnostics import Diagnostic, finding, replacement
from language.lexer import Token

_ABOUT = {
    "devices": "ATTACH DETACH",
    "files": "FOPEN FCLOSE FOPENR FOPENW READ WRITE",
    "global variables": "GLOBAL",
    "leaving a loop": "EXIT",
    "monitor commands": "MC",
    "the teach pendant": "PENDANT KEYMODE",
    "events": "WAIT.EVENT SET.EVENT CLEAR.EVENT",
    "tasks": "RELEASE EXECUTE",
    "moving until a signal": "XMOVE",
    "accelerations": "ACCEL",
    "times of motions": "DURATION",
    "loads": "PAYLOAD",
    "continuous paths": "CPON CPOFF",
    "wrist turns": "SINGLE MULTIPLE",
    "vision": "VPICTURE VLOCATE VDISPLAY",
    "path correction": "ALTER ALTON ALTOFF",
    "timed signals": "PULSE DLYSIG RUNSIG",
    "signals as a number": "BITS",
    "circles": "MOVEC C1MOVE C2MOVE",
    "tools": "TOOLC",
    "several robots": "SELECT",
    "arrays of locations": "STRANS",
    "computed calls": "CALLS CALLP",
    "errors": "RETURNE",
    "loops": "NEXT",
}
FOREIGN = {word: about for about, words in _ABOUT.items() for word in words.split()}
# AS has other words for what VAL calls so.
SYNONYMS = {
    "JMOVE": "MOVE",
    "LMOVE": "MOVES",
    "JAPPRO": "APPRO",
    "LAPPRO": "APPROS",
    "JDEPART": "DEPART",
    "LDEPART": "DEPARTS",
    "HOME": "READY",
    "TWAIT": "DELAY",
    "SWAIT": "WAIT",
}


def foreign_word(token: Token) -> Diagnostic | None:
    """What is to be said of a line that begins with such a word; None for every other word."""
    word = token.key
    span = token.column, token.end
    if word in SYNONYMS:
        meant = SYNONYMS[word]
        title = f"write  {meant}"
        fix = replacement(title, *span, meant)
        message = f"{word} is a word of AS; here it is {meant}"
        return finding("E128", message, *span, label="AS", help=title, fixes=(fix,))
    if word not in FOREIGN:
        return None
    message = f"{word} ({FOREIGN[word]}) is not supported"
    help_ = "the line is V+, AS or VAL II and has no counterpart here"
    return finding("E128", message, *span, label="not supported", help=help_)
