"""A program of VAL3 as a program of our language, line by line, its remarks kept.

The variables of its application come from the `.dtx` files beside it, the programs that it calls
from the `.pgx` files. Findings in them stand at the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, cut, one_state, translate
from language.foreign.kept.states import Cell, State
from language.foreign.reading import UNREADABLE, Place, Reading
from language.instructions.block_words import PROGRAM_HEAD
from language.rows.kept_rows import rows_of
from language.words.diagnostics import finding
from scenes.makers.defined_points import DIALECT
from scenes.makers.staubli.translation.val3_actions import SILENT_KINDS, Actions
from scenes.makers.staubli.translation.val3_blocks import Blocks
from scenes.makers.staubli.translation.val3_changes import (
    called_in,
    changed_in,
    looks_at,
    recursive_in,
)
from scenes.makers.staubli.translation.val3_copies import Copies, Copy
from scenes.makers.staubli.translation.val3_motions import MOVES, Motions
from scenes.makers.staubli.translation.val3_places import Places
from scenes.makers.staubli.translation.val3_trees import (
    Access,
    Call,
    SyntaxFaultError,
    Tree,
    sides_of,
    tree_of,
    without_remark,
)
from scenes.makers.staubli.translation.val3_values import Values
from scenes.makers.staubli.translation.val3_work import (
    INPUTS_FROM,
    NUMBER_KINDS,
    OWN_INPUTS,
    OWN_OUTPUTS,
    Element,
    Shared,
    Work,
)
from scenes.makers.staubli.val3_application import Program, Variable, application_of, programs_of
from scenes.makers.staubli.val3_xml import XmlError
from scenes.world.robot import Controller, Robot

LONGEST_CODE, LONGEST_SHOWN = 2000, 200
MOTION_WORDS = tuple(MOVES)
TASK = "taskcreate"
# Indices of the rows of a part that hold the first and the last code of a program.
_Edges = tuple[int | None, int | None]
INCH = "the application counts in inches, which is not read"


def val3_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.pgx` text. data: The other files of its application."""
    try:
        programs = programs_of(source)
    except XmlError as fault:
        return _unreadable(str(fault), fault.line)
    application = application_of(data)
    if application.is_inch:
        return _unreadable(INCH, 1)
    main = programs[0]
    known = {**application.programs, **{each.name: each for each in programs}}
    application.programs = known
    looks = {name: looks_at(each) for name, each in known.items()}
    changed, recursive = changed_in(known, looks), recursive_in(looks)
    shared = Shared(robot, controller, application, changed, recursive)
    around = _around(source, main)
    # A change of a variable that is declared nowhere, such as a torn name, decides on nothing.
    told = frozenset(each for each in changed if each[0] or each[1] in application.variables)
    environment = one_state("val3", robot, controller, tuple(data), around, told, recursive)
    sheets = _sheets(shared, main, environment)
    draft = sheets[0].work.draft
    for file, line, why in application.faults:
        draft.at(Place(main.line))
        draft.not_understood(f"{file}:{line}", f"a file of the application is not read: {why}")
    for sheet in sheets[1:]:
        draft.add_called(sheet.copy.program.name, sheet.work.draft, sheet.copy.place)
    for sheet in sheets:
        _put_locals(draft, sheet)
    _put_values(draft, shared)
    return draft.reading(shared.defined.with_points(_origins(shared)))


def _around(source: str, program: Program) -> tuple[str, ...]:
    """The rows of a text before the code of a program and behind it, with its first and last."""
    rows = rows_of(source)
    if not program.rows:
        return rows
    return (*rows[: program.first_row], "", *rows[program.first_row + len(program.rows) - 2 :])


def _unreadable(why: str, line: int) -> Reading:
    return Reading("", (Place(1),), (finding(UNREADABLE, why, 1, 1, line=line),))


def _sheets(shared: Shared, main: Program, environment: State) -> list[_Sheet]:
    """The sheets of a program and of those that it calls."""
    copies = Copies(shared)
    name = shared.program_name(main.name, None)
    copies.waiting.append(Copy(main, name, (), Place(main.line), is_main=True))
    found = list[_Sheet]()
    while copies.waiting:
        sheet = _Sheet(shared, copies.waiting.pop(0), copies)
        sheet.translate(environment)
        found.append(sheet)
        copies.here = copies.waiting[0].place if copies.waiting else None
    return found


