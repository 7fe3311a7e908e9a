"""THE table of words of AS and V+ and what they are here.

Words of both languages stand in one table: no word means two things. `language.md` of the manuals'
meaning: Kawasaki, AS Language Reference Manual; Adept, V+ Language Reference Guide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Make = Callable[[list[str]], str]

# Operators of numbers.
OPERATORS: Final = {
    "+": "+", "-": "-", "*": "*", "/": "/", "MOD": "MOD", "==": "==", "<>": "<>", "!=": "<>",
    "<": "<", ">": ">", "<=": "<=", "=<": "<=", ">=": ">=", "=>": ">=", "AND": "AND", "OR": "OR",
    "XOR": "XOR",
}  # fmt: skip
CONSTANTS: Final = {"TRUE": "TRUE", "FALSE": "FALSE", "ON": "TRUE", "OFF": "FALSE", "PI": "PI"}
# Words of the controller's own state, and operators of bits: they have no value here.
STATES: Final = frozenset({"BAND", "BOR", "BXOR", "COM", "ERROR", "SWITCH", "PRIORITY"})
# What SWITCH says of a controller that runs a program.
RUNNING: Final = {
    **dict.fromkeys(("POWER", "CS", "RUN", "REPEAT"), "TRUE"),
    **dict.fromkeys(("ERROR", "EMERGENCY", "TEACH_LOCK", "TP_EMG", "OP_EMG", "EX_EMG"), "FALSE"),
}
# Functions that say whether a value exists: a backup holds all that do.
EXISTS: Final = frozenset({"EXISTREAL", "EXISTTRANS", "EXISTJOINT"})
# Functions of locations that give numbers.
OF_LOCATIONS: Final = {
    "DX": "DX",
    "DY": "DY",
    "DZ": "DZ",
    "DISTANCE": "DISTANCE",
    "INRANGE": "INRANGE",
}


def _call(name: str) -> Make:
    return lambda given: f"{name}({', '.join(given)})"


def _bits(given: list[str]) -> str:
    """BITS(first, count): the signals as a number; the count is a number in digits."""
    first, count = given[0], given[1] if len(given) > 1 else "1"
    signals = range(int(count)) if count.isdecimal() and 0 < int(count) <= 32 else range(0)
    if not signals:
        return f"BITS({', '.join(given)})"
    terms = (f"SIG({first}{f' + {i}' if i else ''})" + f" * {2**i}" * (i > 0) for i in signals)
    return f"(0 - {' - '.join(terms)})"


NUMBERS: Final[dict[str, Make]] = {
    **{
        name: _call(name)
        for name in (
            "ABS", "INT", "SQRT", "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN2", "MIN", "MAX", "SIG",
            "TIMER", "SIGN", "FRACT",
        )
    },
    "SIGSTATE": _call("SIG"),
    "SQR": lambda given: f"({given[0]}) * ({given[0]})",
    "BITS": _bits,
    "BITS32": _bits,
    "ROUND": lambda given: f"INT({given[0]} + 0.5 * SIGN({given[0]}))",
    "MAXVAL": _call("MAX"),
    "MINVAL": _call("MIN"),
}  # fmt: skip


def _shift(given: list[str]) -> str:
    return f"SHIFT({given[0]} BY {', '.join(given[1:])})"


ALONE: Final = ("HERE", "DEST", "NULL")  # locations without arguments
LOCATIONS: Final[dict[str, Make]] = {
    "TRANS": _call("TRANS"),
    "SHIFT": _shift,
    "FRAME": _call("FRAME"),
    "INVERSE": _call("INVERSE"),
    "NORMAL": _call("NORMAL"),
    "-": _call("INVERSE"),
    "#PPOINT": _call("#PPOINT"),
    "HERE": lambda given: "HERE",
    "DEST": lambda given: "DEST",
    "NULL": lambda given: "NULL",
    # Turns about one axis, in Rz Ry Rz.
    "RX": lambda given: f"TRANS(0, 0, 0, -90, {given[0]}, 90)",
    "RY": lambda given: f"TRANS(0, 0, 0, 0, {given[0]}, 0)",
    "RZ": lambda given: f"TRANS(0, 0, 0, {given[0]}, 0, 0)",
}

# Words of motions to a place, and ours; those with a distance behind the place.
TO_PLACE: Final = {
    "LMOVE": "MOVES", "JMOVE": "MOVE", "MOVES": "MOVES", "MOVE": "MOVE", "HMOVE": "MOVES",
    "C1MOVE": "C1MOVE", "C2MOVE": "C2MOVE",
}  # fmt: skip
BEFORE_PLACE: Final = {
    "MOVET": "MOVET", "MOVEST": "MOVEST",
    "LAPPRO": "APPROS", "JAPPRO": "APPRO", "APPROS": "APPROS", "APPRO": "APPRO",
}  # fmt: skip
AWAY: Final = {
    "LDEPART": "DEPARTS", "JDEPART": "DEPART", "DEPARTS": "DEPARTS", "DEPART": "DEPART",
}  # fmt: skip
BY_VECTOR: Final = {"DRAW": "DRAW", "TDRAW": "TDRAW"}
# Motions that are known, and that cannot be carried out here.
MOTIONS_UNREAD: Final = {
    "CVLMOVE": "a motion along a conveyor",
    "CVLAPPRO": "a motion along a conveyor", "CVLDEPART": "a motion along a conveyor",
    "CVWAIT": "a wait for a conveyor", "CVDELAY": "a wait along a conveyor",
    "MOVEF": "a motion with force", "FMOVE": "a motion with force",
}  # fmt: skip
# Words that are the same here, with nothing behind them, or with numbers.
SAME_ALONE: Final = {
    "BREAK": "BREAK", "BRAKE": "BRAKE", "ALIGN": "ALIGN", "RIGHTY": "RIGHTY", "LEFTY": "LEFTY",
    "ABOVE": "ABOVE", "BELOW": "BELOW", "FLIP": "FLIP", "NOFLIP": "NOFLIP", "PAUSE": "PAUSE",
    "HALT": "HALT", "RETURN": "RETURN",
    "ABORT": "HALT", "HOLD": "PAUSE", "READY": "READY", "RESET": "RESET",
    "NONULL": "NONULL ALWAYS", "STOP": "STOP", "CPON": "NONULL", "CPOFF": "NULL",
}  # fmt: skip
TIMES: Final = {"DELAY": "DELAY", "TWAIT": "DELAY", "STABLE": "DELAY"}
HANDS: Final = {
    "OPEN": "OPEN", "CLOSE": "CLOSE", "OPENI": "OPENI", "CLOSEI": "CLOSEI", "OPENS": "OPENI",
    "CLOSES": "CLOSEI", "RELAX": "RELAX", "RELAXI": "RELAX", "RELAXS": "RELAX",
}  # fmt: skip
# What the wrist words mean where the controller counts joint 5 as we do, and where it does not.
WRISTS: Final = {"UWRIST": ("NOFLIP", "FLIP"), "DWRIST": ("FLIP", "NOFLIP")}
# Words that are read and have no effect on what is simulated.
IGNORED: Final = frozenset(
    {
        "ACCEL", "DECEL", "HOLD.STEP", "MC", "ATTACH", "DETACH", "SELECT", "GLOBAL", "PCABORT",
        "PCEND", "WEIGHT", "PAYLOAD", "ENABLE", "DISABLE", "PARAMETER", "INTON",
        "INTOFF", "SINGLE", "MULTIPLE", "LOCK", "MONITOR", "ZPOWER", "TRACE", "ONE", "RETURNE",
        "DURATION", "COARSE.ALWAYS", "TPMASK", "IFPWPRINT", "IFPWOVERWRITE", "RUNMASK",
        "SETSIO", "PROTOCOL", "PROTRESET", "CLOSEALL", "OUTDA", "SETOUTDA", "ERESET", "STPNEXT",
        "MON_SPEED", "SETHOME",
    }
)  # fmt: skip
SPEED_UNITS: Final = {
    ("MM", "/", "S"): 1.0, ("MM", "/", "MIN"): 1 / 60, ("CM", "/", "MIN"): 10 / 60,
    ("MMPS",): 1.0, ("IPS",): 25.4,
}  # fmt: skip
# Words of blocks, settings and places that have readers of their own.
_OTHERS = (
    "IF THEN ELSE END FOR TO STEP WHILE DO UNTIL CASE SCASE OF VALUE SVALUE ANY EXIT NEXT GOTO "
    "CALL GOSUB SIGNAL WAIT SWAIT SPEED ACCURACY FINE COARSE NULL CP POINT SET HERE PRINT TYPE "
    "BITS TOOL BASE TIMER DRIVE DECOMPOSE HOME ON ONI REACT REACTI IGNORE AUTO LOCAL STOP JOINT "
    "LINEAR ALWAYS XMOVE TILL PULSE PCEXECUTE EXECUTE WAIT.EVENT RANDOM DEXT PROMPT UTIMER DLYSIG "
    "SWITCH .PROGRAM .END .TRANS .JOINTS .REALS .STRINGS TCP_LISTEN TCP_END_LISTEN TCP_CLOSE "
    "TCP_STATUS TCP_ACCEPT TCP_CONNECT TCP_SEND TCP_RECV UDP_SENDTO UDP_RECVFROM SCALL EXISTPGM "
    "SOUT SEND RECEIVE FOPEN FCLOSE WRITE READ IOSTAT #HERE"
)
_TABLES: Final = (
    OPERATORS, CONSTANTS, OF_LOCATIONS, NUMBERS, LOCATIONS, TO_PLACE, BEFORE_PLACE, AWAY, BY_VECTOR,
    MOTIONS_UNREAD, SAME_ALONE, TIMES, HANDS, WRISTS, IGNORED, EXISTS,
)  # fmt: skip
# All words of AS and V+ that are read, for their colour.
AS_WORDS: Final = frozenset(
    word
    for table in (*_TABLES, _OTHERS.split())
    for word in table
    if word.lstrip(".#")[:1].isalpha()
)
