"""How much of a foreign file was carried out, in the reports of a check."""

from typing import Any

from language import Program
from language.foreign.foreign_program import ForeignProgram


def foreign_lines(program: Program) -> tuple[str, ...]:
    """The line of the text report; none for a program of ours."""
    if not isinstance(program, ForeignProgram):
        return ()
    return (f"  {program.coverage.words}",)


def foreign_json(program: Program) -> dict[str, Any]:
    """The entry of the JSON report; none for a program of ours."""
    if not isinstance(program, ForeignProgram):
        return {}
    return {"foreign": {"language": program.maker, **program.coverage.as_plain()}}
