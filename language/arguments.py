"""The operands of one instruction, read from their places and checked in kind and number."""

from language.diagnostics import Diagnostic, finding, replacement
from language.expressions import ExpressionError, number_of, read_expression, value_of
from language.instructions import Instruction, Operand, OperandKind
from language.lexer import NUMBER, WORD, Token
from language.program import Argument
from language.slots import LineError, Slot, split_slots

_SIGNS = {"+": 1.0, "-": -1.0}


def read_arguments(
    instruction: Instruction, tokens: list[Token], line: str
) -> tuple[tuple[Argument | None, ...], list[Diagnostic]]:
    """The arguments of an instruction, one per operand; tokens[0] is its keyword."""
    words, tail = _split_keyword(instruction, tokens[1:])
    try:
        slots, by_comma = split_slots(tokens[0], words, line, instruction.defines_location)
        plain = [operand for operand in instruction.operands if not operand.keyword]
        arguments, found = _fill(instruction, plain, slots)
        if not found:
            _check_count(instruction, plain, slots, [tokens[0], *words], line, by_comma)
        if len(plain) < len(instruction.operands):
            slot = [] if tail is None else [Slot(tail[1:], tail[0].end)]
            last, more = _fill(instruction, list(instruction.operands[len(plain) :]), slot)
            arguments, found = arguments + last, found + more
    except LineError as fault:
        return (), [fault.diagnostic]
    return tuple(arguments), found


def _split_keyword(
    instruction: Instruction, words: list[Token]
) -> tuple[list[Token], list[Token] | None]:
    """The tokens before and from the word (AT) that leads the last operand."""
    keyword = instruction.operands[-1].keyword if instruction.operands else ""
    for i, token in enumerate(words if keyword else ()):
        if token.kind == WORD and token.text.upper() == keyword:
            return words[:i], words[i:]
    return words, None


def _fill(
    instruction: Instruction, operands: list[Operand], slots: list[Slot]
) -> tuple[list[Argument | None], list[Diagnostic]]:
    arguments: list[Argument | None] = []
    found: list[Diagnostic] = []
    for operand, slot in zip(operands, slots, strict=False):
        try:
            arguments.append(_argument(instruction, operand, slot))
        except LineError as fault:
            found.append(fault.diagnostic)
        except ExpressionError as fault:
            found.append(_expression_finding(instruction, operand, fault))
    arguments.extend([None] * (len(operands) - len(arguments)))
    return arguments, found


def _argument(instruction: Instruction, operand: Operand, slot: Slot) -> Argument:
    tokens = slot.tokens
    if operand.is_name:
        return _name_argument(instruction, operand, slot)
    if not tokens:
        value, start, end = 0.0, slot.column, slot.column
    else:
        value, start, end = _number(tokens) + 0.0, tokens[0].column, tokens[-1].end
    if not operand.takes_any_number:
        _check_value(operand, value, start, end)
    return Argument(operand, value, start, end)


def _number(tokens: list[Token]) -> float:
    """A literal at once, anything else as an expression."""
    if tokens[-1].kind == NUMBER and len(tokens) == 1:
        return number_of(tokens[0])
    if tokens[-1].kind == NUMBER and len(tokens) == 2 and tokens[0].text in _SIGNS:
        return _SIGNS[tokens[0].text] * number_of(tokens[1])
    return value_of(read_expression(tokens))


def _name_argument(instruction: Instruction, operand: Operand, slot: Slot) -> Argument:
    tokens = slot.tokens
    if len(tokens) == 1 and tokens[0].kind == WORD:
        return Argument(operand, tokens[0].text, tokens[0].column, tokens[0].end)
    if not tokens:
        raise LineError(
            finding(
                "E112",
                f"{instruction.name} needs {operand.phrase}",
                slot.column,
                slot.column,
                label=f"expected {operand.phrase}",
                help=f"write  {instruction.example}",
            )
        )
    text = "".join(t.text for t in tokens)
    raise LineError(
        finding(
            "E113",
            f"{instruction.name} needs {operand.phrase} here, and {text} is none",
            tokens[0].column,
            tokens[-1].end,
            label=f"expected {operand.phrase}",
            help=f"write it like  {instruction.example}",
        )
    )


