"""One line of program text as tokens, without loss.

The texts of the tokens of a line, joined, are the line. Columns count from 1 in code points. The
lexer scans once with a pattern for each kind of token, and every character belongs to some kind.
The patterns are possessive (they never backtrack), so that the time is proportional to the length
of the line.
"""

import re
import unicodedata
from typing import NamedTuple

from language.instructions import INSTRUCTIONS
from language.words.diagnostics import Diagnostic, Edit, Fix, finding, replacement
from language.words.letters import FURTHER, NAME, is_word

BLANK, COMMENT, NUMBER, WORD, SYMBOL, TEXT = "blank", "comment", "number", "word", "symbol", "text"
STRING, BAD_STRING, BAD_NUMBER, ODD = "string", "open", "bad", "odd"

_NUMBER = r"(?:[0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)(?>(?:[eE][+-]?[0-9]++)?)"
# The most frequent pieces come first, because the pattern tries them in this order.
_PIECES = re.compile(
    rf"""
      [ \t]++
    | \.?[A-Za-z_][A-Za-z0-9_.]*+(?!{FURTHER})
    | <=|>=|<>|==|=<|=>|[,()+\-*/=:\#\[\]<>]
    | {_NUMBER}(?!{FURTHER})
    | ;.*
    | "[^"]*+"?+
    | \.?{NAME}
    | \.?[0-9](?:{FURTHER}|(?<=[eE])[+-])*
    | [^ \t;"\w.,()+\-*/=:\#\[\]<>]+|\w++|\.
    """,
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(NAME)
_WHOLE_NUMBER = re.compile(_NUMBER)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
# The kind of a piece by its first character; `_rare_kind` finds the kind of the others.
_KIND_OF = {
    **dict.fromkeys(_LETTERS, WORD),
    **dict.fromkeys(",()+-*/=:#[]<>", SYMBOL),
    **dict.fromkeys("0123456789", NUMBER),
    **dict.fromkeys(" \t", BLANK),
    ";": COMMENT,
}
# Kind and key of pieces that were read before: a program has few different words and numbers.
_KNOWN: dict[str, tuple[str, str]] = {}
_SHORT, _MOST_KNOWN = 24, 1 << 14
_INCOMPLETE_EXPONENT = re.compile(r"(?:[0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)[eE][+-]?")
_NUMBER_THEN_WORD = re.compile(rf"([0-9]++(?>(?:\.[0-9]*+)?)|\.[0-9]++)({NAME})")
_REMARK_WORD = next(i.name for i in INSTRUCTIONS if i.comment)
_REMARK = re.compile(rf"[ \t]*(?:[0-9]+[ \t]+)?{_REMARK_WORD}(?!{FURTHER})", re.IGNORECASE)
_MEANT = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2212": "-", "\u2013": "-",
    "\u2014": "-", "\u30fc": "-", "\u3001": ",", "\u3002": ".",
}  # fmt: skip


class Token(NamedTuple):
    """A piece of a line, columns [column, end); key: a word in capitals, or any other text."""

    kind: str
    text: str
    column: int
    end: int
    key: str


def lex(line: str) -> list[Token]:
    """All tokens of one line; the line has no line end."""
    return _with_remark(line, _scanned(line, len(line), blanks=True), blanks=True)


def lex_code(line: str) -> list[Token]:
    """The tokens of one line except blanks and comments."""
    tokens = _scanned(line, len(line))
    if tokens and _REMARK_WORD in (tokens[0].key, tokens[min(1, len(tokens) - 1)].key):
        return _with_remark(line, tokens)
    return tokens


def _scanned(line: str, end: int, blanks: bool = False) -> list[Token]:
    """The tokens of a line up to the index `end`; blanks: whether to keep blanks and comments."""
    # The constructor of a named tuple takes twice the time of the constructor of a tuple.
    new, token_type, known = tuple.__new__, Token, _KNOWN
    tokens: list[Token] = []
    column = 1
    for text in _PIECES.findall(line, 0, end):
        start, column = column, column + len(text)
        kind, key = known.get(text) or _kind_and_key(text)
        if (kind is BLANK or kind is COMMENT) and not blanks:
            continue
        tokens.append(new(token_type, (kind, text, start, column, key)))
    return tokens


def _kind_and_key(text: str) -> tuple[str, str]:
    """The kind and the key of a piece; those of short pieces are cached, as they are repeated."""
    kind = _KIND_OF.get(text[0])
    is_plain = kind is COMMENT or (text.isascii() and (kind is not NUMBER or text.isdigit()))
    if kind is None or not is_plain:
        kind = _rare_kind(text)
    found = kind, text.upper() if kind is WORD else text
    if len(text) <= _SHORT and len(_KNOWN) < _MOST_KNOWN:
        _KNOWN[text] = found
    return found


