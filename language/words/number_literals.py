"""Number literals, and the fault that says why tokens are no expression."""

import math

from language.words.lexer import Token


class ExpressionError(Exception):
    """Why tokens are no expression, or an expression has no value: for the line parser.

    fix: what to write in place of the range, "" where nothing is obvious.
    help: what to do, "" where what belongs in the place says it.
    """

    def __init__(
        self,
        code: str,
        message: str,
        column: int,
        end: int,
        label: str,
        fix: str = "",
        help: str = "",
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.label, self.fix = code, message, label, fix
        self.help = help or (f"write  {fix}" if fix else "")
        self.column, self.end = column, end


def number_of(token: Token) -> float:
    """The value of a number token, else a fault when it is too large to hold."""
    value = float(token.text)
    if value == math.inf:
        shown = token.text if len(token.text) <= 20 else token.text[:20] + "..."
        raise ExpressionError(
            "E103", f"{shown} is too large for a number", token.column, token.end, "too large"
        )
    return value