def _expression_finding(
    instruction: Instruction, operand: Operand, fault: ExpressionError
) -> Diagnostic:
    message, help_ = fault.message, f"{instruction.name} takes {operand.phrase} here"
    if fault.code == "E203":
        help_ += ", written in digits; there are no variables"
    return finding(fault.code, message, fault.column, fault.end, label=fault.label, help=help_)


def _check_value(operand: Operand, value: float, start: int, end: int) -> None:
    shown = f"{value:.12g}"
    whole = value == int(value) and value >= 1
    if operand.kind is OperandKind.JOINT and not whole:
        raise LineError(
            finding(
                "E120",
                f"there is no joint {shown}",
                start,
                end,
                label="not a joint number",
                help="joints are counted 1, 2, 3 ... from the base",
            )
        )
    if operand.kind is OperandKind.LINE and not (whole and value < 1e9):
        raise LineError(
            finding("E122", f"{shown} is not a line number", start, end, label="whole, from 1")
        )
    if operand.minimum is not None and value < operand.minimum:
        help_ = f"{operand.phrase} is at least {operand.minimum:g}"
        raise LineError(
            finding(
                "E121",
                f"a hand cannot open to {shown} mm",
                start,
                end,
                label="negative",
                help=help_,
            )
        )


def _check_count(
    instruction: Instruction,
    operands: list[Operand],
    slots: list[Slot],
    tokens: list[Token],
    line: str,
    by_comma: bool,
) -> None:
    if len(slots) < instruction.required:
        raise LineError(_missing(instruction, slots, tokens, line, by_comma))
    if len(slots) > len(operands):
        raise LineError(_too_many(instruction, slots[len(operands) :], tokens, line))


def _missing(
    instruction: Instruction, slots: list[Slot], tokens: list[Token], line: str, by_comma: bool
) -> Diagnostic:
    missing = instruction.operands[len(slots) : instruction.required]
    phrases = [operand.phrase for operand in missing]
    listed = " and ".join([", ".join(phrases[:-1]), phrases[-1]] if phrases[1:] else phrases)
    end = tokens[-1].end
    comma = by_comma or (len(slots) == 1 and tokens[-1].text != "=")
    separator = ", " if comma else " "
    given = line[tokens[0].column - 1 : end - 1]
    examples = separator.join(operand.example for operand in missing)
    glue = separator if slots else " "
    expected = f'"," and {phrases[0]}' if comma and slots else phrases[0]
    return finding(
        "E112",
        f"{instruction.name} needs {listed}",
        end,
        end,
        label=f"expected {expected}",
        help=f"write  {given}{glue}{examples}",
    )


def _too_many(
    instruction: Instruction, extra: list[Slot], tokens: list[Token], line: str
) -> Diagnostic:
    # An empty place too many begins with its comma.
    start = next((t.column for slot in extra for t in slot.tokens), extra[0].column - 1)
    end = tokens[-1].end
    count = sum(not operand.keyword for operand in instruction.operands)
    takes = {0: "no operand", 1: "one operand"}.get(count, f"{count} operands")
    keyword = instruction.operands[-1].keyword if instruction.operands else ""
    if keyword and len(extra) == 1:
        title = f"write {keyword} before it"
        fix = replacement(title, start, start, f"{keyword} ")
    else:
        # A comma before the first surplus operand goes with it.
        before = max(t.end for t in tokens if t.column < start and t.text != ",")
        title = f"take  {line[start - 1 : end - 1]}  out"
        fix = replacement(title, before, end, "")
    return finding(
        "E114",
        f"{instruction.name} takes {takes}",
        start,
        end,
        label="too much",
        help=title,
        fixes=(fix,),
    )