class _Sheet:
    """One program while it is translated."""

    def __init__(self, shared: Shared, copy: Copy, copies: Copies) -> None:
        self.copy = copy
        passed = [each.name for each in _passed(copy.program) if not copy.is_main]
        self.work = work = Work(
            shared, copy.program, copy.program.name, dict(copy.bound), frozenset(passed)
        )
        self._copies = copies
        self._values = Values(work)
        self._places = Places(work, self._values)
        self._motions = Motions(work, self._values, self._places)
        self._actions = Actions(work, self._values, self._places)
        self._blocks = Blocks(work, self._values, self._lose_here)
        self._code = ""

    def translate(self, environment: State) -> None:
        """Says the whole program. environment: What holds in all of its text."""
        work, program = self.work, self.copy.program
        names = [
            work.shared.name(work.own, each.name)
            for each in _passed(self.copy.program)
            if each.name in work.numbers
        ]
        told = f"({', '.join(f'{name}.IN' for name in names)})" if names else ""
        work.draft.say(f"{PROGRAM_HEAD} {self.copy.name}{told}", Place(self.copy.program.line))
        for name in names:
            work.say(f"{name} = {name}.IN")
        first, last = _ends_of_code(program.rows)
        parts = self._parts(first, last)
        if self.copy.is_main:
            translate(environment, parts, work.draft, self._ledgers(), self._cells())
        else:
            for part in parts:
                part.read()
        code = program.rows[last] if last >= 0 else ""
        self._code = without_remark(code)[0].strip()
        if self._blocks.finish():
            self._lose_here("a block has no end")
        if code.strip().lower() != "end":
            work.draft.at(Place(program.first_row + last if code else program.line))
            work.draft.not_understood("end", "end is missing: the program is cut off")
        work.draft.say(".END")

    def _parts(self, first: int, last: int) -> Iterator[Lines]:
        """Rows of code in parts. first, last: The indices of those that hold the first and the last
        code."""
        above, at = self.copy.program.first_row, 0
        for rows in cut(self.copy.program.rows):
            behind = at + len(rows)
            edges = (
                first - at if at <= first < behind else None,
                last - at if at <= last < behind else None,
            )
            read = partial(self._rows, rows, above + at, edges)
            yield Lines(above + at, (rows, edges), len(rows), read)
            at = behind

    def _rows(self, rows: tuple[str, ...], number: int, edges: _Edges) -> None:
        """Says rows of code. number: Of the first one."""
        for at, row in enumerate(rows):
            if row and not row.isspace():
                self._line(number + at, row, (at == edges[0], at == edges[1]))

    def _ledgers(self) -> tuple[Ledger, ...]:
        shared = self.work.shared
        named = shared.names, shared.signals, shared.kept, shared.told
        return (shared.defined, *named, self._copies, self._blocks.opened.nesting)

    def _cells(self) -> tuple[Cell, ...]:
        """All that changes from line to line."""
        noted = ("told_tool", "is_ahead", "temporary", "fathers", "configs")
        return ((self.work, noted),)

    def _line(self, number: int, text: str, is_edge: tuple[bool, bool]) -> None:
        """Says a line. is_edge: Whether it is the first line of the program, and the last one."""
        work = self.work
        code, remark = without_remark(text)
        start = 1 + len(code) - len(code.lstrip())
        place = Place(number, start, start + max(len(code.strip()), 1))
        self._code = code = code.strip()
        if not code:
            work.draft.at(Place(number))
            work.say(f"; {remark.strip()}")
            return
        work.draft.begin(place)
        is_begin, is_end = is_edge
        if (is_begin and code.lower() == "begin") or (is_end and code.lower() == "end"):
            return
        if remark.strip():
            work.say(f"; {remark.strip()}")
        if len(code) > LONGEST_CODE:
            self._lose(code[:LONGEST_CODE], "the line is too long")
            return
        try:
            self._statement(code)
        except (NotSaidError, SyntaxFaultError) as why:
            self._lose(code, str(why))

    def _statement(self, code: str) -> None:
        if self._blocks.take(code):
            return
        if code.lower() in ("return", "return()"):
            self.work.say("RETURN")
            return
        if code.lower().startswith(TASK):
            raise NotSaidError("a task beside the program is not run")
        called = called_in(code)
        if called is not None:
            self._call(called)
            return
        sides = sides_of(code)
        if sides is None:
            self._do(tree_of(code))
            return
        target, value = sides
        if isinstance(value, Call) and value.name.lower() in MOVES:
            self._motions.take(value)  # what it gives, the number of the motion, is not used
        else:
            self._actions.assign(target, value)

    def _do(self, tree: Tree) -> None:
        if not isinstance(tree, Call):
            raise NotSaidError("not understood")
        if tree.name.lower() in MOVES:
            self._motions.take(tree)
        else:
            self._actions.call(tree)

    def _call(self, call: Call) -> None:
        """Calls a program: numbers are passed, everything else is bound to its parameters."""
        work = self.work
        program = work.shared.application.programs.get(call.name)
        if program is None:
            raise NotSaidError(f"the program {call.name} is not among the files beside this one")
        if call.name in work.shared.recursive:
            raise NotSaidError(f"{call.name} calls itself: its variables are not kept apart here")
        if len(call.given) != len(program.parameters):
            count = len(program.parameters)
            raise NotSaidError(f"{call.name} takes {count} values, not {len(call.given)}")
        bound, passed = dict[str, Element](), list[str]()
        for (parameter, is_reference), given in zip(program.parameters, call.given, strict=True):
            if parameter.kind in NUMBER_KINDS and not is_reference:
                passed.append(self._values.number(given))
                continue
            if parameter.kind in SILENT_KINDS:
                continue
            if not isinstance(given, Access) or given.path:
                raise NotSaidError(f"what is given for {parameter.name} is not read")
            element = self._values.element(given)
            changes = (program.name, parameter.name) in work.shared.changed
            if changes and not is_reference:
                raise NotSaidError(f"{call.name} changes its own {parameter.name}")
            if not isinstance(element.index, int):
                raise NotSaidError(f"which element of {given.name} it is, only a run knows")
            bound[parameter.name] = element
        work.draft.line_number()  # its place is kept for the program that is called
        name = self._copies.called(program, bound, work.draft.here)
        work.say(f"CALL {name}{_listed(passed)}")
        work.forget()

    def _lose_here(self, why: str) -> None:
        self._lose(self._code, why)

    def _lose(self, code: str, why: str) -> None:
        """Keeps a line as a remark, and tells why."""
        work = self.work
        plain = code.rpartition("=")[2].strip() if "=" in code.partition("(")[0] else code
        if plain.lower().startswith(MOTION_WORDS):
            work.draft.not_carried_out(code, why)
        else:
            work.draft.not_understood(code, why)
        work.say(f"; VAL3 {work.draft.line_number()}: {code[:LONGEST_SHOWN]}")


