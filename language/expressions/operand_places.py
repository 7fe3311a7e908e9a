"""Where one operand ends and the next begins.

A comma outside parentheses puts a line in comma mode: its operands are expressions between commas,
and a place may be empty. In a line without commas an operand is a signed literal, a name, or an
expression in parentheses, and blanks separate the operands. A line that could be read in two ways
is an error whose fix adds the commas.
"""

import sys
from collections.abc import Container
from typing import NamedTuple

from language.expressions.evaluation import constant
from language.expressions.function_faults import no_sum
from language.expressions.trees import WORD_OPERATORS, read_expression
from language.words.diagnostics import Diagnostic, Edit, Fix, finding, replacement
from language.words.functions import FUNCTIONS
from language.words.lexer import COMMENT, NUMBER, STRING, SYMBOL, WORD, Token, lex
from language.words.number_literals import ExpressionError

_SIGNS = ("+", "-")
_CALLED = frozenset(f.name.lstrip("#") for f in FUNCTIONS.values() if not f.bare)
_ARITHMETIC = ("+", "-", "*", "/")


class Slot(NamedTuple):
    """The tokens of one operand (none if its place is empty), and the column where it begins."""

    tokens: list[Token]
    column: int


class LineError(Exception):
    """A finding after which reading the rest of the line makes no sense."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def split_slots(
    keyword: Token,
    words: list[Token],
    line: str,
    defines: bool,
    most: int = sys.maxsize,
    places: Container[int] = (),
) -> tuple[list[Slot], bool]:
    """The tokens of each operand behind a keyword, and whether commas separate the operands.

    defines: whether the first operand is a name that gets a value, as in `POINT A = 1, 2 ...`.
    most: the most operands; without commas, the tokens behind one operand more are not split.
    places: indices (from 0) of the operands that are locations, behind which arithmetic is an
    error. Raises LineError.
    """
    if not has_comma(words):
        return _blank_slots(words, defines, most, places), False
    slots = _comma_slots(words, keyword.end, defines)
    check_commas(slots, line)
    return slots, True


def has_comma(tokens: list[Token]) -> bool:
    """Whether there is a comma outside parentheses, which puts the operands in comma mode."""
    keys, depth = [token.key for token in tokens], 0
    if "," not in keys:
        return False
    for key in keys:
        if key == "," and depth <= 0:
            return True
        depth += DEEPER.get(key, 0)
    return False


def bracket(token: Token) -> int:
    """1 for an opening parenthesis or bracket, -1 for a closing one."""
    return DEEPER.get(token.text, 0)


DEEPER = {"(": 1, "[": 1, ")": -1, "]": -1}


# Signs that cannot begin a second value; the test skips most pairs of tokens by them.
_JOINING = frozenset({")", "]", "[", "*", "/", ":", "=", "==", "<>", "<", "<=", ">", ">="})


def is_value(token: Token) -> bool:
    """Whether a token is a literal or a name, which has a value by itself."""
    if token.kind == WORD:
        return token.key not in WORD_OPERATORS
    return token.kind in (NUMBER, STRING)


def is_value_end(token: Token) -> bool:
    """Whether a value may end with this token, so that a value behind it is a second one."""
    return token.text in (")", "]") if token.kind == SYMBOL else is_value(token)


def _comma_slots(tokens: list[Token], column: int, defines: bool) -> list[Slot]:
    slots, start, depth = [], 0, 0
    for at, token in enumerate(tokens):
        key = token.key
        if key in DEEPER:
            depth += DEEPER[key]
        elif key == "," and depth <= 0:
            slots.append(Slot(tokens[start:at], column))
            start, column = at + 1, token.end
    slots.append(Slot(tokens[start:], column))
    if defines and len(slots[0].tokens) > 1 and slots[0].tokens[0].kind == WORD:
        size = _term_size(slots[0].tokens, 0)
        name, rest = slots[0].tokens[:size], slots[0].tokens[size:]
        rest = rest[1:] if rest and rest[0].text == "=" else rest
        slots[:1] = [Slot(name, name[0].column), Slot(rest, name[-1].end)]
    return slots


def check_commas(slots: list[Slot], line: str, *, doubtful: bool = True) -> None:
    """LineError if one place holds two values: `10 -5, 3` and `10 5, 3` need one more comma.

    doubtful: whether a sign may begin a second value; otherwise `10 -5` is one value.
    """
    places = [slot.tokens for slot in slots if len(slot.tokens) > 1]
    gaps = [gap for tokens in places for gap in _gaps(tokens) if doubtful or not gap[2]]
    if not gaps:
        return
    edits = tuple(Edit(1, a.end, 1, b.column, ", ") for a, b, _ in gaps)
    meant = without_comment(_edited(line, edits)).lstrip()
    first, second, signed = gaps[0]
    after = [t.end for slot in slots for t in slot.tokens if t.column == second.end]
    end = after[0] if signed and after else second.end
    values = line[first.column - 1 : end - 1]
    code = "E115" if signed else "E117"
    message = (
        f"{values} could be one value or two: a line with commas needs one between all values"
        if signed
        else f"a comma is missing between {first.text} and {second.text}"
    )
    title = f"write  {meant}"
    raise LineError(
        finding(
            code,
            message,
            second.column,
            end,
            label='expected "," before it',
            help=title,
            fixes=(Fix(title, edits),),
        )
    )


def _gaps(tokens: list[Token]) -> list[tuple[Token, Token, bool]]:
    """Pairs of neighbours that are two values; True marks a pair that a sign makes doubtful."""
    gaps: list[tuple[Token, Token, bool]] = []
    depth = 0
    for i in range(1, len(tokens)):
        a, b = tokens[i - 1], tokens[i]
        depth += DEEPER.get(a.key, 0)
        if depth > 0 or b.key in _JOINING or not is_value_end(a):
            continue
        touches_next = i + 1 < len(tokens) and tokens[i + 1].column == b.end
        called = a.kind == WORD and b.text == "(" and _calls(a, b)
        if is_value(b) or (b.text == "(" and not called):
            gaps.append((a, b, False))
        elif b.text in _SIGNS and b.column > a.end and touches_next:
            gaps.append((a, b, True))
    return gaps


def _blank_slots(
    tokens: list[Token], defines: bool, most: int, places: Container[int]
) -> list[Slot]:
    slots: list[Slot] = []
    at, equals = 0, False
    while at < len(tokens):
        token = tokens[at]
        if defines and most > 1 and token.text == "=" and len(slots) == 1 and not equals:
            at, equals = at + 1, True
            continue
        if len(slots) > defines and token.text in _ARITHMETIC and not is_signed(tokens, at):
            if len(slots) - 1 in places:
                raise no_sum(token)
            if at + 1 < len(tokens) or _touched(tokens, at):
                raise LineError(_bare_arithmetic(tokens, at))
        if len(slots) == most:
            return [*slots, Slot(tokens[at:], token.column)]
        size = _unit_size(tokens, at)
        slots.append(Slot(tokens[at : at + size], token.column))
        at += size
    return slots


def _unit_size(tokens: list[Token], at: int) -> int:
    """Number of tokens from `at` on that are one operand of a line without commas."""
    size = _term_size(tokens, at)
    if tokens[at].kind == WORD or tokens[at].text == "#":
        while at + size < len(tokens) and tokens[at + size].text == ":":
            more = at + size + 1 < len(tokens)
            size += 1 + (_term_size(tokens, at + size + 1, behind=True) if more else 0)
    return size


def _term_size(tokens: list[Token], at: int, behind: bool = False) -> int:
    """Number of tokens from `at` on that are one value, or one location of a product."""
    token = tokens[at]
    hashed = token.text == "#" and at + 1 < len(tokens) and tokens[at + 1].kind == WORD
    named = at + 1 if hashed else at
    if (hashed or token.kind == WORD) and (behind or not _touched(tokens, at)):
        after = tokens[named + 1] if named + 1 < len(tokens) else None
        indexed = after is not None and after.text == "["
        called = after is not None and after.text == "(" and _calls(tokens[named], after)
        return (_closing(tokens, named + 1) if indexed or called else named) - at + 1
    return _literal_size(tokens, at)


def _calls(name: Token, opening: Token) -> bool:
    """Whether a parenthesis belongs to a name: without a gap, or if the name is a function."""
    return opening.column == name.end or name.key in _CALLED


def is_signed(tokens: list[Token], at: int) -> bool:
    """Whether a sign and its number are a value: no gap between them, and a gap before the sign."""
    if tokens[at].text not in _SIGNS or _touched(tokens, at) or at + 1 == len(tokens):
        return False
    return tokens[at + 1].kind == NUMBER and tokens[at + 1].column == tokens[at].end


def _touched(tokens: list[Token], at: int) -> bool:
    """Whether there is no gap between a token and the one before, as in 10-5 or 2A."""
    return at > 0 and tokens[at - 1].end == tokens[at].column and tokens[at - 1].text != "="


def _literal_size(tokens: list[Token], at: int) -> int:
    token = tokens[at]
    if token.kind == SYMBOL and token.text not in (*_ARITHMETIC, "("):
        raise LineError(_unexpected(token))
    touches = _touched(tokens, at)
    if touches or token.text in _ARITHMETIC:
        if at + 1 == len(tokens) and not touches:
            raise LineError(_nothing_behind(token))
        if not is_signed(tokens, at):
            raise LineError(_bare_arithmetic(tokens, at))
        return 2
    if token.text == "(":
        return _closing(tokens, at) - at + 1
    return 1


def _nothing_behind(token: Token) -> Diagnostic:
    return finding(
        "E116",
        f"a value is missing after {token.text}",
        token.end,
        token.end,
        label="value expected",
    )


def _unexpected(token: Token) -> Diagnostic:
    if token.text in (")", "]"):
        return finding(
            "E116", f"{token.text} closes nothing", token.column, token.end, label="unexpected"
        )
    return finding(
        "E119", f"{token.text} does not belong here", token.column, token.end, label="unexpected"
    )


def _closing(tokens: list[Token], at: int) -> int:
    """Index of the closing partner of a bracket; the last index if the partner is missing."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += bracket(tokens[i])
        if depth == 0:
            return i
    return len(tokens) - 1


