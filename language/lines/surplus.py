"""Findings of lines with more than an instruction takes, and whether a fix may remove it.

A fix removes only plain operands. Arithmetic and a second instruction were meant, so that the line
would mean something else without them.
"""

from bisect import bisect_left
from collections.abc import Sequence

from language.expressions.operand_places import LineError, Slot
from language.expressions.trees import RESERVED
from language.instructions import BY_NAME, Instruction, OperandKind
from language.words.diagnostics import Diagnostic, Edit, Fix, finding, replacement
from language.words.lexer import NUMBER, STRING, WORD, Token

Correction = tuple[str, tuple[Fix, ...]]


def surplus(
    instruction: Instruction, extra: Sequence[Token], tokens: Sequence[Token], line: str
) -> Diagnostic:
    """The finding of a line in which the tokens `extra` are more than the instruction takes."""
    start, end = _start(extra[0], tokens), tokens[-1].end
    keyword = next(
        (o.keyword for o in instruction.keyword_operands if o.kind is not OperandKind.FLAG), ""
    )
    if keyword and len(extra) == 1 and extra[0].kind == WORD:
        help_ = f"write {keyword} before it"
        fixes: tuple[Fix, ...] = (replacement(help_, start, start, f"{keyword} "),)
    else:
        help_, fixes = correction(instruction, start, tokens, line)
    return finding(
        "E114",
        f"{instruction.name} takes {_count(instruction)}",
        start,
        end,
        label="too much",
        help=help_,
        fixes=fixes,
    )


def empty_places(
    instruction: Instruction, slots: Sequence[Slot], empty: Sequence[int], tokens: Sequence[Token]
) -> Diagnostic:
    """The finding of too many places of which some are empty; its fix removes the empty ones."""
    place = slots[empty[0]]
    commas = [t for t in tokens if t.text == ","]
    # The comma behind an empty place is removed; for the last place, the comma before it.
    columns = [t.column for t in commas]
    places = (bisect_left(columns, slots[i].column) for i in empty)
    left = [commas[min(at, len(commas) - 1)] for at in places]
    fixes: tuple[Fix, ...] = ()
    help_ = "leave no place between commas empty"
    if len(slots) - len(empty) == len(instruction.plain_operands):
        help_ = "take the comma of the empty place out"
        help_ = help_ if len(empty) == 1 else "take the commas of the empty places out"
        fixes = (Fix(help_, tuple(Edit(1, t.column, 1, t.end, "") for t in left)),)
    return finding(
        "E114",
        f"{instruction.name} takes {_count(instruction)}, and a place before a comma is empty",
        place.column,
        max(place.column, left[0].end),
        label="nothing stands here",
        help=help_,
        fixes=fixes,
    )


def _count(instruction: Instruction) -> str:
    """Number of operands of an instruction, in words."""
    count = len(instruction.plain_operands)
    return {0: "no operand", 1: "one operand"}.get(count, f"{count} operands")


def behind(instruction: Instruction, place: int, tokens: Sequence[Token], line: str) -> Diagnostic:
    """The finding of a line that goes on at index `place` although it should end there."""
    first, before, end = tokens[place], tokens[place - 1], tokens[-1].end
    text = line[first.column - 1 : end - 1]
    help_, fixes = correction(instruction, first.column, tokens, line)
    return finding(
        "E114",
        f"{text} does not belong behind {before.text}",
        first.column,
        end,
        label="too much",
        help=help_,
        fixes=fixes,
    )


def _start(extra: Token, tokens: Sequence[Token]) -> int:
    """Column of the first surplus token, or of a second instruction if one begins before."""
    second = [t.column for i, t in enumerate(tokens) if i > 0 and _may_begin(tokens[i:])]
    return min([extra.column, *second])


def correction(
    instruction: Instruction, start: int, tokens: Sequence[Token], line: str
) -> Correction:
    """Help and fixes for the tokens from column `start` on, which are too much."""
    extra = [t for t in tokens if t.column >= start]
    # A comma before the first surplus operand is removed with it.
    before = [t for t in tokens if t.column < start and t.text != ","]
    text, end = line[start - 1 : tokens[-1].end - 1], before[-1].end
    closes = instruction.block == "closes" and len(extra) == 1
    if _may_begin(extra) and not closes:
        title = f"put  {text}  into a line of its own"
        if instruction.block == "opens":
            return f"{title}, and END behind it", ()
        apart = replacement(title, tokens[-len(extra) - 1].end, start, "\n")
        return title, (apart,) if line[end - 1 : start - 1].isspace() else ()
    if not _are_operands(extra):
        return "", ()
    if len(instruction.plain_operands) == 1 and _is_decimal(tokens[-3:]):
        return f"a decimal point is written  {tokens[-3].text}.{tokens[-1].text}", ()
    title = f"take  {text}  out"
    return title, (replacement(title, end, tokens[-1].end, ""),)


def _are_operands(tokens: Sequence[Token]) -> bool:
    """Whether tokens are names, numbers and texts, each with a comma or a blank before it."""
    before: Token | None = None
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        apart = before is None or before.text == "," or before.end < token.column
        named = after is not None and after.column == token.end
        if token.text in ("+", "-"):
            if not (apart and named and after is not None and after.kind == NUMBER):
                return False
        elif token.kind == WORD:
            if token.key in RESERVED or (token.key in BY_NAME and before is not None):
                return False
        elif token.text != "," and token.kind not in (NUMBER, STRING):
            return False
        before = token
    return True


def _may_begin(tokens: Sequence[Token]) -> bool:
    """Whether the tokens may be a second instruction, by its word and number of operands."""
    found = BY_NAME.get(tokens[0].key) if tokens[0].kind == WORD else None
    if found is None or found.takes_text:
        return False
    return len(tokens) > found.required and (bool(found.operands) or len(tokens) == 1)


def _is_decimal(tokens: Sequence[Token]) -> bool:
    """Whether the tokens are a number with a decimal comma: 1,5."""
    if len(tokens) < 3:
        return False
    whole, comma, part = tokens
    digits = whole.text.isdigit() and part.text.isdigit()
    return digits and comma.text == "," and whole.end + 1 == comma.end == part.column


def either_of(words: Sequence[str], found: Sequence[Token], instruction: Instruction) -> LineError:
    """The error of two of the words of which a line takes exactly one."""
    first, second = found[:2]
    message = f"{instruction.name} takes {' or '.join(words)}, not both"
    if second.key == first.key:
        message = f"{second.text} stands twice"
    fix = replacement(f"take  {second.text}  out", second.column, second.end, "")
    place = second.column, second.end
    return LineError(
        finding("E114", message, *place, label="too much", help=fix.title, fixes=(fix,))
    )
