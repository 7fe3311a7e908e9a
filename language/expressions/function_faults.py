"""Errors of words that are not functions, of wrong arguments, and of sums of locations."""

from language.words.foreign_words import FOREIGN_FUNCTIONS
from language.words.functions import FUNCTION_NAMES, FUNCTIONS, Function
from language.words.lexer import Token
from language.words.number_literals import ExpressionError
from language.words.suggestions import nearest


def no_function(token: Token, known: Function | None, wanted: str) -> ExpressionError:
    """The error of a word that is not a function, or of one that gives the wrong kind of value.

    known: the function with this name, if there is one. wanted: "number" or "location".
    """
    if known is not None:
        message = f"{known.name} gives a {known.result}, and a {wanted} is expected here"
        return ExpressionError("E113", message, token.column, token.end, f"a {wanted}")
    if token.key in FOREIGN_FUNCTIONS:
        message = f"{token.text} ({FOREIGN_FUNCTIONS[token.key]}) is not supported"
        return ExpressionError("E128", message, token.column, token.end, "not supported")
    near = [n for n in nearest(token.text, FUNCTION_NAMES) if FUNCTIONS[n].result == wanted]
    label = f"did you mean {near[0]}?" if near else "not known"
    fix = near[0] if near else ""
    message = f"{token.text} is not a function"
    return ExpressionError("E124", message, token.column, token.end, label, fix)


def no_sum(sign: Token) -> ExpressionError:
    """The error of an arithmetic sign behind a location; it has no fix, because two are likely."""
    message = f"{sign.text} does not join locations: a colon does, as in  A:B"
    help_ = "write  A:B  for B in the axes of A, or  SHIFT(A BY 1, 2, 3)  for mm in base axes"
    return ExpressionError("E116", message, sign.column, sign.end, "no arithmetic", help=help_)


def misused(function: Function, token: Token, end: int) -> ExpressionError:
    """The error of too few or too many arguments of a function, or of no parentheses."""
    message = f"{function.name} is written {function.usage}"
    help_ = f"{function.usage}: {function.summary}"
    columns = token.column, max(end, token.end)
    return ExpressionError("E125", message, *columns, "arguments", help=help_)