def _bare_arithmetic(tokens: list[Token], at: int) -> Diagnostic:
    """The finding of arithmetic without parentheses, `10-5`, in a line without commas."""
    first, last = at, at
    while first > 0 and tokens[first - 1].end == tokens[first].column:
        first -= 1
    while last + 1 < len(tokens) and tokens[last].end == tokens[last + 1].column:
        last += 1
    start, end = tokens[first].column, tokens[last].end
    text = "".join(t.text for t in tokens[first : last + 1])
    try:
        constant(read_expression(tokens[first : last + 1]))
    except ExpressionError:
        fixes: tuple[Fix, ...] = ()
        help_ = "put arithmetic in parentheses, or commas between all operands"
    else:
        help_ = f"write  ({text})"
        fixes = (replacement(help_, start, end, f"({text})"),)
    return finding(
        "E118",
        "arithmetic needs parentheses in a line without commas",
        start,
        end,
        label="two values, or one?",
        help=help_,
        fixes=fixes,
    )


def without_comment(line: str) -> str:
    """The line without its comment and without the blanks before the comment."""
    return "".join(t.text for t in lex(line) if t.kind != COMMENT).rstrip()


def _edited(line: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda e: e.column, reverse=True):
        line = line[: edit.column - 1] + edit.text + line[edit.end_column - 1 :]
    return line
