"""Words of V+, AS, VAL II and other languages, and their counterparts here, if there are any."""

from collections.abc import Sequence

from language.words.diagnostics import Diagnostic, Edit, Fix, finding, replacement
from language.words.functions import FUNCTIONS
from language.words.lexer import WORD, Token

# Words for further conditions of one IF, which is closed by one END.
CHAINED = frozenset({"ELSEIF", "ELSIF", "ELIF"})
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
    "tasks": "EXECUTE PCEXECUTE PCABORT PCEND",
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
    "circles; write  C1MOVE via  and  C2MOVE goal": "MOVEC MOVC CIRC",
    "lines at an even speed; MOVES is": "MOVEP",
    "tools": "TOOLC",
    "several robots": "SELECT",
    "arrays of locations": "STRANS",
    "computed calls": "CALLS CALLP",
    "errors": "RETURNE",
    "loops": "NEXT",
    "loops; DO and UNTIL are": "REPEAT LOOP",
    "chains of conditions; write  ELSE, and an IF with an END of its own": " ".join(
        sorted(CHAINED)
    ),
    "declarations; a name has the type of its value": "DIM VAR CONST DECL REAL DOUBLE",
    "ends of programs by name; write  .END": "ENDPROC ENDFCT ENDSUB",
    "letting go; RELEAS and OPENI do": "UNGRASP UNHAND",
}
FOREIGN = {word: about for about, words in _ABOUT.items() for word in words.split()}
# For each language, its words and the VAL words with the same meaning.
_SAME = {
    "AS": {
        "JMOVE": "MOVE", "LMOVE": "MOVES", "JAPPRO": "APPRO", "LAPPRO": "APPROS",
        "JDEPART": "DEPART", "LDEPART": "DEPARTS", "HOME": "READY", "TWAIT": "DELAY",
        "PRINT": "TYPE",
    },
    "RAPID and URScript": {"MOVEJ": "MOVE", "MOVEL": "MOVES"},
    "KRL": {"PTP": "MOVE", "LIN": "MOVES"},
    "INFORM": {"MOVJ": "MOVE", "MOVL": "MOVES", "RET": "RETURN"},
    "BASIC": {"ENDIF": "END", "WEND": "END", "ENDFOR": "END", "ENDWHILE": "END", "ENDCASE": "END"},
}  # fmt: skip
SYNONYMS = {word: (meant, of) for of, words in _SAME.items() for word, meant in words.items()}
_FUNCTIONS_ABOUT = {
    "vision": "VFEATURE VSTATE VRESULT",
    "tasks": "TASK PRIORITY",
    "sizes of arrays": "LAST",
    "the teach pendant": "PENDANT",
    "signals as a number": "BITS",
    "the state of the controller": "STATE SWITCH PARAMETER SPEED IOSTAT ERROR TPS SELECT",
    "texts": "LEN ASC VAL POS DEFINED",
    "angles of a location": "RX RY RZ",
    "squares and roots; write  X * X  or  SQRT(X)": "SQR",
    "hyperbolic functions": "SINH COSH TANH",
}
FOREIGN_FUNCTIONS = {
    word: about for about, words in _FUNCTIONS_ABOUT.items() for word in words.split()
}


def foreign_word(code: Sequence[Token]) -> Diagnostic | None:
    """The diagnostic of a line that begins with a foreign word; None for every other line."""
    token = code[0]
    word = token.key
    span = token.column, token.end
    if word in SYNONYMS:
        meant, of = SYNONYMS[word]
        title = f"write  {meant}"
        fix = replacement(title, *span, meant)
        message = f"{word} is a word of {of}; here it is {meant}"
        return finding("E128", message, *span, label=of, help=title, fixes=(fix,))
    if word in _OTHERWISE:
        return _OTHERWISE[word](code)
    if word not in FOREIGN:
        return None
    message = f"{word} ({FOREIGN[word]}) is not supported"
    help_ = "the line is of another language and has no counterpart here"
    return finding("E128", message, *span, label="not supported", help=help_)


