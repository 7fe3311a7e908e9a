"""Sound lines read in one pass over their tokens: expressions, blocks, jumps, lists of operands.

A shape for each form goes from token to token and takes what it expects. Wherever something else
stands the line is left to the full reading, which knows what to say about it; what is accepted
here, the full reading would read alike.
"""

import re
from collections.abc import Callable

from language.expressions.evaluation import constant
from language.expressions.taken_names import TAKEN, TAKEN_AS_VARIABLE
from language.expressions.trees import (
    LOCATION,
    PART,
    RESERVED,
    VARIABLE,
    Call,
    Expression,
    Item,
    Joints,
    Name,
    NameUse,
    Number,
    Product,
    Reader,
    Text,
)
from language.instructions import BY_NAME, Instruction, Operand, OperandKind, Place
from language.lines.operands import Argument
from language.lines.parsed_line import ParsedLine, sound_line
from language.lines.plain_lines import fits
from language.words.functions import FUNCTIONS
from language.words.lexer import NUMBER, STRING, WORD, Token
from language.words.number_literals import ExpressionError

_STEP_DIGITS = 9
_ASSIGNMENT = BY_NAME["="]
_UNITS = frozenset({Item, Call, Joints, Product})
_PLAIN = frozenset({
    OperandKind.NUMBER, OperandKind.JOINT, OperandKind.SIGNAL, OperandKind.LOCATION,
    OperandKind.PART,
})  # fmt: skip
# A blank behind a value, and then a sign without one, or a parenthesis.
_LOOSE = re.compile(r"[A-Za-z0-9_.\")\]][ \t]++(?:[+-][^ \t]|\()")
# Words that are no names of locations, and the sign before a name.
_SAID = TAKEN | {"#"}
_new = tuple.__new__
Arguments = tuple[Argument | None, ...]


class Unexpected(Exception):  # noqa: N818
    """The line is not of the shape that was tried: the full reading is to look at it."""


def read_in_one_pass(line: str, code: list[Token]) -> ParsedLine | None:
    """What a sound line says, from its tokens; None where the full reading is needed."""
    first, step = code[0], None
    if first.kind == NUMBER:
        if not first.text.isdigit() or len(first.text) > _STEP_DIGITS or len(code) == 1:
            return None
        step, first = int(first.text), code[1]
    uses: list[NameUse] = []
    walk = _Walk(code, uses, 0 if step is None else 1)
    walk.line = line
    try:
        instruction = walk.instruction()
        arguments = SHAPES[instruction.form](walk, instruction)
    except (Unexpected, ExpressionError, KeyError):
        return None
    if walk.at < len(code):
        return None
    return sound_line(line, step, instruction, arguments, first.column, code[-1].end, tuple(uses))


