"""Location names: defined, used, and what is wrong between the two."""

from collections.abc import Iterable, Sequence

from language.diagnostics import Diagnostic, Edit, Fix, finding
from language.program import Argument, Statement
from language.suggestions import nearest

READY = "READY"
# Comparing a name with all others takes time; a text with more unknown names is another text.
MAX_PROPOSALS = 20
_Place = tuple[int, Argument]


def defined_names(statements: Iterable[Statement]) -> dict[str, str]:
    """The locations a program defines: name in capitals -> the defining spelling."""
    names: dict[str, str] = {}
    for statement in statements:
        argument = statement.location if statement.instruction.defines_location else None
        if argument is not None:
            names.setdefault(str(argument.value).upper(), str(argument.value))
    return names


def check_names(statements: Sequence[Statement], doubtful: frozenset[str]) -> list[Diagnostic]:
    """Undefined, too early and doubly defined locations, one finding a cause.

    doubtful: names on faulty lines, in capitals. They may have been meant as definitions, so
    that they are not reported: the faulty line is the cause.
    """
    first: dict[str, int] = {}
    missing: dict[str, list[_Place]] = {}
    found = []
    for statement in statements:
        argument = statement.location
        if argument is None:
            continue
        name = str(argument.value).upper()
        if not statement.instruction.defines_location:
            if name not in first:
                missing.setdefault(name, []).append((statement.line, argument))
            continue
        if name in first and statement.name == "POINT":
            found.append(_twice(statement.line, argument, first[name]))
        first.setdefault(name, statement.line)
    spellings = defined_names(statements)
    proposing = MAX_PROPOSALS
    for name, places in missing.items():
        if name in doubtful:
            continue
        if name in first:
            found.append(_early(places, first[name]))
            continue
        near = nearest(name, spellings.values())[:3] if proposing else []
        proposing = max(0, proposing - 1)
        found.append(_undefined(places, near))
    return found


def check_ready(statements: Sequence[Statement]) -> list[Diagnostic]:
    """READY before POINT READY goes elsewhere than a reader may expect."""
    first = next((s for s in statements if s.name == READY), None)
    defined = next((s.line for s in statements if _defines_ready(s)), None)
    if first is None or defined is None or defined < first.line:
        return []
    return [
        finding(
            "W207",
            "READY goes to the ready pose of the cell: "
            f"location READY is defined in line {defined}",
            first.column,
            first.end_column,
            line=first.line,
            label="before its definition",
            help="define READY first if that location is meant",
        )
    ]


def _defines_ready(statement: Statement) -> bool:
    if not statement.instruction.defines_location:
        return False
    argument = statement.location
    return argument is not None and str(argument.value).upper() == READY


def _undefined(places: list[_Place], near: list[str]) -> Diagnostic:
    line, argument = places[0]
    fixes = tuple(
        Fix(
            f"write  {n}" + (f"  in {len(places)} lines" if len(places) > 1 else ""),
            tuple(Edit(i, a.column, i, a.end_column, n) for i, a in places),
        )
        for n in near
    )
    help_ = (
        f"write  {near[0]}"
        if near
        else f"define it first:  POINT {argument.value} x y z o a t  or  HERE {argument.value}"
    )
    return finding(
        "E201",
        f"location {argument.value} is not defined{_also(places)}",
        argument.column,
        argument.end_column,
        line=line,
        label=f"did you mean {near[0]}?" if near else "not defined",
        help=help_,
        fixes=fixes,
    )


def _early(places: list[_Place], definition: int) -> Diagnostic:
    line, argument = places[0]
    return finding(
        "E202",
        f"location {argument.value} is used before its definition in line {definition}"
        f"{_also(places)}",
        argument.column,
        argument.end_column,
        line=line,
        label="has no value yet",
        help=f"move line {definition} before line {line}",
    )


def _also(places: list[_Place]) -> str:
    others = sorted({line for line, _ in places} - {places[0][0]})
    if not others:
        return ""
    shown = ", ".join(map(str, others[:5])) + (" ..." if len(others) > 5 else "")
    return f" (also in line{'s' * (len(others) > 1)} {shown})"


def _twice(line: int, argument: Argument, before: int) -> Diagnostic:
    return finding(
        "W201",
        f"location {argument.value} is defined again: line {before} defines it too",
        argument.column,
        argument.end_column,
        line=line,
        label="holds from here on",
        help="use another name if both are needed, or take one line out",
    )
