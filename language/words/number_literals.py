"""Number literals, and the error that says why tokens are not an expression."""

import math

from language.words.lexer import Token


class ExpressionError(Exception):
    """Raised for the line parser if tokens are not an expression or an expression has no value.

    fix: the text to write in place of the range, "" if none is obvious.
    help: what to do; "" lets the caller say what belongs in this place.
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
    """The value of a number token; ExpressionError if it is too large for a double."""
    value = float(token.text)
    if value == math.inf:
        shown = token.text if len(token.text) <= 20 else token.text[:20] + "..."
        raise ExpressionError(
            "E103", f"{shown} is too large for a number", token.column, token.end, "too large"
        )
    return value
