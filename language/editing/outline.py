"""The outline of a program: programs, blocks, labels, tables of locations, variables, remarks."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, TypeVar

from language.expressions.trees import LABEL
from language.instructions.block_words import CLOSED_BY, CLOSING, DIVIDED
from language.programs.parser import parse
from language.programs.program import Program, Routine, Statement, shown_value
from language.words.diagnostics import text_lines

PROGRAM, BLOCK, LOCATIONS, LOCATION = "program", "block", "locations", "location"
VARIABLE, REMARK = "variable", "remark"

_Entry = TypeVar("_Entry", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """An entry of the outline.

    kind: program, block, label, locations (a table of them), location, variable or remark. line,
    end_line: its first and its last line. inside: the entries in it.
    """

    name: str
    kind: str
    detail: str
    line: int
    end_line: int
    inside: tuple["OutlineItem", ...] = ()


@dataclass(eq=False)
class _Open:
    """A block whose end has not come yet."""

    item: OutlineItem
    inside: list[OutlineItem] = field(default_factory=list)

    def closed(self, end_line: int) -> OutlineItem:
        return replace(self.item, end_line=end_line, inside=_with_tables(self.inside))


def outline(text: str) -> tuple[OutlineItem, ...]:
    """The outline of a text, in order of the lines; a lone program without name has no entry."""
    program = parse(text)
    lines = text_lines(text)
    found: list[OutlineItem] = []
    for routine in program.routines:
        inside = _in_routine(program, routine, lines)
        if not routine.header:
            found += inside
            continue
        name = routine.name or "?"
        listed = f"({', '.join(routine.parameters)})" if routine.parameters else ""
        shown = f".PROGRAM {name}{listed}"
        found.append(OutlineItem(name, PROGRAM, shown, routine.header, routine.stop, inside))
    return tuple(sorted(found, key=lambda item: item.line))


def flat(items: Sequence[OutlineItem]) -> Iterator[OutlineItem]:
    """All entries with those inside them, in order of the lines; tables as their locations."""
    for item in items:
        if item.kind != LOCATIONS:
            yield item
        yield from flat(item.inside)


def _in_routine(
    program: Program, routine: Routine, lines: Sequence[str]
) -> tuple[OutlineItem, ...]:
    used = {use.name for _, use in _within(program.names, routine) if use.kind == LABEL}
    steps = _within(program.labels, routine)
    labels = {line: str(step) for line, step in steps if str(step) in used}
    given: set[str] = set()
    stack = [_Open(OutlineItem("", PROGRAM, "", routine.first, routine.stop))]
    for statement in _within(program.statements, routine):
        line = statement.line
        if line in labels:
            code = " ".join(lines[line - 1].split())
            stack[-1].inside.append(OutlineItem(labels[line], LABEL, code, line, line))
        if not _follow_blocks(stack, statement):
            item = _item(statement)
            if item is not None and not (item.kind == VARIABLE and item.name.upper() in given):
                given.update([item.name.upper()] if item.kind == VARIABLE else ())
                stack[-1].inside.append(item)
    while len(stack) > 1:
        inner = stack.pop()
        stack[-1].inside.append(inner.closed(routine.stop - 1))
    return _with_tables(stack[0].inside)


def _within(entries: Sequence[_Entry], routine: Routine) -> Sequence[_Entry]:
    """Those of some entries, sorted by their line, that stand in a routine."""
    first = bisect_left(entries, routine.first, key=itemgetter(0))
    return entries[first : bisect_left(entries, routine.stop, key=itemgetter(0))]


def _follow_blocks(stack: list[_Open], statement: Statement) -> bool:
    """Opens or closes a block; whether the statement is a word of blocks."""
    name, line = statement.name, statement.line
    opens = name in CLOSED_BY and statement.instruction.opens_block(statement.arguments)
    if opens:
        stack.append(_Open(OutlineItem(statement.shown, BLOCK, statement.shown, line, line)))
    elif name in DIVIDED:
        stack[-1].inside.append(OutlineItem(statement.shown, BLOCK, statement.shown, line, line))
    elif name in CLOSING and len(stack) > 1:
        inner = stack.pop()
        stack[-1].inside.append(inner.closed(line))
    return opens or name in DIVIDED or name in CLOSING


def _item(statement: Statement) -> OutlineItem | None:
    """The entry of a statement that gives a location or a variable its value, or of a remark."""
    instruction, line = statement.instruction, statement.line
    first = statement.arguments[0] if statement.arguments else None
    if instruction.defines_location and statement.location and instruction.group == "locations":
        name, kind = shown_value(statement.location.value), LOCATION
    elif instruction.comment and first:
        name, kind = str(first.value), REMARK
    elif instruction.assigns and first:
        name, kind = shown_value(first.value), VARIABLE
    else:
        return None
    return OutlineItem(name, kind, statement.shown, line, line)


def _with_tables(items: Sequence[OutlineItem]) -> tuple[OutlineItem, ...]:
    """The entries with neighbouring locations joined to one table."""
    found: list[OutlineItem] = []
    for item in items:
        last = found[-1] if found else None
        both = last is not None and last.kind in (LOCATION, LOCATIONS) and item.kind == LOCATION
        if last is not None and both:
            inside = (*(last.inside or (last,)), item)
            name = f"{inside[0].name} … {item.name}"
            detail = f"{len(inside)} locations"
            found[-1] = OutlineItem(name, LOCATIONS, detail, inside[0].line, item.line, inside)
        else:
            found.append(item)
    return tuple(found)
