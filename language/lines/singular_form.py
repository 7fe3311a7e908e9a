"""The form of SINGULAR: one of three words, numbers behind JOINT, and ALWAYS."""

from dataclasses import replace

from language.expressions.operand_places import LineError, split_slots
from language.lines.operand_faults import check_count, check_either
from language.lines.operands import read_operand
from language.lines.statement_reader import Argument, Arguments, LineOfCode
from language.lines.surplus import behind, surplus
from language.words.lexer import Token


def read_singular(code: LineOfCode) -> Arguments:
    """The arguments of SINGULAR SLOW, SINGULAR JOINT mm, deg and SINGULAR STOP, with ALWAYS."""
    instruction, tokens = code.instruction, code.tokens
    slow, joint, angle, stop, always = instruction.operands
    end = code.find(always.keyword)
    code.nothing_behind(end + 1)
    check_either(instruction, [tokens[1:end]], tokens[:end])
    word = tokens[1]
    if word.key not in instruction.either:
        raise LineError(surplus(instruction, tokens[1:2], tokens[:2], code.line))
    given: dict[str, Argument | None] = {operand.name: None for operand in instruction.operands}
    if word.key == joint.keyword:
        numbers = tokens[2:end]
        slots, by_comma = split_slots(word, numbers, code.line, False, 2)
        counted = replace(instruction, operands=(replace(joint, keyword="", optional=False), angle))
        check_count(counted, list(counted.operands), slots, tokens[:end], code.line, by_comma)
        for operand, slot in zip((joint, angle), slots, strict=False):
            code.operand = operand
            given[operand.name] = read_operand(instruction, operand, slot, code.uses)
    else:
        if end > 2:
            raise LineError(behind(instruction, 2, tokens[:end], code.line))
        flag = slow if word.key == slow.keyword else stop
        given[flag.name] = _flag(code, instruction.operands.index(flag), word)
    if end < len(tokens):
        given[always.name] = _flag(code, 4, tokens[end])
    return tuple(given.values())


def _flag(code: LineOfCode, operand: int, word: Token) -> Argument:
    return Argument(code.instruction.operands[operand], 1.0, word.column, word.end)
