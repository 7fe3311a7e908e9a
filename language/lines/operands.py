"""The operands of one instruction, read from their tokens and checked in kind and number."""

from typing import NamedTuple

from language.expressions.evaluation import constant
from language.expressions.operand_places import LineError, Slot, split_slots
from language.expressions.taken_names import TAKEN, TAKEN_AS_JOINTS, check_free
from language.expressions.trees import (
    LABEL,
    LOCATION,
    PART,
    PROGRAM,
    Expression,
    Joints,
    Name,
    NameUse,
    Number,
    read_expression,
    read_location,
    use_of,
)
from language.instructions import Instruction, Operand, OperandKind
from language.lines.operand_faults import (
    check_count,
    check_either,
    check_value,
    expression_finding,
    name_expected,
)
from language.lines.surplus import behind, surplus
from language.words.diagnostics import Diagnostic
from language.words.lexer import NUMBER, STRING, WORD, Token
from language.words.number_literals import ExpressionError, number_of

STEP_DIGITS = 9
# Codes of faults after which the rest of a line is not read as it was meant.
_BREAKING = frozenset({"E113", "E116", "E118", "E119", "E125"})
_SIGNS = {"+": 1.0, "-": -1.0}
# A name of the module is found in a tenth of the time of a member of an Enum.
_LOCATION, _NUMBER = OperandKind.LOCATION, OperandKind.NUMBER
# The constructor of a named tuple takes twice the time of the constructor of a tuple.
_new = tuple.__new__


Value = float | str | Expression | tuple[float | str | Expression, ...]


class Argument(NamedTuple):
    """The value of an operand in a line, in columns [column, end_column).

    value: a number (mm, degrees, joint or line number), a name as written, or text; a tree if only
    a running program knows the value; a tuple if the operand repeats.
    """

    operand: Operand
    value: Value
    column: int
    end_column: int