def _let(code: Sequence[Token]) -> Diagnostic:
    """The diagnostic of LET x = 5 of BASIC: a variable needs no word, a location needs SET.

    A value that is a single name may be either; then the help names both ways and there is no fix.
    """
    word, after = code[0], code[min(1, len(code) - 1)]
    given = list(code[next((i for i, t in enumerate(code) if t.text == "="), len(code)) + 1 :])
    message = f"{word.text} is a word of BASIC; here a variable gets a value by  name = value"
    fix = replacement(f"take  {word.text}  out", word.column, after.column, "")
    fixes: tuple[Fix, ...] = (fix,) if given else ()
    help_ = fix.title
    if len(given) == 1 and given[0].kind == WORD and given[0].key not in FUNCTIONS:
        fixes, help_ = (), f"{fix.title} before a number, write  SET  for it before a location"
    elif after.text == "#" or _is_location(given):
        fix = replacement("write  SET", word.column, word.end, "SET")
        message = f"{word.text} is a word of BASIC; here a location gets a value by  SET"
        fixes, help_ = (fix,), fix.title
    span = word.column, word.end
    return finding("E128", message, *span, label="BASIC", help=help_, fixes=fixes)


def _is_location(tokens: Sequence[Token]) -> bool:
    """Whether an expression must be a location: HERE, TRANS(...), A:B, #P."""
    depth = 0
    for token in tokens:
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 and token.text == ":":
            return True
    function = FUNCTIONS.get(tokens[0].key) if tokens else None
    return bool(tokens) and (
        tokens[0].text == "#" or (function is not None and function.result != "number")
    )


def _wait_for_signals(code: Sequence[Token]) -> Diagnostic:
    """The diagnostic of SWAIT 1, -2 of AS, whose numbers are signals; WAIT takes a condition."""
    word, end = code[0], code[-1].end
    title = "write  WAIT SIG(...)  with the same signals"
    start = code[min(1, len(code) - 1)].column
    edits = (Edit(1, word.column, 1, start, "WAIT SIG("), Edit(1, end, 1, end, ")"))
    message = f"{word.key} is a word of AS; here it is WAIT"
    fixes = (Fix(title, edits),) if len(code) > 1 else ()
    span = word.column, word.end
    return finding("E128", message, *span, label="AS", help=title, fixes=fixes)


_OTHERWISE = {"LET": _let, "SWAIT": _wait_for_signals}
# Every word that is known to belong to another language.
OF_OTHERS = frozenset({*FOREIGN, *SYNONYMS, *_OTHERWISE})


# Words of V+ and AS behind the first word of a line, for each instruction; "" for all of them.
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
    """The diagnostic of a word of V+ or AS inside a faulty line; None if there is none."""
    known = _INSIDE[""] | _INSIDE.get(code[0].key, {})
    for token in code[1:]:
        if token.kind == WORD and token.key in known:
            message = f"{token.text} ({known[token.key]}) is not supported"
            help_ = "the word is V+ or AS and has no counterpart here"
            span = token.column, token.end
            return finding("E128", message, *span, label="not supported", help=help_)
    return foreign_unit(code) or (foreign_format(code) if code[0].key == "TYPE" else None)


def foreign_unit(code: Sequence[Token]) -> Diagnostic | None:
    """The diagnostic of MM/S, the unit of AS, in a line; None if the line does not have it."""
    for first, sign, last in zip(code, code[1:], code[2:], strict=False):
        if (first.key, sign.key, last.key) == ("MM", "/", "S"):
            span = first.column, last.end
            fix = replacement("write  MMPS", *span, "MMPS")
            message = "MM/S is a unit of AS; here it is MMPS"
            of_speed = code[0].key == "SPEED"
            help_ = fix.title if of_speed else "write  SPEED 100 MMPS  in a line before it"
            fixes = (fix,) if of_speed else ()
            return finding("E128", message, *span, label="AS", help=help_, fixes=fixes)
    return None


def foreign_format(code: Sequence[Token]) -> Diagnostic | None:
    """The diagnostic of a format such as /C1 among the items of TYPE; None if there is none."""
    for before, sign, word in zip(code, code[1:], code[2:], strict=False):
        opens = before is code[0] or before.key == ","
        if opens and sign.key == "/" and word.kind == WORD:
            message = f"/{word.text} (formats of numbers and lines) is not supported"
            help_ = 'write texts and values between commas:  TYPE "count ", N'
            span = sign.column, word.end
            return finding("E128", message, *span, label="not supported", help=help_)
    return None
