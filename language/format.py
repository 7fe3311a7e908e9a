"""One layout for programs: keywords in capitals, one blank between operands, the rest kept.

Numbers, comments, blank lines, step numbers and line ends stay as written; a name takes the
spelling of its definition. A faulty line stays as it is. Formatting again changes nothing, and
the formatted program has the same tables.
"""

from collections.abc import Mapping

from language.diagnostics import text_lines
from language.instructions import OperandKind
from language.lexer import BLANK, COMMENT, NUMBER, TEXT, WORD, Token, lex
from language.line_parser import ParsedLine, parse_line
from language.names import defined_names
from language.parser import parse
from language.slots import has_comma

COMMENT_GAP = "  "


def format_program(text: str) -> str:
    """The whole text in its one layout."""
    names = defined_names(parse(text).statements)
    newline = "\r\n" if "\r\n" in text else "\n"
    return newline.join(format_line(line, names) for line in text_lines(text))


def format_line(line: str, names: Mapping[str, str] | None = None) -> str:
    """One line in its layout; names: capitals -> the spelling to use for locations."""
    parsed = parse_line(line)
    if parsed.diagnostics:
        return line
    tokens = lex(line)
    code = [t for t in tokens if t.kind not in (BLANK, COMMENT)]
    comment = "".join(t.text for t in tokens if t.kind == COMMENT).rstrip()
    if not code:
        return line.rstrip()
    words = _words(code, parsed, names or {})
    shown = words[0]
    unary = _unary_signs(code, parsed)
    for i in range(1, len(code)):
        shown += ("" if _touches(code, i, unary, parsed.column) else " ") + words[i]
    return f"{shown}{COMMENT_GAP}{comment}" if comment else shown.rstrip()


def _words(code: list[Token], parsed: ParsedLine, names: Mapping[str, str]) -> list[str]:
    """The text of each token as it is to be written."""
    locations = {a.column for a in parsed.arguments if a and a.operand.kind is OperandKind.LOCATION}
    arguments = {a.column for a in parsed.arguments if a}
    words = []
    for token in code:
        if token.kind == TEXT:
            words.append(token.text.strip())
        elif token.kind != WORD:
            words.append(token.text)
        elif token.column in locations:
            words.append(names.get(token.text.upper(), token.text))
        else:
            words.append(token.text if token.column in arguments else token.text.upper())
    return words


def _unary_signs(code: list[Token], parsed: ParsedLine) -> set[int]:
    """Columns of the signs that belong to the value behind them."""
    keyword = next((i for i, t in enumerate(code) if t.column == parsed.column), len(code))
    operands = code[keyword + 1 :]
    if not operands:
        return set()
    by_comma = has_comma(operands)
    named = parsed.instruction is not None and parsed.instruction.defines_location
    signs, depth = set(), 0
    for i, token in enumerate(operands):
        depth += (token.text == "(") - (token.text == ")")
        first = i == 0 or (named and i == 1)
        bare = depth == 0 and not by_comma
        after_value = not first and (
            operands[i - 1].kind in (NUMBER, WORD) or operands[i - 1].text == ")"
        )
        if token.text in ("+", "-") and (bare or not after_value):
            signs.add(token.column)
    return signs


def _touches(code: list[Token], i: int, unary: set[int], keyword: int) -> bool:
    before, token = code[i - 1], code[i]
    tight = token.text == ")" or (token.text == "," and before.column != keyword)
    return before.text == "(" or tight or before.column in unary
