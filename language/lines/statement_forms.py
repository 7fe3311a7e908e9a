"""Readers of instructions whose line is more than a list of operands, one for each form.

A reader takes the code of a line from its keyword on and gives one argument for each operand; it
raises LineError or ExpressionError if something is wrong.
"""

from collections.abc import Callable

from language.expressions.operand_places import LineError, Slot, bracket, is_value_end, split_slots
from language.expressions.own_names import is_whole_array, own_name
from language.expressions.taken_names import TAKEN_AS_VARIABLE, check_free
from language.expressions.trees import (
    ANY,
    VARIABLE,
    Expression,
    Name,
    NameUse,
    Unary,
    read_expression,
    read_location,
    use_of,
)
from language.instructions import Instruction
from language.lines.local_form import read_local
from language.lines.operand_faults import expression_finding, missing_at_end, name_expected
from language.lines.operands import Argument, Operands, Value, number_or_tree, read_operand
from language.lines.point_form import read_base, read_point
from language.lines.singular_form import read_singular
from language.lines.statement_reader import Arguments, Form, LineOfCode, ManyFaults
from language.words.functions import FUNCTIONS
from language.words.lexer import NUMBER, STRING, WORD, Token
from language.words.number_literals import ExpressionError


def read_form(instruction: Instruction, tokens: list[Token], line: str) -> Operands:
    """The operands of an instruction with a form of its own; tokens[0] is its keyword."""
    code = LineOfCode(instruction, tokens, line)
    try:
        return Operands(FORMS[instruction.form](code), tuple(code.uses))
    except ManyFaults as faults:
        return faults.read
    except LineError as fault:
        return Operands((), (), (fault.diagnostic,))
    except ExpressionError as fault:
        operand = code.operand or instruction.operands[0]
        return Operands((), (), (expression_finding(instruction, operand, fault),))


def _assignment(code: LineOfCode) -> Arguments:
    sign = _behind_name(code, 0)
    variable = _storage(code, 0, 0, sign, VARIABLE)
    code.sign(sign, "=", "a value")
    return variable, code.value(1, sign + 1, len(code.tokens))


def _behind_name(code: LineOfCode, start: int, opening: str = "[") -> int:
    """Index of the token behind a name and the brackets that follow the name."""
    at = start + 1
    if at < len(code.tokens) and code.tokens[at].text == opening:
        depth = 0
        for i, token in enumerate(code.tokens[at:], at):
            depth += bracket(token)
            if depth == 0:
                return i + 1
        return len(code.tokens)
    return at


def _storage(code: LineOfCode, operand: int, start: int, stop: int, kind: str) -> Argument:
    """The argument of a variable that gets a value: a name, or an element of an array."""
    known = code.instruction.operands[operand]
    tokens = code.tokens[start:stop]
    if not tokens or tokens[0].kind != WORD:
        before = code.tokens[max(start - 1, 0)].end
        raise LineError(name_expected(code.instruction, known, Slot(tokens, before)))
    first = tokens[0]
    check_free(first, "variable", TAKEN_AS_VARIABLE)
    own: list[NameUse] = []
    if len(tokens) > 1:
        tree = read_expression(tokens, own)
        if type(tree).__name__ != "Item":
            raise LineError(name_expected(code.instruction, known, Slot(tokens, first.column)))
        value: Value = tree
        own.remove(next(use for use in own if use.column == first.column))
    else:
        value = first.text
    code.uses += [use_of(kind, first, True), *own]
    return Argument(known, value, first.column, tokens[-1].end)


def _goto(code: LineOfCode) -> Arguments:
    return (code.label(0, 1),)


def _if(code: LineOfCode) -> Arguments:
    jump, then = code.instruction.words
    word = code.find(jump, then)
    if word == len(code.tokens):
        code.value(0, 1, word)
        raise missing_at_end(code.instruction, f"{jump} label or {then}", code.end)
    condition = code.value(0, 1, word)
    behind = word + 1 < len(code.tokens)
    if code.tokens[word].key == jump or (behind and code.tokens[word + 1].kind == NUMBER):
        return condition, code.label(1, word + 1)
    code.nothing_behind(word + 1)
    return condition, None


def _for(code: LineOfCode) -> Arguments:
    sign, to, step = code.find("="), *map(code.find, code.instruction.words)
    variable = _storage(code, 0, 1, min(sign, to, step), VARIABLE)
    if sign == len(code.tokens):
        raise missing_at_end(code.instruction, "= and a start", code.end)
    first = code.value(1, sign + 1, min(to, step))
    if to == len(code.tokens):
        raise missing_at_end(code.instruction, f"{code.instruction.words[0]} and an end", code.end)
    last = code.value(2, to + 1, step)
    by = None if step == len(code.tokens) else code.value(3, step + 1, len(code.tokens))
    return variable, first, last, by