def _ends_of_code(rows: Sequence[str]) -> tuple[int, int]:
    """The indices of the rows that hold the first and the last code; -1 where there is none."""
    first = next((at for at, row in enumerate(rows) if row.strip()), -1)
    return first, next((at for at in reversed(range(len(rows))) if rows[at].strip()), -1)


def _passed(program: Program) -> list[Variable]:
    """The parameters that are numbers by value."""
    given = program.parameters
    return [each for each, is_reference in given if each.kind in NUMBER_KINDS and not is_reference]


def _listed(values: Sequence[str]) -> str:
    """Arguments of a CALL, which gives expressions by value and variables by reference: here each
    of them is copied at the head of the program that is called."""
    return f"({', '.join(values)})" if values else ""


def _head_of(draft: Draft, name: str) -> int:
    """The line behind the head of a program of ours."""
    head = f"{PROGRAM_HEAD} {name}"
    return 1 + next(at for at, line in enumerate(draft.lines) if line.partition("(")[0] == head)


def _put_locals(draft: Draft, sheet: _Sheet) -> None:
    """Gives the variables of a program their first values, each time that it is called."""
    at = _head_of(draft, sheet.copy.name)
    place = draft.places[at - 1]
    lines = sheet.work.shared.initial(sheet.work.own)
    draft.insert(at, ((f"  {line}", place) for line in lines))


def _put_values(draft: Draft, shared: Shared) -> None:
    """Puts the head, points and first values of the application in front of the first program."""
    at = next(at for at, line in enumerate(draft.lines) if line.startswith(PROGRAM_HEAD))
    place = draft.places[at]
    given = [*shared.defined.statements(), *shared.initial("")]
    draft.insert(at + 1, ((f"  {line}", place) for line in given))
    head = [f";! dialect {DIALECT}", ";! language 2"]
    both = {OWN_OUTPUTS, OWN_INPUTS} <= set(shared.application.variables)
    if both:
        head.append(f"; {OWN_INPUTS} are signals from {INPUTS_FROM} on.")
    head += [
        f"; {name} are signals from {first} on." for name, first in shared.signals.values.items()
    ]
    draft.insert(0, ((line, Place(1)) for line in head))


def _origins(shared: Shared) -> dict[str, str]:
    """Where the values of points and joint values come from."""
    found = dict[str, str]()
    for variable in shared.application.variables.values():
        for index in variable.lines:
            label = f"{variable.name}_{index}" if variable.size > 1 else variable.name
            found[f"P.{label.upper()}"] = f"{variable.where(index)}, of the application"
    return found
