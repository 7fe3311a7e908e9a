"""Expressions as trees: a Pratt parser over the tokens of one line.

number   := number op number | ("-" | "+" | "NOT") number | "(" number ")" | literal | name
          | name "[" number {"," number} "]" | function "(" arguments ")"
location := term {":" term}      term := name ["[" number "]"] | "#" name | function "(" ... ")"

A new operator is one entry in `BINARY`, a new function one in `functions`. The depth is limited and
loops walk chains, so that no input exhausts the stack.
"""

from collections.abc import Sequence
from typing import NamedTuple, Union

from language.expressions.function_faults import misused, no_function, no_sum
from language.instructions import INSTRUCTIONS
from language.words.functions import FUNCTIONS, Function
from language.words.lexer import NUMBER, STRING, WORD, Token
from language.words.number_literals import ExpressionError, number_of

MAX_DEPTH = 50
LOCATION, VARIABLE, JOINTS, BODY = "location", "variable", "joints", "body"
LABEL, PROGRAM, PART, ANY = "label", "program", "part", "any"

# The constructor of a named tuple takes twice the time of the constructor of a tuple.
_new = tuple.__new__

Expression = Union["Number", "Text", "Name", "Item", "Joints", "Call", "Unary", "Binary", "Product"]


class NameUse(NamedTuple):
    """The use of a name in a line.

    name: in capitals. column, end: its columns. defines: whether it gets a value. written: as
    typed.
    """

    kind: str
    name: str
    column: int
    end: int
    defines: bool = False
    written: str = ""


def use_of(kind: str, token: Token, defines: bool = False) -> NameUse:
    """The use of the name in a token."""
    _, text, column, end, key = token
    return _new(NameUse, (kind, key, column, end, defines, text))


class Number(NamedTuple):
    """A number literal."""

    value: float
    token: Token


class Text(NamedTuple):
    """A string; value: without its quotes."""

    value: str
    token: Token


class Name(NamedTuple):
    """A variable, or in a location the name of a location."""

    token: Token


class Item(NamedTuple):
    """An element of an array."""

    token: Token
    indices: tuple[Expression, ...]


class Joints(NamedTuple):
    """A precision point: #name, with or without indices."""

    name: Name | Item


class Call(NamedTuple):
    """A call of a function of the table with its arguments."""

    function: Function
    token: Token
    arguments: tuple[Expression, ...]


class Unary(NamedTuple):
    """A sign or NOT before a value."""

    operator: Token
    operand: Expression


class Binary(NamedTuple):
    """Two values joined by an operator."""

    operator: Token
    left: Expression
    right: Expression


class Product(NamedTuple):
    """A product of locations: a:b:c."""

    parts: tuple[Expression, ...]


BINARY: dict[str, int] = {
    "OR": 2, "XOR": 2, "AND": 4, "==": 8, "<>": 8, "<": 8, "<=": 8, ">": 8, ">=": 8,
    "EQ": 8, "NE": 8, "LT": 8, "LE": 8, "GT": 8, "GE": 8, "+": 10, "-": 10,
    "*": 20, "/": 20, "MOD": 20,
}  # fmt: skip
ARITHMETIC = frozenset({"+", "-", "*", "/", "MOD"})
_SIGN, _NOT = 30, 6
# Keys with which an expression may end behind a name.
_ENDS = frozenset({"", ",", ")", "]"})
# Words of VAL I for comparisons.
COMPARISONS = {"EQ": "==", "NE": "<>", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}
WORD_OPERATORS = frozenset({"OR", "XOR", "AND", "NOT", "MOD", "BY", *COMPARISONS})
# Words between or behind operands, which cannot be names.
_BETWEEN = {word for i in INSTRUCTIONS for word in (*i.words, i.last_word) if word.isalpha()}
RESERVED = (WORD_OPERATORS - set(COMPARISONS)) | _BETWEEN

# Words that cannot be variables.
_SPECIAL = RESERVED | frozenset(FUNCTIONS)


def read_expression(tokens: Sequence[Token], uses: list[NameUse] | None = None) -> Expression:
    """The tree of a number that all the tokens, without blanks, make up; else ExpressionError.

    uses: a list to which the names in the expression are added.
    """
    return _complete(tokens, uses, location=False)


def read_location(tokens: Sequence[Token], uses: list[NameUse] | None = None) -> Expression:
    """The tree of a location that all the tokens make up; else ExpressionError."""
    return _complete(tokens, uses, location=True)


def _complete(tokens: Sequence[Token], uses: list[NameUse] | None, location: bool) -> Expression:
    reader = Reader(tokens, [] if uses is None else uses)
    tree = reader.location(0) if location else reader.expression(0, 0)
    left = reader.tokens[reader.at]
    if left is END:
        return tree
    if left.text in ("=", "=<", "=>"):
        meant = {"=": "==", "=<": "<=", "=>": ">="}[left.text]
        message = f"{left.text} gives a value; {meant} compares"
        raise ExpressionError("E119", message, left.column, left.end, f"write {meant}")
    word = "closes nothing" if left.text in (")", "]") else "does not belong here"
    raise ExpressionError("E116", f"{left.text} {word}", left.column, left.end, "unexpected")


