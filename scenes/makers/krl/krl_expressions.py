"""Expressions of KRL in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|(?P<enum>#\w+)|(?P<bits>'[BH][0-9A-Fa-f]+')|(?P<word>\$?[A-Za-z_][\w$]*)|(?P<sign>==|<>|<=|>=|[-+*/<>(),\[\]]))",
    re.IGNORECASE,
)
SIGNS = frozenset({"==", "<>", "<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", ","})
WORDS = {"AND": "AND", "OR": "OR", "NOT": "NOT", "EXOR": "XOR", "TRUE": "TRUE", "FALSE": "FALSE"}
FUNCTIONS = frozenset({"ABS", "SQRT", "SIN", "COS", "TAN", "ACOS", "ATAN2"})
INPUTS_FROM = 1000  # added to inputs where a program has an input and an output of one number


@dataclass(frozen=True)
class Names:
    """What names stand for in a program.

    signals: By name "IN" or "OUT" and a number. inputs_from: Added to the number of an input.
    enumerations: The number that stands for each `#NAME`, in the order in which they come.
    """

    signals: Mapping[str, tuple[str, int]]
    inputs_from: int = 0
    enumerations: dict[str, int] = field(default_factory=dict)

    def enumerated(self, name: str) -> int:
        """The number that stands for `#NAME`, in capitals: the same wherever the name stands."""
        return self.enumerations.setdefault(name, len(self.enumerations) + 1)

    def number(self, kind: str, number: int) -> int:
        """The number of our signal for an input ("IN") or an output ("OUT")."""
        return number + (self.inputs_from if kind == "IN" else 0)


def translated(text: str, names: Names) -> str | None:
    """An expression in our language; None where it says something that ours cannot say."""
    found, at = [], 0
    tokens = list[tuple[str, str]]()
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        if match is None:
            return None
        tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
        at = match.end()
    while tokens:
        piece = _piece(tokens, names)
        if piece is None:
            return None
        found.append(piece)
    return _spaced(found)


def _piece(tokens: list[tuple[str, str]], names: Names) -> str | None:
    """Takes one piece off the front of the tokens: its words in our language, or None."""
    kind, text = tokens.pop(0)
    word = text.upper()
    if kind == "number":
        return text
    if kind == "enum":
        return str(names.enumerated(word))
    if kind == "bits":
        return str(int(text[2:-1], 2 if word[1] == "B" else 16))
    if kind == "sign":
        return text if text in SIGNS else None
    if word in WORDS:
        return WORDS[word]
    if word in ("$IN", "$OUT"):
        inner = _indices(tokens, names)
        if inner is None:
            return None
        shift = names.inputs_from if word == "$IN" else 0
        if inner.isdecimal():
            return f"SIG({int(inner) + shift})"
        return f"SIG({inner} + {shift})" if shift else f"SIG({inner})"
    if word in names.signals:
        return f"SIG({names.number(*names.signals[word])})"
    if word.startswith("$"):
        return None
    is_call = bool(tokens) and tokens[0][1] == "("
    if is_call and word not in FUNCTIONS:
        return None
    if tokens and tokens[0][1] == "[":
        inner = _indices(tokens, names)
        return None if inner is None else f"{word}[{inner}]"
    return word


def _indices(tokens: list[tuple[str, str]], names: Names) -> str | None:
    """What stands between brackets, which it takes off the tokens; None where there are none."""
    if not tokens or tokens.pop(0)[1] != "[":
        return None
    inner = list[str]()
    while tokens and tokens[0][1] != "]":
        piece = _piece(tokens, names)
        if piece is None:
            return None
        inner.append(piece)
    if not tokens:
        return None
    tokens.pop(0)
    return _spaced(inner)


def _spaced(pieces: list[str]) -> str:
    """The pieces as a text: blanks around operators, none inside parentheses and before commas."""
    text = " ".join(pieces)
    text = re.sub(r"\(\s+", "(", re.sub(r"\s+([),])", r"\1", text))
    text = re.sub(r"\b(" + "|".join(sorted(FUNCTIONS)) + r")\s+\(", r"\1(", text)
    return re.sub(r"(^|[=<>(+*/,-] )- ", r"\1-", text)


def inputs_from(codes: Iterable[str]) -> int:
    """What is added to inputs: nothing, unless a number is used for an input and an output."""
    numbers: dict[str, set[str]] = {"IN": set(), "OUT": set()}
    for code in codes:
        for kind, number in re.findall(r"\$(IN|OUT)\[\s*(\d+)\s*\]", code, re.IGNORECASE):
            numbers[kind.upper()].add(number)
    return INPUTS_FROM if numbers["IN"] & numbers["OUT"] else 0
