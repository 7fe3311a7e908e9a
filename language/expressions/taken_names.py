"""Words that are no names of locations or variables: the program could not tell them apart."""

from language.expressions.operand_places import LineError
from language.expressions.trees import RESERVED
from language.instructions import BY_NAME
from language.words.diagnostics import finding
from language.words.functions import FUNCTIONS
from language.words.lexer import Token

TAKEN = RESERVED | frozenset(FUNCTIONS)
# A variable is given its value at the start of a line, where instructions stand.
TAKEN_AS_VARIABLE = TAKEN | frozenset(BY_NAME)
TAKEN_AS_JOINTS = RESERVED | {"PPOINT"}


def check_free(name: Token, what: str, taken: frozenset[str] = TAKEN) -> None:
    """LineError where a name that gets a value is a word of the language; what: the kind of it."""
    if name.key not in taken:
        return
    if name.key in FUNCTIONS or name.key == "PPOINT":
        own = "a function"
    else:
        own = "an instruction" if name.key in BY_NAME and name.key not in RESERVED else "a keyword"
    raise LineError(
        finding(
            "E129",
            f"{name.text} is {own} and cannot be a {what}",
            name.column,
            name.end,
            label="taken",
            help=f"give the {what} another name",
        )
    )