END = Token("end", "", 0, 0, "")


class Reader:
    """A position `at` among tokens, with END behind the last, and the names read so far."""

    def __init__(self, tokens: Sequence[Token], uses: list[NameUse], at: int = 0) -> None:
        self.tokens, self.uses, self.at = [*tokens, END], uses, at

    def peek(self) -> Token:
        return self.tokens[self.at]

    def expression(self, power: int, depth: int) -> Expression:
        tokens, at = self.tokens, self.at
        kind, text, column, end, key = token = tokens[at]
        left: Expression
        if kind == WORD and key not in _SPECIAL and tokens[at + 1].key not in ("(", "["):
            self.at = at + 1
            self.uses.append(_new(NameUse, (VARIABLE, key, column, end, False, text)))
            left = _new(Name, (token,))
        elif kind == NUMBER:
            self.at = at + 1
            left = _new(Number, (number_of(token), token))
        elif key in FUNCTIONS and kind == WORD and tokens[at + 1].key == "(" and depth <= MAX_DEPTH:
            function = FUNCTIONS[key]
            if function.result != "number":
                self.at = at + 1
                raise no_function(token, function, "number")
            self.at = at + 2
            left = self._call(function, token, tokens[at + 1], depth)
        else:
            if key == "NOT" and power > _NOT:
                message = "NOT stands before a condition: here it needs parentheses"
                raise ExpressionError("E118", message, column, end, "which part is meant?")
            left = self._atom(depth)
        while (binding := BINARY.get(tokens[self.at].key, 0)) > power:
            sign = tokens[self.at]
            self.at += 1
            left = _new(Binary, (sign, left, self.expression(binding, depth + 1)))
        return left

    def location(self, depth: int) -> Expression:
        term = self._term(depth)
        parts = [term]
        while self.tokens[self.at].key == ":":
            self.at += 1
            parts.append(self._term(depth))
        if self.tokens[self.at].key in ARITHMETIC:
            raise no_sum(self.tokens[self.at])
        return Product(tuple(parts)) if len(parts) > 1 else term

    def _no_value(self, depth: int, what: str) -> ExpressionError:
        """The error if no value can begin here: the line ends, or brackets nest too deeply."""
        token = self.tokens[self.at]
        if token is END:
            last = self.tokens[-2]
            message = f"a {what} is missing after {last.text}"
            return ExpressionError("E116", message, last.end, last.end, f"{what} expected")
        message = "the expression is nested too deeply"
        return ExpressionError("E116", message, token.column, token.end, "too deep")

    def _atom(self, depth: int) -> Expression:
        token = self.tokens[self.at]
        if token is END or depth > MAX_DEPTH:
            raise self._no_value(depth, "value")
        self.at += 1
        kind, key = token.kind, token.key
        if kind == WORD and key not in RESERVED:
            return self._named(token, VARIABLE, depth)
        if kind == STRING:
            message = "a text is not a number"
            raise ExpressionError("E203", message, token.column, token.end, "a number belongs here")
        if key in ("+", "-"):
            return Unary(token, self.expression(_SIGN, depth + 1))
        if key == "NOT":
            return Unary(token, self.expression(_NOT, depth + 1))
        if key == "(":
            tree = self.expression(0, depth + 1)
            self._close(token, ")")
            return tree
        message = f"a value is missing before {token.text}"
        raise ExpressionError("E116", message, token.column, token.end, "value expected")

    def _term(self, depth: int) -> Expression:
        token = self.tokens[self.at]
        if token is END or depth > MAX_DEPTH:
            raise self._no_value(depth, "location")
        self.at += 1
        if token.text == "#":
            return self._joints(token, depth)
        if token.kind == WORD and token.key not in RESERVED:
            return self._named(token, LOCATION, depth)
        message = f"a location is expected here, not {token.text}"
        raise ExpressionError("E113", message, token.column, token.end, "a location")

    def _joints(self, hash_: Token, depth: int) -> Expression:
        token = self.peek()
        if token.kind != WORD:
            message = "a precision point has a name: #P"
            raise ExpressionError("E113", message, hash_.column, hash_.end, "no name")
        self.at += 1
        opened = self.peek()
        if token.key == "PPOINT" and opened.text == "(":
            self.at += 1
            return self._call(FUNCTIONS["#PPOINT"], token, opened, depth)
        item = self._named(token, JOINTS, depth)
        assert isinstance(item, Name | Item)
        return Joints(item)

    def _named(self, token: Token, kind: str, depth: int) -> Expression:
        """The tree of a word just read: a function, an element of an array, or a name."""
        after, key = self.tokens[self.at], token.key
        function = FUNCTIONS.get(key) if kind != JOINTS else None
        if function is not None or (after.key == "(" and after.column == token.end):
            return self._function(token, function, kind, depth)
        named: Expression = Name(token)
        if after.key == "[":
            self.at += 1
            named = Item(token, self._listed(after, "]", depth))
        self.uses.append(use_of(kind, token))
        return named

    def _function(
        self, token: Token, function: Function | None, kind: str, depth: int
    ) -> Expression:
        """The call of the function whose word was just read; ExpressionError if it is not one."""
        after = self.tokens[self.at]
        wanted = "location" if kind == LOCATION else "number"
        if function is None or function.result != wanted:
            raise no_function(token, function, wanted)
        if after.key == "(":
            self.at += 1
            return self._call(function, token, after, depth)
        if not function.bare:
            raise misused(function, token if after.key in _ENDS else after, token.end)
        return Call(function, token, ())

    def _listed(self, opening: Token, closing: str, depth: int) -> tuple[Expression, ...]:
        """The values between an opening bracket that was just read and its closing one."""
        found = [self.expression(0, depth + 1)]
        while self.tokens[self.at].text == ",":
            self.at += 1
            found.append(self.expression(0, depth + 1))
        self._close(opening, closing)
        return tuple(found)

    def _call(self, function: Function, token: Token, opened: Token, depth: int) -> Call:
        found: list[Expression] = []
        if self.tokens[self.at].key == ")":
            self.at += 1
        else:
            kinds = function.parameters or "n"
            while True:
                kind = kinds[len(found)] if len(found) < len(kinds) else kinds[-1]
                found.append(self._argument(function, kind, depth + 1))
                by = function.by and len(found) == 1
                if self.tokens[self.at].key != ("BY" if by else ","):
                    break
                self.at += 1
            self._close(opened, ")")
        least, most = function.least, len(function.parameters)
        if len(found) < least or (len(found) > most and not function.repeats):
            end = self.tokens[self.at - 1].end
            raise misused(function, token, end)
        return Call(function, token, tuple(found))

    def _argument(self, function: Function, kind: str, depth: int) -> Expression:
        token = self.tokens[self.at]
        if kind == "n":
            fills = function.least < len(function.parameters)
            if token.key == "," and (fills or function.result == "joints"):
                return Number(0.0, token)
            if token.key == ")" and fills:
                return Number(0.0, token)
            return self.expression(0, depth)
        if kind == "l":
            return self.location(depth)
        if token.kind != WORD:
            where = self.tokens[-2] if token is END else token
            message = f"{function.name} takes names of bodies"
            raise ExpressionError("E113", message, where.column, where.end, "a name")
        self.at += 1
        self.uses.append(use_of(BODY, token))
        return Name(token)

    def _close(self, opening: Token, closing: str) -> None:
        token = self.tokens[self.at]
        if token.key != closing:
            what = "parenthesis" if closing == ")" else "bracket"
            last = self.tokens[self.at - 1]
            column, end = (last.end, last.end) if token is END else (token.column, token.end)
            message = f"the {what} of column {opening.column} is not closed before {token.text}"
            raise ExpressionError(
                "E116", message.removesuffix(" before "), column, end, f"expected {closing}"
            )
        self.at += 1


