"""Findings of operands that are missing, too many, or of the wrong kind."""

from language.expressions.operand_places import LineError, Slot, without_comment
from language.instructions import Instruction, Operand, OperandKind
from language.lines.surplus import either_of, empty_places, surplus
from language.words.diagnostics import Diagnostic, finding, replacement
from language.words.lexer import WORD, Token
from language.words.number_literals import ExpressionError

# Codes of faults of form, for which the help says which operand belongs in this place.
_OF_SHAPE = frozenset({"E113", "E116", "E119", "E122", "E203"})


def expression_finding(
    instruction: Instruction, operand: Operand, fault: ExpressionError
) -> Diagnostic:
    """The finding of a line for the fault of an expression."""
    help_ = fault.help
    if not help_ and fault.code in _OF_SHAPE and not instruction.assigns:
        help_ = f"{instruction.name} takes {operand.phrase} here"
    fixes = ()
    if fault.fix:
        fixes = (replacement(f"write  {fault.fix}", fault.column, fault.end, fault.fix),)  # type: ignore[assignment]
    return finding(
        fault.code,
        fault.message,
        fault.column,
        fault.end,
        label=fault.label,
        help=help_,
        fixes=fixes,
    )


def name_expected(instruction: Instruction, operand: Operand, slot: Slot) -> Diagnostic:
    """The finding of a place that should hold a name and is empty or holds something else."""
    tokens = slot.tokens
    if not tokens:
        return finding(
            "E112",
            f"{instruction.name} needs {operand.phrase}",
            slot.column,
            slot.column,
            label=f"expected {operand.phrase}",
            help=f"write it like  {instruction.example}",
        )
    text = "".join(t.text for t in tokens)
    if len(tokens) > 1 and tokens[0].kind == WORD and not operand.is_name:
        return _not_a_name_alone(instruction, operand, tokens)
    return finding(
        "E113",
        f"{instruction.name} needs {operand.phrase} here, and {text} is none",
        tokens[0].column,
        tokens[-1].end,
        label=f"expected {operand.phrase}",
        help=f"write it like  {instruction.example}",
    )


def _not_a_name_alone(
    instruction: Instruction, operand: Operand, tokens: list[Token]
) -> Diagnostic:
    """The finding of a name with something behind it that does not belong to a name."""
    first, second = tokens[:2]
    return finding(
        "E113",
        f"{instruction.name} needs {operand.phrase} here, and {second.text} does not belong behind "
        f"{first.text}",
        second.column,
        tokens[-1].end,
        label="unexpected",
        help=f"write it like  {instruction.example}",
    )


def missing_at_end(instruction: Instruction, what: str, column: int) -> LineError:
    """The error of a line that ends before something that it needs."""
    who = "a variable" if instruction.assigns else instruction.name
    return LineError(
        finding(
            "E112",
            f"{who} needs {what}",
            column,
            column,
            label=f"expected {what}",
            help=f"write it like  {instruction.example}",
        )
    )


def check_value(operand: Operand, value: float, start: int, end: int) -> None:
    """LineError if a constant is not allowed: for a joint, a line number, an opening ..."""
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
        least = f"{operand.phrase} is at least {operand.minimum:g}"
        opening = operand.name == "opening"
        message = f"a hand cannot open to {shown} mm" if opening else f"{shown} is too small"
        label = "negative" if value < 0 else "too small"
        raise LineError(finding("E121", message, start, end, label=label, help=least))
    if operand.above is not None and value <= operand.above:
        message = f"{operand.phrase} is above {operand.above:g}, not {shown}"
        label = "negative" if value < 0 else "too small"
        raise LineError(finding("E121", message, start, end, label=label))


def check_count(
    instruction: Instruction,
    operands: list[Operand],
    slots: list[Slot],
    tokens: list[Token],
    line: str,
    by_comma: bool,
) -> None:
    """LineError if operands are missing or too many."""
    if len(slots) > len(operands):
        extra = slots[len(operands) :]
        given = [t for slot in extra for t in slot.tokens]
        empty = [i for i, slot in enumerate(slots) if not slot.tokens]
        if given and empty:
            raise LineError(empty_places(instruction, slots, empty, tokens))
        # An empty surplus place begins with its comma.
        first = given or [t for t in tokens if t.end == extra[0].column]
        raise LineError(surplus(instruction, first, tokens, line))
    if by_comma and not slots[-1].tokens:
        # An empty place between others is a 0, but the last place may not be empty.
        slots = slots[:-1]
        needed = max(instruction.required, len(slots) + 1)
        raise LineError(_missing(instruction, slots, needed, tokens, line, by_comma))
    if len(slots) < instruction.required:
        raise LineError(_missing(instruction, slots, instruction.required, tokens, line, by_comma))


def check_either(instruction: Instruction, tails: list[list[Token]], tokens: list[Token]) -> None:
    """LineError if the line does not contain exactly one of the words `instruction.either`."""
    words = instruction.either
    found = [t for tail in tails for t in tail if t.key in words]
    if not words or len(found) == 1:
        return
    if not found:
        raise missing_at_end(instruction, " or ".join(words), tokens[-1].end)
    raise either_of(words, found, instruction)


def _missing(
    instruction: Instruction,
    slots: list[Slot],
    needed: int,
    tokens: list[Token],
    line: str,
    by_comma: bool,
) -> Diagnostic:
    missing = instruction.plain_operands[len(slots) : needed]
    phrases = [operand.phrase for operand in missing]
    listed = " and ".join([", ".join(phrases[:-1]), phrases[-1]] if phrases[1:] else phrases)
    end = tokens[-1].end
    comma = by_comma or (len(slots) == 1 and tokens[-1].text != "=")
    separator = ", " if comma else " "
    given, behind = line[: end - 1].lstrip(), without_comment(line)[end - 1 :]
    examples = separator.join(operand.example for operand in missing)
    behind_comma = tokens[-1].text == ","
    glue = separator if slots and not behind_comma else " "
    expected = f'"," and {phrases[0]}' if comma and slots and not behind_comma else phrases[0]
    return finding(
        "E112",
        f"{instruction.name} needs {listed}",
        end,
        end,
        label=f"expected {expected}",
        help=f"write  {given}{glue}{examples}{behind}",
    )
