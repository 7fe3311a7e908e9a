"""Words of V+, AS and VAL II that have no counterpart here, and what they are about."""

from collections.abc import Sequence

from language.diagnostics import Diagnostic, finding, replacement
from language.lexer import WORD, Token

_ABOUT = {
    "devices": "ATTACH DETACH",
    "files": "FOPEN FCLOSE FOPENR FOPENW READ WRITE",
    "global variables": "GLOBAL",
    "leaving a loop": "EXIT",
    "monitor commands": "MC",
    "the teach pendant": "PENDANT KEYMODE",
    "switches": "SWITCH CP",
    "stopping programs": "ABORT KILL PANIC",
    "reactions to signals; REACT and REACTI are": "ON ONI",
    "calibration": "CALIBRATE CALIB",
    "hands": "RELAXI RELAXS OPENS CLOSES",
    "waiting for a part of a motion": "MVWAIT STABLE",
    "timers with names": "UTIMER",
    "whole numbers; write  name = value": "SETI",
    "events": "WAIT.EVENT SET.EVENT CLEAR.EVENT",
    "tasks": "RELEASE EXECUTE PCEXECUTE PCABORT PCEND",
    "moving until a signal": "XMOVE",
    "accelerations": "ACCEL",
    "times of motions": "DURATION",
    "loads": "PAYLOAD WEIGHT",
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
    "PRINT": "TYPE",
}
_FUNCTIONS_ABOUT = {
    "vision": "VFEATURE VSTATE VRESULT",
    "tasks": "TASK PRIORITY",
    "sizes of arrays": "LAST",
    "the teach pendant": "PENDANT",
    "signals as a number": "BITS",
    "the state of the controller": "STATE SWITCH PARAMETER SPEED IOSTAT ERROR TPS SELECT",
    "texts": "LEN ASC VAL POS DEFINED",
    "angles of a location": "RX RY RZ",
}
FOREIGN_FUNCTIONS = {
    word: about for about, words in _FUNCTIONS_ABOUT.items() for word in words.split()
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


# Words of V+ and AS behind the first of a line, by the instruction; "" stands for every one.
_INSIDE = {
    "SPEED": {
        "MONITOR": "the speed of the monitor",
        "IPS": "inches per second; MMPS is",
        "MPS": "metres per second; MMPS is",
    },
    "": {
        "BAND": "bits of numbers",
        "BOR": "bits of numbers",
        "BXOR": "bits of numbers",
        "COM": "bits of numbers",
    },
}


def foreign_inside(code: Sequence[Token]) -> Diagnostic | None:
    """What is to be said of a word of V+ in a faulty line; None where none stands there."""
    known = _INSIDE[""] | _INSIDE.get(code[0].key, {})
    for token in code[1:]:
        if token.kind == WORD and token.key in known:
            message = f"{token.text} ({known[token.key]}) is not supported"
            help_ = "the word is V+ or AS and has no counterpart here"
            span = token.column, token.end
            return finding("E128", message, *span, label="not supported", help=help_)
    return foreign_unit(code) or (foreign_format(code) if code[0].key == "TYPE" else None)


def foreign_unit(code: Sequence[Token]) -> Diagnostic | None:
    """What is to be said of MM/S in a line, the unit of AS; None where it does not stand there."""
    for first, sign, last in zip(code, code[1:], code[2:], strict=False):
        if (first.key, sign.key, last.key) == ("MM", "/", "S"):
            span = first.column, last.end
            fix = replacement("write  MMPS", *span, "MMPS")
            message = "MM/S is a unit of AS; here it is MMPS"
            return finding("E128", message, *span, label="AS", help=fix.title, fixes=(fix,))
    return None


def foreign_format(code: Sequence[Token]) -> Diagnostic | None:
    """What is to be said of /C1 and its like among the items of TYPE; None where none stands."""
    for before, sign, word in zip(code, code[1:], code[2:], strict=False):
        opens = before is code[0] or before.key == ","
        if opens and sign.key == "/" and word.kind == WORD:
            message = f"/{word.text} (formats of numbers and lines) is not supported"
            help_ = 'write texts and values between commas:  TYPE "count ", N'
            span = sign.column, word.end
            return finding("E128", message, *span, label="not supported", help=help_)
    return None