class Operands(NamedTuple):
    """The operands of a line: one argument for each, the names in them, and findings."""

    arguments: tuple[Argument | None, ...]
    uses: tuple[NameUse, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


def read_arguments(instruction: Instruction, tokens: list[Token], line: str) -> Operands:
    """The operands of an instruction without a form of its own; tokens[0] is its keyword."""
    uses: list[NameUse] = []
    found: list[Diagnostic] = []
    try:
        words, tails = _split_keywords(instruction, tokens[1:])
        defines = instruction.defines_location
        plain = list(instruction.plain_operands)
        if words and not plain:
            raise LineError(surplus(instruction, words, tokens, line))
        places = [i for i, o in enumerate(plain) if o.kind is _LOCATION]
        slots, by_comma = split_slots(tokens[0], words, line, defines, len(plain), places)
        arguments = _fill(instruction, plain, slots, uses, found)
        if not found:
            check_count(instruction, plain, slots, [tokens[0], *words], line, by_comma)
            if instruction.either:
                check_either(instruction, [tails[key] for key in tails], tokens)
        for operand in instruction.keyword_operands:
            tail = tails.get(operand.keyword)
            arguments += _keyword_argument(instruction, operand, tail, uses, found, line)
    except LineError as fault:
        return Operands((), (), (fault.diagnostic,))
    except ExpressionError as fault:
        return Operands((), (), (expression_finding(instruction, plain[0], fault),))
    if found and found[0].code in _BREAKING:
        del found[1:]
    return Operands(tuple(arguments), tuple(uses), tuple(found))


def _split_keywords(
    instruction: Instruction, words: list[Token]
) -> tuple[list[Token], dict[str, list[Token]]]:
    """The tokens before the first keyword such as AT, and by keyword those from it on."""
    known, tails = instruction.keywords, dict[str, list[Token]]()
    if not known:
        return words, tails
    places = [i for i, t in enumerate(words) if t.kind == WORD and t.key in known]
    for start, end in zip(places, [*places[1:], len(words)], strict=False):
        tails.setdefault(words[start].key, []).extend(words[start:end])
    return (words[: places[0]] if places else words), tails


def _keyword_argument(
    instruction: Instruction,
    operand: Operand,
    tail: list[Token] | None,
    uses: list[NameUse],
    found: list[Diagnostic],
    line: str,
) -> list[Argument | None]:
    if operand.kind is not OperandKind.FLAG:
        slots = [] if tail is None else [Slot(tail[1:], tail[0].end)]
        return _fill(instruction, [operand], slots, uses, found)
    if tail is None:
        return [None]
    if len(tail) > 1:
        found.append(behind(instruction, 1, tail, line))
    return [Argument(operand, 1.0, tail[0].column, tail[0].end)]


def _fill(
    instruction: Instruction,
    operands: list[Operand],
    slots: list[Slot],
    uses: list[NameUse],
    found: list[Diagnostic],
) -> list[Argument | None]:
    arguments: list[Argument | None] = []
    for operand, slot in zip(operands, slots, strict=False):
        try:
            arguments.append(read_operand(instruction, operand, slot, uses))
        except LineError as fault:
            found.append(fault.diagnostic)
        except ExpressionError as fault:
            found.append(expression_finding(instruction, operand, fault))
    arguments.extend([None] * (len(operands) - len(arguments)))
    return arguments


def read_operand(
    instruction: Instruction, operand: Operand, slot: Slot, uses: list[NameUse]
) -> Argument:
    """The argument of one operand; LineError or ExpressionError if the tokens are wrong."""
    kind, tokens = operand.kind, slot.tokens
    if kind is _LOCATION:
        return _location_argument(instruction, operand, slot, uses)
    if tokens and kind is _NUMBER:
        value, start, end = number_or_tree(tokens, uses), tokens[0].column, tokens[-1].end
        if type(value) is float and not operand.takes_any_number:
            check_value(operand, value, start, end)
        return _new(Argument, (operand, value, start, end))
    return _rare_argument(instruction, operand, slot, uses)


def _rare_argument(
    instruction: Instruction, operand: Operand, slot: Slot, uses: list[NameUse]
) -> Argument:
    """The argument of an operand that is neither a location nor a number in a place with tokens."""
    if operand.kind in _NAMES:
        return _name_argument(instruction, operand, slot, uses)
    tokens = slot.tokens
    if operand.kind is OperandKind.STRING:
        if len(tokens) != 1 or tokens[0].kind != STRING:
            raise LineError(name_expected(instruction, operand, slot))
        return Argument(operand, tokens[0].text[1:-1], tokens[0].column, tokens[0].end)
    if not tokens and operand.optional:
        return Argument(operand, 0.0, slot.column, slot.column)
    if not tokens:
        value: float | Expression = 0.0
        start = end = slot.column
    else:
        value, start, end = number_or_tree(tokens, uses), tokens[0].column, tokens[-1].end
    if operand.kind is OperandKind.LABEL:
        return label_of(operand, tokens, uses)
    if operand.kind is OperandKind.LINE and not isinstance(value, float):
        raise ExpressionError("E122", "a line number is written in digits", start, end, "digits")
    if isinstance(value, float) and not operand.takes_any_number:
        check_value(operand, value, start, end)
    return Argument(operand, value, start, end)


_NAMES = {OperandKind.PART: PART, OperandKind.PROGRAM: PROGRAM}


def number_or_tree(tokens: list[Token], uses: list[NameUse]) -> float | Expression:
    """The value if the tokens are constants, otherwise their tree."""
    if tokens[-1].kind == NUMBER and len(tokens) == 1:
        return number_of(tokens[0]) + 0.0
    if tokens[-1].kind == NUMBER and len(tokens) == 2 and tokens[0].text in _SIGNS:
        return _SIGNS[tokens[0].text] * number_of(tokens[1]) + 0.0
    tree = read_expression(tokens, uses)
    value = constant(tree)
    return tree if value is None else value + 0.0


def label_of(operand: Operand, tokens: list[Token], uses: list[NameUse]) -> Argument:
    """The argument of a label, which is the digits of a step number and nothing else."""
    first, end = tokens[0], tokens[-1].end
    if first.kind != NUMBER or not first.text.isdigit() or len(first.text) > STEP_DIGITS:
        wrong = tokens if first.kind != NUMBER else tokens[:1]
        message = "a label is a whole number in digits, as it stands before its line"
        end = wrong[-1].end
        raise ExpressionError("E122", message, first.column, end, "not a label")
    if len(tokens) > 1:
        message = f"{tokens[1].text} does not belong behind a label"
        raise ExpressionError("E116", message, tokens[1].column, end, "too much")
    value = float(first.text)
    uses.append(NameUse(LABEL, str(int(value)), first.column, end))
    return Argument(operand, value, first.column, end)


def _location_argument(
    instruction: Instruction, operand: Operand, slot: Slot, uses: list[NameUse]
) -> Argument:
    """The argument of a location: a single name as text, anything else as a tree."""
    tokens = slot.tokens
    if not tokens or not (tokens[0].kind == WORD or tokens[0].text == "#"):
        raise LineError(name_expected(instruction, operand, slot))
    if operand.defines:
        _check_free(tokens)
    token = tokens[0]
    if len(tokens) == 1 and token.key not in TAKEN and token.kind == WORD:
        _, text, column, end, key = token
        uses.append(_new(NameUse, (LOCATION, key, column, end, operand.defines, text)))
        return _new(Argument, (operand, text, column, end))
    own: list[NameUse] = []
    tree = read_location(tokens, own)
    if operand.defines:
        if not _is_storage(tree):
            raise LineError(name_expected(instruction, operand, slot))
        own[-1] = own[-1]._replace(defines=True)
    uses.extend(own)
    return Argument(operand, tree, tokens[0].column, tokens[-1].end)


def _check_free(tokens: list[Token]) -> None:
    """LineError if the name of a location that gets a value is a word of the language."""
    if tokens[0].kind == WORD:
        check_free(tokens[0], "location")
    elif len(tokens) > 1:
        check_free(tokens[1], "precision point", TAKEN_AS_JOINTS)


def _is_storage(tree: Expression) -> bool:
    """Whether a tree can get a value: a name, an element, a precision point."""
    return not isinstance(tree, Number) and (isinstance(tree, Name | Joints) or _indexed(tree))


def _indexed(tree: Expression) -> bool:
    return type(tree).__name__ == "Item"


def _name_argument(
    instruction: Instruction, operand: Operand, slot: Slot, uses: list[NameUse]
) -> Argument:
    tokens = slot.tokens
    if len(tokens) != 1 or tokens[0].kind != WORD:
        raise LineError(name_expected(instruction, operand, slot))
    token = tokens[0]
    uses.append(use_of(_NAMES[operand.kind], token))
    return Argument(operand, token.text, token.column, token.end)