def _with_last_word(code: LineOfCode) -> Arguments:
    """The arguments of a condition or value that is followed by the last word of the line."""
    word = code.instruction.last_word
    place = code.find(word)
    value = code.value(0, 1, place)
    if place == len(code.tokens):
        raise missing_at_end(code.instruction, f"{word} behind {value.operand.phrase}", code.end)
    code.nothing_behind(place + 1)
    return (value,)


def _condition(code: LineOfCode) -> Arguments:
    return (code.value(0, 1, len(code.tokens)),)


def _value(code: LineOfCode) -> Arguments:
    colon = code.find(":")
    values = code.values(0, 1, colon)
    if colon == len(code.tokens):
        raise missing_at_end(code.instruction, '":" behind its values', code.end)
    code.nothing_behind(colon + 1)
    return (values,)


def _any(code: LineOfCode) -> Arguments:
    colon = len(code.tokens) > 1 and code.tokens[1].text == ":"
    code.nothing_behind(2 if colon else 1)
    return ()


def _gosub(code: LineOfCode) -> Arguments:
    name = code.named(0, 1)
    code.nothing_behind(2)
    return (name, *([None] * (len(code.instruction.operands) - 1)))


def _listed_in_parentheses(code: LineOfCode) -> list[tuple[int, int]]:
    """Start and stop indices of each argument in `name(a, b)`; tokens[1] is the name."""
    if len(code.tokens) == 2:
        return []
    if code.tokens[2].text != "(":
        code.nothing_behind(2)
    last = len(code.tokens) - 1
    code.nothing_behind(_behind_name(code, 1, "(") if code.tokens[last].text != ")" else last + 1)
    if code.tokens[last].text != ")":
        raise missing_at_end(code.instruction, '")"', code.end)
    code.check_commas(3, last)
    places, at, depth = [], 3, 0
    for i in range(3, last + 1):
        if depth == 0 and (code.tokens[i].text == "," or i == last):
            places.append((at, i))
            at = i + 1
        depth += bracket(code.tokens[i])
        if depth < 0 and i < last:
            code.nothing_behind(i)
    if depth >= 0:
        raise missing_at_end(code.instruction, '")"', code.end)
    return [] if places == [(3, 3)] else places


def _call(code: LineOfCode) -> Arguments:
    name = code.named(0, 1)
    places = _listed_in_parentheses(code)
    values = tuple(_passed(code, start, stop) for start, stop in places)
    if not values:
        return name, None
    span = code.tokens[3].column, code.tokens[-2].end
    return name, Argument(code.instruction.operands[1], values, *span)


def _passed(code: LineOfCode, start: int, stop: int) -> float | Expression:
    """An argument of CALL: a location if it can only be one, otherwise a number."""
    tokens = code.tokens[start:stop]
    code.operand = code.instruction.operands[1]
    if not tokens:
        raise missing_at_end(code.instruction, "a value", code.tokens[start - 1].end)
    if any(t.text in (":", "#") for t in tokens) or _gives_location(tokens[0]):
        return read_location(tokens, code.uses)
    if is_whole_array(tokens):
        code.uses.append(use_of(ANY, tokens[0]))
        return Name(tokens[0])
    own: list[NameUse] = []
    value = number_or_tree(tokens, own)
    if tokens[0].text == "(" and type(value).__name__ in _PLAIN:
        # A name in parentheses is passed by value, so that the called program cannot change it.
        value = Unary(tokens[0]._replace(text="+", key="+"), value)  # type: ignore[arg-type]
    if type(value).__name__ in _PLAIN:  # the name may stand for a location; its indices do not
        first = tokens[0].column
        own = [use._replace(kind=ANY) if use.column == first else use for use in own]
    code.uses += own
    return value


_PLAIN = ("Name", "Item")


def _gives_location(token: Token) -> bool:
    """Whether a token is a function that gives a location: HERE, TRANS(...)."""
    function = FUNCTIONS.get(token.key)
    return function is not None and function.result == "location"


def _header(code: LineOfCode) -> Arguments:
    name = code.named(0, 1)
    code.uses[-1] = code.uses[-1]._replace(defines=True)
    names: list[str] = []
    known = code.instruction.operands[1]
    places = _listed_in_parentheses(code)
    for start, stop in places:
        tokens = code.tokens[start:stop]
        name_token = own_name(tokens)
        if name_token is None:
            slot = Slot(tokens, code.tokens[start - 1].end)
            raise LineError(name_expected(code.instruction, known, slot))
        check_free(name_token, "parameter")
        names.append(name_token.key)
        code.uses.append(use_of(ANY, name_token, True))
    if not names:
        return name, None
    return name, Argument(known, tuple(names), code.tokens[3].column, code.tokens[-2].end)


def _list(code: LineOfCode) -> Arguments:
    """The arguments of numbers separated by commas, or by blanks if there are no commas."""
    slots, _ = split_slots(code.tokens[0], code.tokens[1:], code.line, False)
    known = code.operand = code.instruction.operands[0]
    if not slots:
        raise missing_at_end(code.instruction, known.phrase, code.end)
    for slot in slots:
        if not slot.tokens:
            raise missing_at_end(code.instruction, known.phrase, slot.column)
    values = tuple(read_operand(code.instruction, known, slot, code.uses).value for slot in slots)
    if not known.repeats and len(values) > 1:
        code.nothing_behind(2)
    value = values if known.repeats else values[0]
    return (Argument(known, value, code.tokens[1].column, code.end),)  # type: ignore[arg-type]