class _Walk(Reader):
    """A place in the tokens of a line, and the names met so far."""

    line = ""

    def instruction(self) -> Instruction:
        """The instruction of the line; its keyword is passed."""
        word, after = self.tokens[self.at], self.tokens[self.at + 1].key
        known = BY_NAME.get(word.key)
        if word.kind != WORD:
            raise Unexpected
        if known is None:
            if after not in ("=", "[") or word.key in FUNCTIONS:
                raise Unexpected
            return _ASSIGNMENT
        if after in ("=", "[") or known.place is Place.CONSOLE or known.takes_text:
            raise Unexpected
        self.at += 1
        return known

    def word(self, *keys: str) -> str:
        """One of these words or signs; it is passed."""
        key = self.tokens[self.at].key
        if key not in keys:
            raise Unexpected
        self.at += 1
        return key

    def number(self, operand: Operand) -> Argument:
        """A number from here on: its value where it is constant, else its tree."""
        tokens = self.tokens
        start = tokens[self.at]
        tree = self.expression(0, 0)
        known = None
        if type(tree) is Number:
            known = tree.value
        elif not _varies(start):
            known = constant(tree)
        value = tree if known is None else known + 0.0
        return _new(Argument, (operand, value, start.column, tokens[self.at - 1].end))

    def numbers(self, operand: Operand) -> Argument:
        """One or more numbers, or texts where the operand takes them, between commas."""
        start = self.tokens[self.at]
        values: list[float | str | Expression] = []
        while True:
            token = self.tokens[self.at]
            if token.kind == STRING and operand.kind is OperandKind.ITEM:
                self.at += 1
                values.append(Text(token.text[1:-1], token))
            else:
                values.append(self.number(operand).value)  # type: ignore[arg-type]
            if self.tokens[self.at].key != ",":
                break
            self.at += 1
        return Argument(operand, tuple(values), start.column, self.tokens[self.at - 1].end)

    def variable(self, operand: Operand) -> Argument:
        """A variable that gets a value: a name, or an element of an array."""
        token = self.tokens[self.at]
        if token.kind != WORD or token.key in TAKEN_AS_VARIABLE:
            raise Unexpected
        self.at += 1
        self.uses.append(NameUse(VARIABLE, token.key, token.column, token.end, True, token.text))
        if self.tokens[self.at].key != "[":
            return Argument(operand, token.text, token.column, token.end)
        tree = self._named(token, VARIABLE, 0)
        del self.uses[-1]
        return Argument(operand, tree, token.column, self.tokens[self.at - 1].end)

    def label(self, operand: Operand) -> Argument:
        """A label, the last of the line."""
        token = self.tokens[self.at]
        if token.kind != NUMBER or not token.text.isdigit() or len(token.text) > _STEP_DIGITS:
            raise Unexpected
        self.at += 1
        value = float(token.text)
        self.uses.append(NameUse("label", str(int(value)), token.column, token.end))
        return Argument(operand, value, token.column, token.end)

    def place(self, operand: Operand) -> Argument:
        """A location: a name as it is written, anything else as a tree."""
        token = self.tokens[self.at]
        if token.kind != WORD and token.key != "#":
            raise Unexpected
        if operand.defines:
            return self._stored(operand, token)
        _, text, column, end, key = token
        if key not in _SAID and self.tokens[self.at + 1].key in ("", ","):
            self.at += 1
            self.uses.append(_new(NameUse, (LOCATION, key, column, end, False, text)))
            return _new(Argument, (operand, text, column, end))
        tree = self.location(0)
        value = token.text if type(tree) is Name else tree
        return Argument(operand, value, token.column, self.tokens[self.at - 1].end)

    def _stored(self, operand: Operand, token: Token) -> Argument:
        """The name of a location that gets a value."""
        if token.key in _SAID or self.tokens[self.at + 1].key not in ("", "=", ","):
            raise Unexpected
        self.at += 1
        self.uses.append(NameUse(LOCATION, token.key, token.column, token.end, True, token.text))
        return Argument(operand, token.text, token.column, token.end)

    def operand(self, operand: Operand) -> Argument:
        """The argument of an instruction that is a list of operands."""
        if operand.kind not in _PLAIN:
            raise Unexpected
        if operand.kind is OperandKind.LOCATION:
            return self.place(operand)
        if operand.kind is OperandKind.PART:
            token = self.tokens[self.at]
            if token.kind != WORD:
                raise Unexpected
            self.at += 1
            self.uses.append(NameUse(PART, token.key, token.column, token.end, False, token.text))
            return Argument(operand, token.text, token.column, token.end)
        argument = self.number(operand)
        value = argument.value
        if type(value) is float and not operand.takes_any_number and not fits(operand, value):
            raise Unexpected
        return argument

    def is_tight(self, start: int) -> bool:
        """No blank stands where it could part two values: `10 -5`, `SHIFT (A`."""
        first, last = self.tokens[start].column - 1, self.tokens[self.at - 1].end - 1
        return _LOOSE.search(self.line, first, last) is None


def _varies(first: Token) -> bool:
    """An expression that begins so has no value before the program runs."""
    function = FUNCTIONS.get(first.key)
    if first.kind != WORD or first.key in RESERVED:
        return False
    return function is None or function.compute is None


