"""Names and programs that other files of a run define, and the findings that they resolve."""

from collections.abc import Iterable
from dataclasses import replace

from language.expressions.trees import ANY, JOINTS, LOCATION, PROGRAM, VARIABLE
from language.programs.chunks import Key
from language.programs.given_back import given_back
from language.programs.program import Program
from language.words.diagnostics import Diagnostic

NAMELESS, EARLY, UNKNOWN, NO_PROGRAM = "E201", "E202", "E203", "W211"
_VALUES = (LOCATION, JOINTS, VARIABLE)


def answered(program: Program, others: Iterable[Program]) -> Program:
    """The program without findings of names that other files of its run define.

    Their locations, precision points and variables are known here, with the values that they have
    when the run comes to them, and their programs can be called.
    """
    others = tuple(others)
    by_calls = given_back(
        program.pieces, program.routines, [(o.pieces, o.routines) for o in others]
    )
    given = frozenset(by_calls).union(key for other in others for key in _given_by(other))
    if not others or not given:
        return program
    asked = {(line, use.column): (use.kind, use.name) for line, use in program.names}
    left = tuple(d for d in program.diagnostics if not _is_answered(d, asked, given))
    return replace(program, diagnostics=left, elsewhere=given)


def _given_by(other: Program) -> Iterable[Key]:
    yield from ((PROGRAM, routine.name) for routine in other.routines if routine.name)
    for _, chunk in other.pieces:
        yield from (key for key in chunk.defines if key[0] in _VALUES)


def _is_answered(
    item: Diagnostic, asked: dict[tuple[int, int], Key], given: frozenset[Key]
) -> bool:
    if item.code not in (NAMELESS, EARLY, UNKNOWN, NO_PROGRAM):
        return False
    key = asked.get((item.line, item.column))
    if key is None:
        return False
    kind, name = key
    return key in given or (kind == ANY and any((each, name) in given for each in _VALUES))
