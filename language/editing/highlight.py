"""The coloured pieces of a line, by the kinds of its words."""

from dataclasses import dataclass

from language.expressions.trees import (
    ANY,
    BODY,
    JOINTS,
    LOCATION,
    PART,
    PROGRAM,
    RESERVED,
    VARIABLE,
)
from language.instructions import BY_NAME, Instruction, Operand, OperandKind
from language.lines.line_parser import parse_line
from language.programs.as_dialect import line_in_our_words
from language.programs.as_instructions import AS_INNER
from language.words.directives import is_directive
from language.words.functions import FUNCTIONS
from language.words.lexer import (
    BAD_NUMBER,
    BLANK,
    COMMENT,
    NUMBER,
    ODD,
    STRING,
    SYMBOL,
    TEXT,
    WORD,
    Token,
    lex,
)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A piece of a line, columns [column, end), and its kind.

    kind: step, keyword, unknown, location, part, variable, program, function, string, number,
    operator, comment, header, text, error.
    """

    kind: str
    column: int
    end: int


_KINDS = {
    NUMBER: "number",
    SYMBOL: "operator",
    COMMENT: "comment",
    TEXT: "comment",
    STRING: "string",
}
_USES = {
    LOCATION: "location",
    JOINTS: "location",
    PART: "part",
    BODY: "part",
    VARIABLE: "variable",
    ANY: "variable",
    PROGRAM: "program",
}


def tokens(line: str) -> tuple[Highlight, ...]:
    """The coloured pieces of one line, in order; blanks are left out."""
    pieces = [t for t in lex(line) if t.kind != BLANK]
    if pieces and pieces[0].kind == COMMENT and is_directive(line):
        return (Highlight("header", pieces[0].column, pieces[0].end),)
    keyword = keyword_token(pieces)
    instruction = instruction_of(keyword)
    uses = {use.column: _USES.get(use.kind, "") for use in parse_line(line, True).uses}
    shown = []
    for i, token in enumerate(pieces):
        kind = _KINDS.get(token.kind, "error")
        if token.kind == WORD and uses.get(token.column):
            kind = uses[token.column]
        elif token is keyword:
            kind = "keyword" if instruction else "unknown"
        elif i == 0 and token.kind == NUMBER:
            kind = "step"
        elif token.kind == WORD:
            kind = _name_kind(instruction, pieces, i)
        shown.append(Highlight(kind, token.column, token.end))
    return tuple(shown)


def tokens_of(line: str, of_as: bool) -> tuple[Highlight, ...]:
    """The coloured pieces of a line of a program, with or without words of AS."""
    return tokens_of_as(line) if of_as else tokens(line)


def tokens_of_as(line: str) -> tuple[Highlight, ...]:
    """The coloured pieces of a line under `;! dialect as`: as if it stood there in our words."""
    ours = line_in_our_words(line)
    plain = tokens(line)
    if ours == line:
        return plain
    told = [piece for piece in tokens(ours) if piece.kind not in ("unknown", "comment")]
    first = keyword_token([token for token in lex(line) if token.kind != BLANK])
    shown = list[Highlight]()
    for piece in plain:
        word = line[piece.column - 1 : piece.end - 1].upper()
        over = next((t for t in told if t.column <= piece.column and piece.end <= t.end), None)
        kind = over.kind if over and word[:1].isalpha() else piece.kind
        is_first = first is not None and piece.column == first.column
        if is_first or (kind == "unknown" and word in AS_INNER):
            kind = "keyword"
        shown.append(Highlight(kind, piece.column, piece.end))
    return tuple(shown)


def keyword_token(pieces: list[Token]) -> Token | None:
    """The word in the place of the instruction, known or not; pieces: tokens without blanks."""
    start = 1 if pieces and pieces[0].kind in (NUMBER, BAD_NUMBER) else 0
    candidate = pieces[start] if len(pieces) > start else None
    return candidate if candidate is not None and candidate.kind in (WORD, ODD) else None


def instruction_of(keyword: Token | None) -> Instruction | None:
    """The instruction that a word names, or None."""
    return BY_NAME.get(keyword.key) if keyword else None


def _name_kind(instruction: Instruction | None, pieces: list[Token], i: int) -> str:
    key = pieces[i].key
    if key in FUNCTIONS:
        return "function"
    if instruction is None:
        return "unknown"
    if key in RESERVED or key in {operand.keyword for operand in instruction.operands}:
        return "keyword"
    operand = _operand_at(instruction, pieces, i)
    if operand is None:
        return "unknown"
    if operand.keyword and pieces[i].key == operand.keyword:
        return "keyword"
    return {OperandKind.LOCATION: "location", OperandKind.PART: "part"}.get(operand.kind, "unknown")


def _operand_at(instruction: Instruction, pieces: list[Token], i: int) -> Operand | None:
    """The operand that a word is: the first one, or the one behind its keyword; or None."""
    start = next(n for n, t in enumerate(pieces) if instruction_of(t) is instruction)
    if not instruction.operands:
        return None
    last = instruction.operands[-1]
    leads = [n for n, t in enumerate(pieces) if n > start and t.key == last.keyword]
    if last.keyword and leads and i >= leads[0]:
        return last
    if i == start + 1:
        return instruction.operands[0]
    return None
