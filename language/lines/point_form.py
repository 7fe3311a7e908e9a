"""The forms of POINT (six numbers, a location, or with # joint values) and of BASE."""

from dataclasses import replace

from language.expressions.operand_places import bracket, is_signed, split_slots
from language.expressions.taken_names import TAKEN
from language.expressions.trees import ARITHMETIC, LOCATION, read_location, use_of
from language.instructions import Operand, OperandKind
from language.lines.operand_faults import missing_at_end
from language.lines.operands import Value, number_or_tree, read_arguments
from language.lines.statement_reader import Argument, Arguments, LineOfCode, ManyFaults
from language.words.functions import FUNCTIONS
from language.words.lexer import SYMBOL, WORD, Token

# Operands that replace the six numbers of POINT.
VALUE = Operand("value", OperandKind.LOCATION, "a location", "LOC1", keyword="=")
JOINT_VALUES = Operand("joints", OperandKind.NUMBER, "joint values", "0", keyword="=", repeats=True)


def read_point(code: LineOfCode) -> Arguments:
    """The arguments of POINT: six numbers, another location, or with # joint values."""
    name_size = _name_size(code.tokens)
    after = code.tokens[1 + name_size :]
    equals = bool(after) and after[0].text == "="
    start = 1 + name_size + equals
    behind = code.tokens[start:]
    if len(code.tokens) > 1 and code.tokens[1].text == "#":
        if behind and (behind[0].text == "#" or behind[0].kind == WORD):
            return _copied(code, 1, start)
        return _joint_values(code, start)
    if behind and _is_one_place(code, behind):
        return _copied(code, 1, start)
    read = read_arguments(code.instruction, code.tokens, code.line)
    if read.findings:
        raise ManyFaults(read)
    code.uses += read.uses
    return read.arguments


def read_base(code: LineOfCode) -> Arguments:
    """The arguments of BASE: up to four numbers, or a location."""
    *numbers, _ = code.instruction.operands
    behind = code.tokens[1:]
    function = FUNCTIONS.get(behind[0].key) if behind else None
    counts = function is not None and function.result == "number"
    if behind and not counts and (behind[0].text == "#" or _is_one_place(code, behind)):
        return *([None] * len(numbers)), code.place(len(numbers), 1, len(code.tokens))
    counted = replace(code.instruction, operands=tuple(numbers))
    read = read_arguments(counted, code.tokens, code.line)
    if read.findings:
        raise ManyFaults(read)
    code.uses += read.uses
    return *read.arguments, None


def _name_size(tokens: list[Token]) -> int:
    """Number of tokens of the name behind POINT: A, #A, A[1]."""
    size = 2 if len(tokens) > 2 and tokens[1].text == "#" else min(1, len(tokens) - 1)
    at = 1 + size
    if at < len(tokens) and tokens[at].text == "[" and tokens[at - 1].kind == WORD:
        depth = 0
        for i in range(at, len(tokens)):
            depth += bracket(tokens[i])
            if depth == 0:
                return i
    return size


def _is_one_place(code: LineOfCode, behind: list[Token]) -> bool:
    """Whether the tokens must be a location: one word, a product, a function, a sum."""
    if behind[0].kind != WORD:
        return False
    if len(behind) == 1:
        return True
    depth = 0
    for i, token in enumerate(behind):
        depth += bracket(token)
        if depth == 0 and token.text == ":":
            return True
        joined = i > 1 and behind[i - 1].key in ARITHMETIC and not is_signed(behind, i - 1)
        if depth == 0 and i > 0 and token.kind != SYMBOL and not joined:
            return False
        if depth == 0 and token.text == ",":
            return False
    return behind[1].text in ("(", "[") or behind[1].key in ARITHMETIC


def _copied(code: LineOfCode, start: int, behind: int) -> Arguments:
    equals = code.tokens[behind - 1].text == "="
    name = code.place(0, start, behind - equals)
    tokens = code.tokens[behind:]
    code.operand = VALUE
    value: Value
    if len(tokens) == 1 and tokens[0].kind == WORD and tokens[0].key not in TAKEN:
        value = tokens[0].text
        code.uses.append(use_of(LOCATION, tokens[0]))
    else:
        value = read_location(tokens, code.uses)
    nothing = [None] * (len(code.instruction.operands) - 1)
    return name, *nothing, Argument(VALUE, value, tokens[0].column, code.end)


def _joint_values(code: LineOfCode, start: int) -> Arguments:
    equals = code.tokens[start - 1].text == "="
    name = code.place(0, 1, start - equals)
    code.operand = JOINT_VALUES
    slots, _ = split_slots(code.tokens[start - 1], code.tokens[start:], code.line, False)
    if not slots or not slots[-1].tokens:
        what = "a joint value" if slots else "joint values"
        raise missing_at_end(code.instruction, what, code.end)
    values = tuple(number_or_tree(s.tokens, code.uses) if s.tokens else 0.0 for s in slots)
    nothing = [None] * (len(code.instruction.operands) - 1)
    span = code.tokens[start].column, code.end
    return name, *nothing, Argument(JOINT_VALUES, values, *span)
