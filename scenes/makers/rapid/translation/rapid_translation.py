"""A RAPID module as a program of our language, statement by statement, its remarks kept.

`main` becomes the first program, since a run begins there. What is not understood stays in the
program as a remark and is told with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell
from language.foreign.reading import Place, Reading
from scenes.makers.defined_points import DIALECT, GOAL
from scenes.makers.rapid.rapid_declarations import (
    declared_by,
    instructions_behind,
    is_assignment,
    is_declaration,
)
from scenes.makers.rapid.rapid_groups import Group, PlacedGroup
from scenes.makers.rapid.rapid_stretches import ROUTINE_ENDS, Stretch
from scenes.makers.rapid.rapid_text import Remark, Statement, Token
from scenes.makers.rapid.rapid_trees import TreeError, arguments_of, tree_of
from scenes.makers.rapid.translation.first_values import items, origins, places, put_values
from scenes.makers.rapid.translation.module_values import known_of
from scenes.makers.rapid.translation.part_contents import Reader, Surroundings, contents_of
from scenes.makers.rapid.translation.rapid_blocks import BLOCK_WORDS, Blocks
from scenes.makers.rapid.translation.rapid_calls import MOVING_DATA, Calls, taken
from scenes.makers.rapid.translation.rapid_counters import Counters, PartLoops
from scenes.makers.rapid.translation.rapid_expressions import (
    INPUTS_FROM,
    Expressions,
    Signals,
    inputs_from,
    own_name,
)
from scenes.makers.rapid.translation.rapid_instructions import (
    ASKING,
    IGNORED,
    INSTRUCTIONS,
    Instructions,
)
from scenes.makers.rapid.translation.rapid_module import (
    MAIN,
    NUMBERS,
    TARGETS,
    TRUTHS,
    Module,
    Routine,
    module_of,
)
from scenes.makers.rapid.translation.rapid_motions import FORMS, Motions
from scenes.makers.rapid.translation.rapid_points import Points
from scenes.makers.rapid.translation.rapid_scope import Scope, own_variables
from scenes.world.robot import Controller, Robot


def rapid_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a module. data: Name and text of the other modules of its task."""
    return _Translator(source, data, robot, controller).reading()


