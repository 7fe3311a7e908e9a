"""The code of one line, with methods that the readers of `statement_forms` use."""

from collections.abc import Callable

from language.expressions.operand_places import DEEPER, LineError, Slot, check_commas
from language.expressions.trees import NameUse, Text
from language.instructions import Instruction, Operand, OperandKind
from language.lines.operand_faults import missing_at_end, name_expected
from language.lines.operands import (
    Argument,
    Operands,
    Value,
    label_of,
    number_or_tree,
    read_operand,
)
from language.lines.surplus import behind
from language.words.diagnostics import finding, replacement
from language.words.lexer import STRING, SYMBOL, WORD, Token

Arguments = tuple[Argument | None, ...]
Form = Callable[["LineOfCode"], Arguments]


class ManyFaults(Exception):  # noqa: N818
    """Raised with operands that have several findings."""

    def __init__(self, read: Operands) -> None:
        super().__init__()
        self.read = read


class LineOfCode:
    """The code of a line from its keyword on, and the names found in it so far.

    operand: the operand that is being read, for the message of a fault. Positions are indices of
    tokens; the methods raise LineError or ExpressionError.
    """

    def __init__(self, instruction: Instruction, tokens: list[Token], line: str) -> None:
        self.instruction, self.tokens, self.line = instruction, tokens, line
        self.uses: list[NameUse] = []
        self.operand: Operand | None = None

    @property
    def end(self) -> int:
        return self.tokens[-1].end

    def find(self, *words: str, start: int = 1) -> int:
        """Index of the first of these words outside parentheses, or the number of tokens."""
        depth = 0
        for i in range(start, len(self.tokens)):
            key = self.tokens[i].key
            if key in DEEPER:
                depth += DEEPER[key]
            if key in words and depth <= 0:
                return i
        return len(self.tokens)

    def value(self, operand: int, start: int, stop: int) -> Argument:
        """The argument of the number in tokens [start, stop)."""
        known = self.instruction.operands[operand]
        tokens = self.tokens[start:stop]
        self.operand = known
        if not tokens:
            raise missing_at_end(self.instruction, known.phrase, self.tokens[start - 1].end)
        span = tokens[0].column, tokens[-1].end
        if tokens[0].kind == STRING and len(tokens) == 1 and known.kind is OperandKind.ITEM:
            return Argument(known, Text(tokens[0].text[1:-1], tokens[0]), *span)
        return Argument(known, number_or_tree(tokens, self.uses), *span)

    def values(self, operand: int, start: int, stop: int) -> Argument:
        """The argument of the numbers between commas in tokens [start, stop)."""
        known = self.instruction.operands[operand]
        found: list[Value] = []
        self.check_commas(start, stop)
        at = start
        while True:
            comma = min(self.find(",", start=at), stop)
            found.append(self.value(operand, at, comma).value)
            if comma >= stop:
                break
            at = comma + 1
        span = self.tokens[start].column, self.tokens[stop - 1].end
        return Argument(known, tuple(found), *span)  # type: ignore[arg-type]

    def check_commas(self, start: int, stop: int) -> None:
        """LineError if a comma is missing between two values in tokens [start, stop)."""
        if stop - start > 1:
            slot = Slot(self.tokens[start:stop], self.tokens[start - 1].end)
            check_commas([slot], self.line, doubtful=False)

    def named(self, operand: int, place: int) -> Argument:
        """The argument of the name at index `place`."""
        known = self.instruction.operands[operand]
        before = self.tokens[min(place, len(self.tokens)) - 1].end
        slot = Slot(self.tokens[place : place + 1], before)
        return read_operand(self.instruction, known, slot, self.uses)

    def label(self, operand: int, place: int) -> Argument:
        """The argument of the label at index `place`, which has to end the line."""
        known = self.operand = self.instruction.operands[operand]
        tokens = self.tokens[place:]
        if not tokens:
            raise missing_at_end(self.instruction, known.phrase, self.end)
        return label_of(known, tokens, self.uses)

    def word(self, operand: int, place: int) -> Token:
        """The word at index `place`, which has to be the name of that operand."""
        tokens = self.tokens[place : place + 1]
        if not tokens or tokens[0].kind != WORD:
            known = self.instruction.operands[operand]
            slot = Slot(tokens, self.tokens[place - 1].end)
            raise LineError(name_expected(self.instruction, known, slot))
        return tokens[0]

    def sign(self, place: int, sign: str, what: str) -> None:
        """LineError if the token at index `place` is not this sign; what: what follows the sign."""
        if place >= len(self.tokens):
            raise missing_at_end(self.instruction, f'"{sign}" and {what}', self.end)
        token = self.tokens[place]
        if token.key == sign:
            return
        ends = place
        if self.tokens[place].text == ":" and self.tokens[place + 1 : place + 2]:
            ends += self.tokens[place + 1].text == sign
        written = f" {sign} " if sign.isalpha() else sign
        fix = replacement(f"write  {sign}", token.column, self.tokens[ends].end, written)
        more = "".join(t.text[0] for t in self.tokens[ends + 1 : ends + 2]) in ("=", "<", ">")
        helps = token.text == "(" or token.kind != SYMBOL or more
        raise LineError(
            finding(
                "E119",
                f'"{sign}" and {what} are expected here, not {token.text}',
                token.column,
                self.tokens[ends].end,
                label=f'expected "{sign}"',
                help="an element of an array is written  A[1]" if token.text == "(" else "",
                fixes=() if helps else (fix,),
            )
        )

    def nothing_behind(self, place: int) -> None:
        """LineError if there is a token at index `place`."""
        if place >= len(self.tokens):
            return
        raise LineError(behind(self.instruction, place, self.tokens, self.line))

    def place(self, operand: int, start: int, stop: int) -> Argument:
        """The argument of the location in tokens [start, stop)."""
        known = self.operand = self.instruction.operands[operand]
        slot = Slot(self.tokens[start:stop], self.tokens[start - 1].end)
        return read_operand(self.instruction, known, slot, self.uses)