def is_left_out(argument: Expression) -> bool:
    """Whether the place of an argument is empty, as in TRANS(0, 0, 50, , , 90)."""
    return isinstance(argument, Number) and argument.token.kind != NUMBER


def spelled(tree: Expression) -> str:
    """The expression as text in one uniform spelling, for messages and lists."""
    match tree:
        case Number(value=value):
            return "" if is_left_out(tree) else f"{value:.12g}"
        case Text(value=text):
            return f'"{text}"'
        case Name(token=token):
            return token.text
        case Item(token=token, indices=indices):
            return f"{token.text}[{', '.join(map(spelled, indices))}]"
        case Joints(name=name):
            return f"#{spelled(name)}"
        case Product(parts=parts):
            return ":".join(map(spelled, parts))
        case Unary(operator=sign, operand=operand):
            return f"{sign.text}{' ' * sign.text.isalpha()}{_bracketed(operand)}"
        case Call(function=function, token=token, arguments=arguments):
            shown = [spelled(a) for a in arguments]
            if function.by and shown:
                return f"{function.name}({shown[0]} BY {', '.join(shown[1:])})"
            return f"{function.name}({', '.join(shown)})"
    return _spelled_chain(tree)


def _spelled_chain(tree: Binary) -> str:
    shown: list[str] = []
    left: Expression = tree
    while isinstance(left, Binary):
        shown += [_bracketed(left.right), left.operator.text]
        left = left.left
    return " ".join([_bracketed(left), *reversed(shown)])


def _bracketed(tree: Expression) -> str:
    """The text of an operand, in parentheses if it is an operation or begins with NOT."""
    negated = isinstance(tree, Unary) and tree.operator.key == "NOT"
    return f"({spelled(tree)})" if isinstance(tree, Binary) or negated else spelled(tree)