class _Translator:
    def __init__(
        self, source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
    ) -> None:
        self._module: Module = module_of(source)
        known = known_of(self._module.data_stretches, tuple(data))
        self._first, self._worths = known.values, known.worths
        self._values = known.values.copy()
        self._values.forget(self._module.changed)
        self._routines = {routine.key: routine for routine in self._module.routines}
        signals = Signals(inputs_from(self._module.words))
        self._draft = Draft()
        self._expressions = Expressions(self._values, signals)
        self._expressions.changing = self._module.changed
        facts = self._module.facts
        given = robot, controller, self._values, self._expressions
        self._points = Points(*given, self._draft.partly, facts)
        self._motions = Motions(self._points, self._say, self._draft.partly)
        self._counters = Counters(self._values, self._expressions)
        self._blocks = Blocks(self._say, self._lose_here, self._expressions.told_of, self._counters)
        self._instructions = Instructions(
            self._points, self._expressions, self._say, self._draft.partly
        )
        self._calls = Calls(self._points, self._routines, self._say)
        self._expressions.call = self._calls.function
        self._statement: Statement | None = None
        self._above = 0  # number of lines above the passage that is read
        self._scope = Scope(self._values, self._expressions, self._counters)
        self._is_handler = self._is_ended = False
        signatures = tuple(each.signature for each in self._module.routines)
        of_data = self._module.changed.intersection(known.values.kinds)
        self._changed = self._module.changed - of_data  # each decides on the lines that name it
        self._environment = one_state(
            *("rapid", robot, controller, tuple(data), signatures, of_data, facts),
            signals.inputs_from,
        )

    # The whole text.

    def reading(self) -> Reading:
        """The translation of the module."""
        self._draft.say(f";! dialect {DIALECT}")
        self._draft.say(";! language 2")
        if self._expressions.signals.inputs_from:
            self._draft.say(f"; Inputs are signals from {INPUTS_FROM} on.")
        self._translate(self._module.data, self._data)
        ordered = sorted(self._module.routines, key=lambda routine: routine.key != MAIN)
        for routine in sorted(ordered, key=lambda each: each.kind in ("RECORD", "TRAP")):
            self._take_routine(routine)
        put_values(self._draft, self._points, self._first)
        return self._draft.reading(origins(self._points))

    def _translate(self, groups: Sequence[PlacedGroup], read: Reader, start: int = 0) -> None:
        """Translates groups from a piece of the first stretch on, or takes them from before."""
        expressions = self._expressions
        ledgers: tuple[Ledger, ...] = self._points.defined, expressions.signals.numbers
        ledgers += expressions.used, expressions.clocks, self._blocks.nesting
        lines = self._parts(groups, read, start)
        translate(self._environment, lines, self._draft, ledgers, self._cells())

    def _parts(self, groups: Sequence[PlacedGroup], read: Reader, start: int) -> Iterator[Lines]:
        for at, (group, above) in enumerate(groups):
            loops = self._counters.around(group, at)
            contents = contents_of(group, start, self._around(group, read.__name__, loops))
            for (stretch, below), content, part in zip(group.placed, contents, loops, strict=True):
                lines = above + below
                act = partial(self._read, lines, part, read, stretch, start)
                yield Lines(lines + 1, content, stretch.last, act)
                start = 0

    def _around(self, group: Group, reader: str, loops: tuple[PartLoops, ...]) -> Surroundings:
        """What holds around a group of the present routine."""
        changed, unknown = self._module.changed & group.words, self._changed & group.words
        known = self._worths.of(group, changed), self._worths
        numbers = tuple(map(self._blocks.labels.get, group.labels))
        return Surroundings(self._calls.key, reader, *known, changed, unknown, numbers, loops)

    def _read(
        self, above: int, loops: PartLoops, read: Reader, stretch: Stretch, start: int
    ) -> None:
        """Translates a stretch that has so many lines above it."""
        self._above, self._statement = above, None
        with self._counters.inside(loops):
            read(stretch, start)

    def _cells(self) -> Sequence[Cell]:
        """All that changes from statement to statement."""
        return (
            (self, ("_is_handler", "_is_ended")),
            (self._expressions, ("local", "optional", "arrays")),
            (self._scope, ("noted",)),
            (self._points, ("any_configuration", "object_now")),
            (self._motions, ("tool", "near", "is_rounded", "_line_end")),
            (self._calls, ("before", "may_call")),
            (self._instructions, ("is_rounded",)),
        )

    def _data(self, stretch: Stretch, start: int) -> None:
        """What stands outside of routines."""
        for piece in stretch.pieces[start:]:
            if isinstance(piece, Remark):
                self._remark(piece)
            else:
                self._datum(stretch, piece)

    def _datum(self, stretch: Stretch, statement: Statement) -> None:
        """A declaration outside of routines: its value is known already."""
        self._begin(statement)
        if statement.key in ("MODULE", "ENDMODULE"):
            return
        if not is_declaration(statement):
            self._lose(statement, "not understood")
            return
        try:
            declaration = stretch.declared.get(id(statement)) or declared_by(statement)
            if declaration.fault or not statement.is_closed:
                raise TreeError(declaration.fault or "; is missing")
        except TreeError as why:
            self._lose(statement, str(why))
            return
        if declaration.kind not in NUMBERS | TRUTHS | MOVING_DATA:
            self._draft.ignore()

    # Routines.

    def _take_routine(self, routine: Routine) -> None:
        head = routine.head
        self._above, self._is_ended, self._is_handler = routine.above, False, False
        self._begin(head)
        if routine.kind == "RECORD":
            self._translate(routine.groups, self._record)
            return
        if routine.kind == "TRAP":
            self._lose(head, "no interrupt calls this routine here")
        self._calls.routine = routine
        self._scope.enter(routine)
        self._blocks.enter(routine)
        self._motions.forget()
        names = ", ".join(taken(routine))
        self._draft.say(f".PROGRAM {own_name(routine.key)}{f'({names})' if names else ''}")
        own = own_variables(routine, self._module.changed, self._counters.names())
        if own:
            self._draft.say(f"  LOCAL {', '.join(own)}")
        self._translate(routine.groups, self._body, start=1)
        if not self._is_ended:
            self._blocks.finish()
            self._calls.leave()
            self._draft.say(".END")
        self._scope.leave()
        self._calls.routine = None

    def _record(self, stretch: Stretch, start: int) -> None:
        """A type of the module: it does nothing."""
        for piece in stretch.pieces[start:]:
            if isinstance(piece, Statement):
                self._begin(piece)
                self._draft.ignore()

    def _body(self, stretch: Stretch, start: int) -> None:
        """What stands between the head and the end of a routine."""
        for piece in stretch.pieces[start:]:
            if isinstance(piece, Remark):
                self._remark(piece)
                continue
            if piece.key in ROUTINE_ENDS:
                self._end(piece)
                return
            if piece.key in ("ERROR", "UNDO", "BACKWARD"):
                self._is_handler = True
                self._begin(piece)
                self._draft.partly(f"what is done {_OCCASIONS[piece.key]} is not run here")
            if self._is_handler:
                self._begin(piece)
                self._draft.ignore()
                continue
            self._one(piece)

    def _end(self, statement: Statement) -> None:
        """The end of a routine."""
        self._begin(statement)
        if self._blocks.finish():
            self._lose(statement, "a block has no end")
        self._calls.leave()
        self._draft.say(".END")
        self._is_ended = True

    # Statements.

    def _one(self, statement: Statement) -> None:
        self._begin(statement)
        self._statement, self._calls.may_call = statement, True
        self._calls.before.clear()
        try:
            self._code(statement)
        except (NotSaidError, TreeError) as why:
            self._lose(statement, str(why))

    def _code(self, statement: Statement) -> None:
        key, tokens = statement.key, statement.tokens
        if not statement.is_closed:
            raise TreeError("; is missing")
        if is_declaration(statement):
            self._local(statement)
        elif key == "IF" and tokens[-1].key != "THEN":
            self._short_if(statement)
        elif key in BLOCK_WORDS:
            self._calls.may_call = key != "WHILE"
            self._blocks.take(statement)
            self._motions.forget()
        elif len(tokens) == 2 and tokens[1].text == ":":
            self._draft.say(f"{self._blocks.label(key)} REMARK {key}")
            self._motions.forget()
        elif key == "GOTO" and len(tokens) == 2:
            self._say(f"GOTO {self._blocks.label(tokens[1].key)}")
        elif key == "RETURN":
            self._calls.give(tokens[1:])
        elif is_assignment(tokens):
            self._assign(tokens)
        elif key in FORMS:
            self._motion(statement)
        elif key in INSTRUCTIONS:
            self._calls.may_call = key not in ASKING
            self._instructions.take(key, arguments_of(tokens[1:]), self._motions)
        elif key in self._routines:
            self._calls.take(self._routines[key], tokens[1:])
            self._motions.forget()
        elif key in IGNORED:
            self._draft.ignore()
        else:
            raise NotSaidError("not understood")

    def _motion(self, statement: Statement) -> None:
        arguments = arguments_of(statement.tokens[1:])
        form = FORMS[statement.key]
        rest = self._motions.take(statement.key, arguments, GOAL)
        self._draft.motion()
        if form.differs:
            self._draft.partly(form.differs)
        if form.behind and len(rest) == 2:
            self._instructions.switch(rest[0], rest[1])

    def _short_if(self, statement: Statement) -> None:
        """`IF condition instruction;`, which has no THEN and no end."""
        tokens = statement.tokens
        for at in instructions_behind(tokens):
            try:
                told = self._expressions.told_of(tokens[1:at])
            except (TreeError, NotSaidError):
                continue
            if tokens[at].key in BLOCK_WORDS - {"IF"}:
                raise NotSaidError("a block does not stand behind IF without THEN")
            self._say(f"IF {told} THEN")
            place = (statement.line, statement.column, statement.end_line, statement.end_column)
            with self._blocks.inside():
                try:
                    self._code(Statement(tokens[at:], *place))
                except (NotSaidError, TreeError) as why:
                    self._lose(statement, str(why))
            self._say("END")
            self._motions.forget()
            return
        raise NotSaidError("this condition is not read")

    def _local(self, statement: Statement) -> None:
        """Data of a routine: numbers are given their values where it begins."""
        declaration = declared_by(statement)
        key, kind = declaration.key, declaration.kind
        if key in self._expressions.counters:
            raise TreeError(f"{key} counts the loop around it, and is declared in it")
        self._values.take(declaration)
        self._expressions.local[key] = kind
        if declaration.fault:
            raise TreeError(declaration.fault)
        is_place = kind == TARGETS and (key in self._module.changed or declaration.sizes)
        if is_place or kind in NUMBERS | TRUTHS:
            numbers = items(own_name(key), self._values.get(key))
            for line in places(key, self._values) if is_place else numbers:
                self._say(line)
        elif kind not in MOVING_DATA:
            self._draft.ignore()
        if key in self._module.changed:
            self._values.forget([key])

    def _assign(self, tokens: tuple[Token, ...]) -> None:
        at = next(at for at, token in enumerate(tokens) if token.text == ":=")
        target, value = tree_of(tokens[:at]), tree_of(tokens[at + 1 :])
        if not self._instructions.assign(target, value):
            self._draft.ignore()

    # What is said and told.

    def _begin(self, statement: Statement) -> None:
        rows = statement.end_line - statement.line
        end = statement.end_column if rows == 0 else statement.column + 1
        place = Place(self._above + statement.line, statement.column, end)
        self._draft.begin(place, rows + 1)

    def _remark(self, remark: Remark) -> None:
        lines = self._draft.lines
        ended = self._statement.end_line if self._statement is not None else 0
        if remark.text and remark.line == ended and not lines[-1].lstrip().startswith(";"):
            lines[-1] += f" ; {remark.text}"
            return
        self._draft.at(Place(self._above + remark.line))
        if remark.text:
            self._draft.say(f"; {remark.text}")
        elif self._draft.lines[-1]:
            self._draft.say("")

    def _say(self, line: str) -> None:
        for call in self._calls.before:
            self._draft.say(call)
        self._calls.before.clear()
        self._draft.say(line)

    def _lose_here(self, why: str) -> None:
        assert self._statement is not None
        self._lose(self._statement, why)

    def _lose(self, statement: Statement, why: str) -> None:
        """Keeps a statement as a remark, and tells why."""
        code = statement.code
        if statement.key in FORMS:
            self._draft.not_carried_out(code, why)
        else:
            self._draft.not_understood(code, why)
        self._calls.before.clear()
        number = self._draft.line_number()
        self._say(f"; RAPID {number}: {' '.join(code.split())[:200]}")


_OCCASIONS = {"ERROR": "after an error", "UNDO": "when a routine is left", "BACKWARD": "backwards"}