def _rare_kind(text: str) -> str:
    """The kind of a piece that is not obviously a word, whole number, sign, blank or comment."""
    if text[0] == '"':
        return STRING if len(text) > 1 and text[-1] == '"' else BAD_STRING
    if text[0] in ".0123456789":
        if _WHOLE_NUMBER.fullmatch(text):
            return NUMBER
        if text[0] == "." and not text[1:2].isdecimal():
            return WORD if len(text) > 1 and is_word(text[1:]) else ODD
        return BAD_NUMBER
    return WORD if _NAME.fullmatch(text) and is_word(text) else ODD


def _with_remark(line: str, tokens: list[Token], blanks: bool = False) -> list[Token]:
    """The tokens of a line in which the text behind REMARK is one token."""
    end = _code_end(line)
    if end == len(line):
        return tokens
    text = Token(TEXT, line[end:], end + 1, len(line) + 1, line[end:])
    return [*_scanned(line, end, blanks), text]


def _code_end(line: str) -> int:
    """Index at which the text behind REMARK begins; the length of every other line."""
    remark = _REMARK.match(line)
    return remark.end() if remark else len(line)


def lexical_findings(tokens: list[Token]) -> list[Diagnostic]:
    """The findings of single tokens of a line: odd characters, broken numbers, open texts."""
    if _FAULTY.isdisjoint([token.kind for token in tokens]):
        return []
    first = next(t for t in tokens if t.kind != BLANK)
    odd: dict[str, list[Token]] = {}
    found = []
    for token in tokens:
        if token.kind == ODD:
            odd.setdefault(token.text[0], []).append(token)
        elif token.kind == BAD_NUMBER:
            found.append(_bad_number(token, at_start=token is first))
        elif token.kind == BAD_STRING:
            found.append(_open_string(token))
    named = {t.column: t for t in tokens if t.kind == WORD}
    found += [_text_name(same, named) or _odd_character(same) for same in odd.values()]
    return sorted(found, key=lambda d: d.column)


NO_LETTER = "outside comments a program holds ASCII characters, and letters of any script in names"
_FAULTY = frozenset((BAD_NUMBER, BAD_STRING, ODD))


def intended(text: str) -> str:
    """The text with plain characters in place of similar ones (full-width, no-break, dashes)."""
    plain = "".join(_MEANT.get(c, c) for c in text)
    return unicodedata.normalize("NFKC", plain)


def _text_name(tokens: list[Token], named: dict[int, Token]) -> Diagnostic | None:
    """One finding for all $NAMEs of a line, which are text variables in V+ and AS, or None."""
    token = tokens[0]
    name = named.get(token.end)
    if token.text != "$" or name is None:
        return None
    return finding(
        "E128",
        f"${name.text} holds a text: variables that hold texts are not supported",
        token.column,
        name.end,
        label="not supported",
        help='texts stand where they are needed, as in  TYPE "done"',
    )


def _odd_character(tokens: list[Token]) -> Diagnostic:
    """One finding for all tokens of a line that begin with the same odd character."""
    token, character = tokens[0], tokens[0].text[0]
    name = unicodedata.name(character, "").lower() or "a character without a name"
    point = f"U+{ord(character):04X}"
    shown = f"{character!r}, {name} ({point})," if character.isprintable() else f"{name} ({point})"
    plain = intended(token.text)
    usable = plain != token.text and all(t.kind != ODD for t in lex(plain))
    write = f"write a plain {plain!r}" if plain.strip() else "write a plain blank"
    edits = tuple(Edit(1, t.column, 1, t.end, intended(t.text)) for t in tokens)
    return finding(
        "E101",
        f"{shown} has no meaning in a program",
        token.column,
        token.end,
        label="not a character of the language",
        help=write if usable else NO_LETTER,
        fixes=(Fix(write, edits),) if usable else (),
    )


def _open_string(token: Token) -> Diagnostic:
    return finding(
        "E127",
        "the text is not closed",
        token.column,
        token.end,
        label="opened here",
        help='close it with "',
    )


def _bad_number(token: Token, *, at_start: bool) -> Diagnostic:
    text = token.text
    joined = _NUMBER_THEN_WORD.fullmatch(text)
    message, help_ = f"{text} is not a number", "write numbers like 30  30.  .5  1E2"
    fixes: tuple[Fix, ...] = ()
    if _INCOMPLETE_EXPONENT.fullmatch(text):
        message = f"the exponent of {text} is incomplete"
        help_ = f"write digits after the E, like {text}2, or leave the E out"
    elif joined and at_start:
        message = f"a blank is missing after the step number {joined[1]}"
        new = f"{joined[1]} {joined[2]}"
        help_ = f"write  {new}"
        fixes = (replacement(help_, token.column, token.end, new),)
    elif joined:
        message = f"{text} is not a number: units are not written"
    return finding(
        "E102", message, token.column, token.end, label="not a number", help=help_, fixes=fixes
    )
