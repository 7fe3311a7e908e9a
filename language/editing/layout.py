"""The layout of programs: keywords in capitals, blocks indented, everything else unchanged.

Numbers, comments, blank lines, step numbers and line ends stay as written; a name gets the spelling
of its definition. A faulty line is not changed. Formatting again changes nothing, and the formatted
program has the same tables.
"""

from collections.abc import Iterator, Mapping, Sequence

from language.expressions.operand_places import bracket, has_comma, is_value
from language.expressions.trees import ANY, JOINTS, LOCATION, PROGRAM, RESERVED, VARIABLE
from language.instructions import OperandKind
from language.instructions.block_words import CLOSED_BY, CLOSING, DIVIDED, PROGRAM_LINES
from language.lines.line_parser import ParsedLine, parse_line
from language.programs.parser import parse
from language.programs.program import Program
from language.words.diagnostics import text_lines
from language.words.functions import FUNCTIONS
from language.words.lexer import BLANK, COMMENT, TEXT, WORD, Token, lex

COMMENT_GAP, INDENT, COMMENT_BEGINS = "  ", "  ", ";"
_SPELT = (LOCATION, VARIABLE, JOINTS, ANY, PROGRAM)
# Forms in which blanks may separate operands: there 5 -3 is two operands, and 5 - 3 is an error.
_BLANKS_DIVIDE = frozenset({"", "point", "base", "list", "local"})


def format_program(text: str, moves_comments: bool = False) -> str:
    """The whole text in the uniform layout.

    moves_comments: Whether lines with nothing but a comment are indented as their block is: for a
    text that no person wrote.
    """
    names = spelt_names(parse(text))
    newline = "\r\n" if "\r\n" in text else "\n"
    return newline.join(_laid_out(text_lines(text), names, moves_comments))


def spelt_names(program: Program) -> dict[str, str]:
    """The spelling of every name where the program defines it; keys in capitals."""
    spelt: dict[str, str] = {}
    for _, use in program.names:
        if use.defines and use.kind in _SPELT:
            spelt.setdefault(use.name, use.written)
    return spelt


def _laid_out(
    lines: Sequence[str], names: Mapping[str, str], moves_comments: bool
) -> Iterator[str]:
    """The lines in their layout, blocks indented; a faulty line is not changed."""
    depth = 0
    for line in lines:
        if moves_comments and line.lstrip().startswith(COMMENT_BEGINS):
            yield INDENT * depth + line.strip()
            continue
        block = parse_line(line).block
        closes = block in CLOSING
        depth = max(depth - closes, 0)
        yield format_line(line, names, max(depth - (block in DIVIDED), 0))
        depth += block in CLOSED_BY
        depth = 0 if block in PROGRAM_LINES else depth


def format_line(line: str, names: Mapping[str, str] | None = None, depth: int = 0) -> str:
    """One line in its layout; names: spellings by names in capitals. depth: of its block."""
    parsed = parse_line(line)
    if parsed.diagnostics:
        return line
    tokens = lex(line)
    code = [t for t in tokens if t.kind not in (BLANK, COMMENT)]
    comment = "".join(t.text for t in tokens if t.kind == COMMENT).rstrip()
    if not code:
        return line.rstrip()
    words = _words(code, parsed, names or {})
    unary = _unary_signs(code, parsed)
    indent = INDENT * depth
    numbered = parsed.step is not None
    shown = words[0] if numbered else indent + words[0]
    for i in range(1, len(code)):
        gap = "" if _touches(code, i, unary, parsed.column) else " "
        shown += (gap + indent if numbered and i == 1 else gap) + words[i]
    return f"{shown}{COMMENT_GAP}{comment}" if comment else shown.rstrip()


def _words(code: list[Token], parsed: ParsedLine, names: Mapping[str, str]) -> list[str]:
    """The text of each token in the layout."""
    uses = {use.column: use for use in parsed.uses}
    arguments = {a.column for a in parsed.arguments if a and a.operand.kind is not OperandKind.FLAG}
    words = []
    for token in code:
        use = uses.get(token.column)
        if token.kind == TEXT:
            words.append(token.text.strip())
        elif token.kind != WORD:
            words.append(token.text)
        elif use is not None:
            words.append(names.get(use.name, token.text) if use.kind in _SPELT else token.text)
        elif token.key in FUNCTIONS or token.key in RESERVED:
            words.append(token.key)
        else:
            words.append(token.text if token.column in arguments else token.key)
    return words


def _unary_signs(code: list[Token], parsed: ParsedLine) -> set[int]:
    """Columns of the signs that belong to the number behind them."""
    keyword = next((i for i, t in enumerate(code) if t.column == parsed.column), len(code))
    operands = code[keyword + 1 :]
    if not operands:
        return set()
    instruction = parsed.instruction
    form = instruction.form if instruction is not None else ""
    by_comma = has_comma(operands) or form not in _BLANKS_DIVIDE
    named = instruction is not None and instruction.defines_location
    signs, depth = set(), 0
    for i, token in enumerate(operands):
        depth += bracket(token)
        first = i == 0 or (named and i == 1)
        bare = depth == 0 and not by_comma
        after_value = not first and (
            is_value(operands[i - 1]) or operands[i - 1].text in (")", "]")
        )
        if token.text in ("+", "-") and (bare or not after_value):
            signs.add(token.column)
    return signs


def _touches(code: list[Token], i: int, unary: set[int], keyword: int) -> bool:
    before, token = code[i - 1], code[i]
    tight = token.text in (")", "]", ":", "[") or (token.text == "," and before.column != keyword)
    called = token.text == "(" and before.kind == WORD and before.end == token.column
    behind = before.text in ("(", "[", "#", ":") or before.column in unary
    return behind or tight or (called and before.column != keyword)