def _ifsig(code: LineOfCode) -> Arguments:
    word = code.find(*code.instruction.words)
    signals = code.values(0, 1, word)
    if word == len(code.tokens):
        raise missing_at_end(code.instruction, "THEN and a label", code.end)
    return signals, code.label(1, word + 1)


def _react(code: LineOfCode) -> Arguments:
    comma = code.find(",")
    signal = code.value(0, 1, comma)
    if comma == len(code.tokens):
        raise missing_at_end(code.instruction, '"," and the name of a program', code.end)
    name = code.named(1, comma + 1)
    if comma + 2 >= len(code.tokens):
        return signal, name, None
    if code.tokens[comma + 2].text != ",":
        code.nothing_behind(comma + 2)
    return signal, name, code.value(2, comma + 3, len(code.tokens))


def _items(code: LineOfCode) -> Arguments:
    """The arguments of texts and numbers between commas."""
    if len(code.tokens) == 1:
        return (Argument(code.instruction.operands[0], (), code.end, code.end),)
    return (code.values(0, 1, len(code.tokens)),)


def _prompt(code: LineOfCode) -> Arguments:
    known = code.instruction.operands
    comma = code.find(",")
    text = read_operand(code.instruction, known[0], Slot(code.tokens[1:comma], code.end), [])
    if comma == len(code.tokens):
        raise missing_at_end(code.instruction, '"," and a variable', code.end)
    return text, _storage(code, 1, comma + 1, len(code.tokens), VARIABLE)


def _assert(code: LineOfCode) -> Arguments:
    stop = len(code.tokens)
    place = next((i for i, t in enumerate(code.tokens) if i > 1 and t.kind == STRING), stop)
    before = code.tokens[place - 1]
    if place == stop or not (before.text == "," or is_value_end(before)):
        return code.value(0, 1, stop), None
    condition = code.value(0, 1, place - (before.text == ","))
    code.nothing_behind(place + 1)
    last = code.tokens[place]
    text = Argument(code.instruction.operands[1], last.text[1:-1], last.column, last.end)
    return condition, text


def _set(code: LineOfCode) -> Arguments:
    place, sign = _before_sign(code, code.place, "a location")
    return place, code.place(1, sign + 1, len(code.tokens))


def _timer(code: LineOfCode) -> Arguments:
    timer, sign = _before_sign(code, code.value, "a time in s")
    return timer, code.value(1, sign + 1, len(code.tokens))


def _before_sign(
    code: LineOfCode, read: Callable[[int, int, int], Argument], missing: str
) -> tuple[Argument, int]:
    """The first operand, in front of a "=", and the index of that sign.

    missing: What stands behind the sign, for the fault of a line without one.
    """
    sign = code.find("=")
    first = read(0, 1, sign)
    if sign == len(code.tokens):
        raise missing_at_end(code.instruction, f'"=" and {missing}', code.end)
    return first, sign


def _decompose(code: LineOfCode) -> Arguments:
    known = code.instruction.operands[0]
    name = code.word(0, 1)
    sign = 2
    if sign < len(code.tokens) and code.tokens[sign].text == "[":
        code.sign(sign + 1, "]", "=")
        sign += 2
    tokens = code.tokens[1:sign]
    check_free(name, "variable", TAKEN_AS_VARIABLE)
    code.uses.append(use_of(VARIABLE, name, True))
    code.sign(sign, "=", "a location")
    array = Argument(known, name.text, name.column, tokens[-1].end)
    return array, code.place(1, sign + 1, len(code.tokens))


def _deform(code: LineOfCode) -> Arguments:
    by = 2
    part = code.named(0, 1)
    code.sign(by, "BY", "a location")
    comma = code.find(",", start=by)
    arguments: list[Argument | None] = [part, code.place(1, by + 1, comma)]
    for operand in (2, 3, 4):
        end = code.find(",", start=comma + 1)
        given = comma < len(code.tokens)
        arguments.append(code.value(operand, comma + 1, end) if given else None)
        comma = end
    code.nothing_behind(comma)
    return tuple(arguments)


FORMS: dict[str, Form] = {
    "assignment": _assignment,
    "goto": _goto,
    "if": _if,
    "for": _for,
    "while": _with_last_word,
    "case": _with_last_word,
    "condition": _condition,
    "value": _value,
    "any": _any,
    "call": _call,
    "gosub": _gosub,
    "header": _header,
    "list": _list,
    "local": read_local,
    "ifsig": _ifsig,
    "react": _react,
    "items": _items,
    "prompt": _prompt,
    "assert": _assert,
    "set": _set,
    "timer": _timer,
    "decompose": _decompose,
    "deform": _deform,
    "point": read_point,
    "base": read_base,
    "singular": read_singular,
}
