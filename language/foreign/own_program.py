"""Programs of ours that translations come to, parsed once for the check and for the result."""

from functools import lru_cache

from language.programs.parser import parse
from language.programs.program import Program

MOST_KEPT = 4


@lru_cache(maxsize=MOST_KEPT)
def own_program(text: str) -> Program:
    """The program of a text of ours."""
    return parse(text)