def _listed(walk: _Walk, instruction: Instruction) -> Arguments:
    """Operands between commas, or one alone."""
    operands, start = instruction.plain_operands, walk.at
    keywords = instruction.keywords
    if keywords and (instruction.either or any(t.key in keywords for t in walk.tokens)):
        raise Unexpected
    found: list[Argument | None] = []
    for operand in operands:
        if found:
            walk.word(",")
        found.append(walk.operand(operand))
        if len(found) >= instruction.required and walk.at + 1 == len(walk.tokens):
            break
    if not walk.is_tight(start) or (len(found) == 1 and not _is_unit(walk, start, found[0])):
        raise Unexpected
    return (*found, *([None] * (len(instruction.operands) - len(found))))


def _is_unit(walk: _Walk, start: int, argument: Argument | None) -> bool:
    """It is one operand in a line without commas too: a token, a name with what belongs to it."""
    assert argument is not None
    return walk.at - start == 1 or type(argument.value) in _UNITS


def _assignment(walk: _Walk, instruction: Instruction) -> Arguments:
    variable = walk.variable(instruction.operands[0])
    walk.word("=")
    return variable, walk.number(instruction.operands[1])


def _goto(walk: _Walk, instruction: Instruction) -> Arguments:
    return (walk.label(instruction.operands[0]),)


def _if(walk: _Walk, instruction: Instruction) -> Arguments:
    condition = walk.number(instruction.operands[0])
    if walk.word("THEN", "GOTO") == "THEN" and walk.at + 1 == len(walk.tokens):
        return condition, None
    return condition, walk.label(instruction.operands[1])


def _for(walk: _Walk, instruction: Instruction) -> Arguments:
    operands = instruction.operands
    variable = walk.variable(operands[0])
    walk.word("=")
    first = walk.number(operands[1])
    walk.word("TO")
    last = walk.number(operands[2])
    if walk.at + 1 == len(walk.tokens):
        return variable, first, last, None
    walk.word("STEP")
    return variable, first, last, walk.number(operands[3])


def _before(*words: str) -> Callable[[_Walk, Instruction], Arguments]:
    """A condition or value, and perhaps the word behind it."""

    def read(walk: _Walk, instruction: Instruction) -> Arguments:
        value = walk.number(instruction.operands[0])
        for word in words:
            walk.word(word)
        return (value,)

    return read


def _value(walk: _Walk, instruction: Instruction) -> Arguments:
    values = walk.numbers(instruction.operands[0])
    walk.word(":")
    return (values,)


def _items(walk: _Walk, instruction: Instruction) -> Arguments:
    return (walk.numbers(instruction.operands[0]),)


def _numbers(walk: _Walk, instruction: Instruction) -> Arguments:
    """SIGNAL: numbers between commas."""
    known, start = instruction.operands[0], walk.at
    argument = walk.numbers(known)
    values = argument.value
    assert isinstance(values, tuple)
    if not known.repeats or len(values) == 1 or not walk.is_tight(start):
        raise Unexpected
    return (argument,)


def _assert(walk: _Walk, instruction: Instruction) -> Arguments:
    condition = walk.number(instruction.operands[0])
    if walk.at + 1 == len(walk.tokens) and walk.tokens[walk.at - 1].kind != STRING:
        return condition, None
    walk.word(",")
    token = walk.tokens[walk.at]
    if token.kind != STRING:
        raise Unexpected
    walk.at += 1
    return condition, Argument(instruction.operands[1], token.text[1:-1], token.column, token.end)


def _set(walk: _Walk, instruction: Instruction) -> Arguments:
    place = walk.place(instruction.operands[0])
    walk.word("=")
    return place, walk.place(instruction.operands[1])


SHAPES: dict[str, Callable[[_Walk, Instruction], Arguments]] = {
    "": _listed,
    "assignment": _assignment,
    "goto": _goto,
    "if": _if,
    "for": _for,
    "while": _before("DO"),
    "case": _before("OF"),
    "condition": _before(),
    "value": _value,
    "items": _items,
    "list": _numbers,
    "assert": _assert,
    "set": _set,
}
