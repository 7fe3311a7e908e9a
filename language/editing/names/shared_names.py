"""Names in the files of one run, which share programs, locations and variables."""

from collections.abc import Mapping
from typing import NamedTuple

from language.editing.names.references import Place, Symbol, places_of, symbol_at, unfit
from language.expressions.trees import LABEL
from language.programs.program import Program
from language.words.diagnostics import Edit, Fix


class Found(NamedTuple):
    """A place in one of the files; file: the name of the file."""

    file: str
    place: Place


def references_across(
    programs: Mapping[str, Program], file: str, line: int, column: int
) -> tuple[Found, ...]:
    """All places of the name at a place of a file, those in this file first."""
    symbol = symbol_at(programs[file], line, column)
    return () if symbol is None else _found(programs, file, symbol)


def _found(programs: Mapping[str, Program], file: str, symbol: Symbol) -> tuple[Found, ...]:
    others = [] if symbol.kind == LABEL else [name for name in programs if name != file]
    return tuple(
        Found(name, place)
        for name in (file, *others)
        for place in places_of(programs[name], symbol)
    )


def definition_across(
    programs: Mapping[str, Program], file: str, line: int, column: int
) -> Found | None:
    """The definition of the name at a place: the last before it in the file, else any."""
    defined = [f for f in references_across(programs, file, line, column) if f.place.defines]
    before = [f for f in defined if f.file == file and f.place.line <= line]
    return before[-1] if before else next(iter(defined), None)


def rename_across(
    programs: Mapping[str, Program], file: str, line: int, column: int, new: str
) -> dict[str, Fix] | str:
    """The edits of each file that rename the name at a place, or a sentence that says why not."""
    symbol = symbol_at(programs[file], line, column)
    if symbol is None:
        return "no name stands here"
    concerned = [file] if symbol.kind == LABEL else list(programs)
    wrong = next(filter(None, (unfit(programs[name], symbol, new) for name in concerned)), "")
    if wrong:
        return wrong
    edits: dict[str, list[Edit]] = {}
    for name, place in _found(programs, file, symbol):
        edits.setdefault(name, []).append(
            Edit(place.line, place.column, place.line, place.end, new)
        )
    title = f"rename {symbol.name} to {new}"
    return {name: Fix(title, tuple(made)) for name, made in edits.items()}


def calls(program: Program) -> frozenset[str]:
    """The names of the programs that a file calls, in capitals."""
    return frozenset().union(*(chunk.called for _, chunk in program.pieces))


def given_names(program: Program) -> frozenset[str]:
    """The names of the programs that a file holds."""
    return frozenset(routine.name for routine in program.routines if routine.name)
