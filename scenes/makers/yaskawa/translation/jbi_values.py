"""Values and conditions of INFORM in the words of our language."""

from __future__ import annotations

import re

from language.foreign.draft import NotSaidError
from scenes.makers.yaskawa.translation.jbi_work import Work

VARIABLE = re.compile(r"L?[BIDR]\d{1,4}", re.IGNORECASE)
SIGNAL = re.compile(r"(IN|OT)#\(\s*(\d{1,5}|L?[BI]\d{1,4})\s*\)", re.IGNORECASE)
GROUP = re.compile(r"([IO]GH?)#\(\s*(\d{1,5})\s*\)", re.IGNORECASE)
TOKEN = re.compile(
    r"\s*(?:(?P<signal>(?:IN|OT|IGH?|OGH?)#\([^()]*\))|(?P<name>[A-Z]+\d*)(?![\w#])"
    r"|(?P<number>\d+\.?\d*|\.\d+)|(?P<sign><>|<=|>=|[-+*/=<>()])|(?P<other>\S))",
    re.IGNORECASE,
)
WORDS = {"AND": "AND", "OR": "OR", "NOT": "NOT", "ON": "TRUE", "OFF": "FALSE", "MOD": "MOD"}
FUNCTIONS = frozenset({"SIN", "COS", "SQRT"})
COMPARED = {"=": "==", "<>": "<>"}
LONGEST = 300


def told_number(work: Work, code: str) -> str:
    """A number, a variable or an expression. Raises NotSaidError."""
    return _told(work, code)


def told_condition(work: Work, code: str) -> str:
    """A condition such as `IN#(3)=ON AND B000<>2`. Raises NotSaidError."""
    return _told(work, code)


def target(work: Work, code: str) -> str:
    """The name of a variable that gets a value. Raises NotSaidError."""
    plain = code.strip()
    if VARIABLE.fullmatch(plain) is None:
        raise NotSaidError(f"{plain} gets no value here")
    return _named(work, plain)


def signal_number(work: Work, kind: str, number: str) -> str:
    """The number of our signal: a number, or an expression with a variable."""
    added = work.shared.inputs_from if kind.upper() == "IN" else 0
    if number.isdecimal():
        return str(int(number) + added)
    told = _named(work, number)
    return f"{added} + {told}" if added else told


def _named(work: Work, name: str) -> str:
    """A variable here; local ones belong to their job."""
    plain = name.upper()
    if not plain.startswith("L"):
        return plain
    own = "".join(c if c.isascii() and c.isalnum() else "_" for c in work.job.name.upper())
    return f"JOB_{own}.{plain}"


def _told(work: Work, code: str) -> str:
    if len(code) > LONGEST:
        raise NotSaidError("the expression is too long")
    parts = list[str]()
    found = [each for each in TOKEN.finditer(code.strip()) if each[0].strip()]
    for at, each in enumerate(found):
        kind, text = str(each.lastgroup), each[0].strip()
        if kind == "other":
            raise NotSaidError(f"{text} is not understood here")
        if kind == "signal":
            parts.append(_signal(work, text))
        elif kind == "name":
            parts.append(_word(work, text, [f[0].strip() for f in found[at + 1 : at + 2]]))
        else:
            parts.append(COMPARED.get(text, text))
    return _without_truths(parts)


def _signal(work: Work, text: str) -> str:
    """A signal, or the number of a group of signals, which is a variable here."""
    signal, group = SIGNAL.fullmatch(text), GROUP.fullmatch(text)
    if group is not None:
        return f"{group[1].upper()}[{int(group[2])}]"
    if signal is None:
        raise NotSaidError(f"{text} is not read")
    return f"SIG({signal_number(work, signal[1], signal[2])})"


def _word(work: Work, text: str, behind: list[str]) -> str:
    key = text.upper()
    if key in WORDS:
        return WORDS[key]
    if key in FUNCTIONS and behind == ["("]:
        return key
    if VARIABLE.fullmatch(text) is None:
        raise NotSaidError(f"{text} is not understood here")
    return _named(work, text)


def _without_truths(parts: list[str]) -> str:
    """The text of an expression: a signal that is compared with ON or OFF is a condition."""
    kept = list[str]()
    at = 0
    while at < len(parts):
        compared = parts[at + 1 : at + 3]
        is_truth = len(compared) == 2 and compared[1] in ("TRUE", "FALSE")
        if is_truth and compared[0] in ("==", "<>"):
            is_on = (compared[1] == "TRUE") is (compared[0] == "==")
            kept.append(parts[at] if is_on else f"NOT {parts[at]}")
            at += 3
        else:
            kept.append(parts[at])
            at += 1
    return " ".join(kept).replace("( ", "(").replace(" )", ")")
