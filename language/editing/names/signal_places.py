"""The places of signal numbers: in SIGNAL, WAIT, IFSIG, REACT ..., and in SIG( ) of expressions."""

from collections.abc import Iterator
from typing import NamedTuple

from language.instructions import Instruction, OperandKind
from language.programs.program import Program
from language.words.diagnostics import text_lines
from language.words.lexer import NUMBER, WORD, Token, lex_code

SIGNAL = "signal"
ASKING = "SIG"  # the function whose arguments are signal numbers


class SignalPlace(NamedTuple):
    """A signal number in columns [column, end) of a line; sets: whether the line switches it."""

    line: int
    column: int
    end: int
    number: str
    sets: bool


def signal_places(program: Program) -> Iterator[SignalPlace]:
    """The signal numbers of a program that are written as numbers, in order of the lines."""
    lines = text_lines(program.text)
    for first, chunk in program.pieces:
        for offset, parsed in chunk.entries:
            if parsed.instruction is not None and not parsed.diagnostics:
                line = first + offset
                yield from signals_in(line, lines[line - 1], parsed.instruction)


def signals_in(line: int, source: str, instruction: Instruction) -> Iterator[SignalPlace]:
    """The signal numbers of one line. source: Its text.

    A faulty line may be known for an instruction without its keyword (`=IGNAL 1`): it has none.
    """
    named = any(operand.kind is OperandKind.SIGNAL for operand in instruction.operands)
    if not named and ASKING not in source.upper():
        return
    tokens = lex_code(source)
    found = [*(_operands(tokens, instruction) if named else ()), *_asked(tokens)]
    for token in sorted(found, key=lambda each: each.column):
        number = token.text.lstrip("0")
        if number.isdigit():
            yield SignalPlace(line, token.column, token.end, number, instruction.switches)


def _operands(tokens: list[Token], instruction: Instruction) -> Iterator[Token]:
    """The numbers behind the keyword, up to a word such as THEN; the first alone without a list."""
    at = next((i for i, token in enumerate(tokens) if token.key == instruction.name), None)
    if at is None:
        return
    is_list = any(o.kind is OperandKind.SIGNAL and o.repeats for o in instruction.operands)
    depth = 0
    for i, token in enumerate(tokens[at + 1 :], at + 1):
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.kind == WORD and depth == 0 and token.key in instruction.words:
            return
        if depth == 0 and token.kind == NUMBER and _is_alone(tokens, i, instruction):
            yield token
        if token.text == "," and depth == 0 and not is_list:
            return


def _is_alone(tokens: list[Token], at: int, instruction: Instruction) -> bool:
    """Whether a number is a whole operand, perhaps with a sign, and no part of a sum."""
    end = {",", *instruction.words}
    behind = tokens[at + 1].key if at + 1 < len(tokens) else ","
    before = at - 1 if tokens[at - 1].text != "-" else at - 2
    return behind in end and (tokens[before].text == "," or tokens[before].kind == WORD)


def _asked(tokens: list[Token]) -> Iterator[Token]:
    """The numbers in the brackets of SIG."""
    for at, token in enumerate(tokens[:-1]):
        if token.key != ASKING or tokens[at + 1].text != "(":
            continue
        for i in range(at + 2, len(tokens)):
            if tokens[i].text == ")":
                break
            before = tokens[i - 1] if tokens[i - 1].text != "-" else tokens[i - 2]
            is_whole = tokens[i + 1].text in (",", ")") if i + 1 < len(tokens) else False
            if tokens[i].kind == NUMBER and is_whole and before.text in ("(", ","):
                yield tokens[i]
