"""LOCAL and AUTO: names that belong to one call of a program, with or without a type of V+."""

from language.expressions.operand_places import LineError, split_slots
from language.expressions.own_names import own_name, without_size
from language.expressions.taken_names import check_free
from language.expressions.trees import VARIABLE, use_of
from language.lines.operand_faults import missing_at_end, name_expected
from language.lines.statement_reader import Argument, Arguments, LineOfCode
from language.words.lexer import WORD, Token

# The types of names in AUTO of V+; here a name has the type of its value.
_TYPES = frozenset({"REAL", "DOUBLE", "LOC"})


def _has_type(tokens: list[Token]) -> bool:
    """Whether a type of V+ precedes the first name: AUTO REAL a, b."""
    named = len(tokens) > 2 and (tokens[2].kind == WORD or tokens[2].text == "#")
    return named and tokens[1].key in _TYPES


def read_local(code: LineOfCode) -> Arguments:
    """The names, separated by commas, or by blanks if there are no commas."""
    typed = _has_type(code.tokens)
    slots, _ = split_slots(code.tokens[typed], code.tokens[1 + typed :], code.line, False)
    known = code.operand = code.instruction.operands[0]
    if not slots:
        raise missing_at_end(code.instruction, known.phrase, code.end)
    names = []
    for slot in slots:
        name = own_name(without_size(slot.tokens))
        if name is None:
            raise LineError(name_expected(code.instruction, known, slot))
        check_free(name, "variable")
        code.uses.append(use_of(VARIABLE, name, True))
        names.append(name.key)
    return (Argument(known, tuple(names), code.tokens[1].column, code.end),)
