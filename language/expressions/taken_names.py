"""Words of the language that cannot be names of locations or variables."""

from language.expressions.operand_places import LineError
from language.expressions.trees import RESERVED
from language.instructions import BY_NAME
from language.words.diagnostics import finding
from language.words.functions import FUNCTIONS
from language.words.lexer import Token

TAKEN = RESERVED | frozenset(FUNCTIONS)
# An assignment begins a line, as instructions do, so that instructions cannot be variables.
TAKEN_AS_VARIABLE = TAKEN | frozenset(BY_NAME)
TAKEN_AS_JOINTS = RESERVED | {"PPOINT"}


def check_free(name: Token, what: str, taken: frozenset[str] = TAKEN) -> None:
    """LineError if a name that gets a value is a word of the language.

    what: the kind of the name, for the message.
    """
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
