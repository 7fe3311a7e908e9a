"""A URScript program as a program of our language, statement by statement, its remarks kept.

Places are poses of the tool in the base of the controller, as URScript has them: `BASE` stands at
the head. What is not understood stays in the program as a remark and is told with its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Ledger
from language.foreign.kept.parts import Lines, one_state, translate
from language.foreign.kept.states import Cell
from language.foreign.reading import Place, Reading
from language.instructions.block_words import PROGRAM_HEAD
from scenes.makers.defined_points import DIALECT, is_no_frame, tool_argument
from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Do,
    Else,
    End,
    Give,
    If,
    Leap,
    Lost,
    Note,
    Routine,
    Source,
    Statement,
    Stretch,
    While,
    open_heads,
)
from scenes.makers.urscript.grammar.script_stretches import read_script
from scenes.makers.urscript.grammar.script_trees import Call, Name, Tree, parts_of
from scenes.makers.urscript.meaning.decisive_names import given_to
from scenes.makers.urscript.meaning.script_routines import (
    Script,
    script_of,
    trees_in,
)
from scenes.makers.urscript.meaning.script_shapes import RESULTS
from scenes.makers.urscript.meaning.shapes import ANY
from scenes.makers.urscript.translation.script_actions import ACTIONS, IGNORED, Actions
from scenes.makers.urscript.translation.script_assignments import Assignments
from scenes.makers.urscript.translation.script_blocks import Blocks
from scenes.makers.urscript.translation.script_copies import Copies, own_names, parameters_of
from scenes.makers.urscript.translation.script_expressions import Expressions
from scenes.makers.urscript.translation.script_motions import FORMS, Motions
from scenes.makers.urscript.translation.script_places import Places
from scenes.makers.urscript.translation.script_sources import Sources
from scenes.makers.urscript.translation.script_surroundings import Surroundings, surroundings_of
from scenes.makers.urscript.translation.script_threads import is_endless
from scenes.makers.urscript.translation.script_work import (
    INPUTS_FROM,
    OUTPUTS,
    TEXT,
    Kept,
    Work,
)
from scenes.world.robot import Controller, Robot

THREAD = "the thread is run to its end here before the program goes on"
ASIDE = "the outputs that this thread sets beside the program are not set here"


def urscript_translated(
    source: str, data: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Reading:
    """The program of a `.script` text. data: Not used, such a program has no files of values."""
    top = read_script(source)
    script = script_of(top)
    around = surroundings_of(script, robot, controller)
    return _Translator(around, script, top, robot, controller).reading()


class _Translator:
    def __init__(
        self,
        around: Surroundings,
        script: Script,
        top: Routine,
        robot: Robot,
        controller: Controller,
    ) -> None:
        self._script, self._around, self._top = script, around, top
        self._meaning = meaning = around.meaning
        self._work = work = Work(robot, controller, meaning, script.main)
        work.inputs_from, work.decisive = around.inputs_from, around.decisive
        work.handed_on = around.handed_on
        self._ways = around.ways
        self._expressions = Expressions(work, self._place, self._call)
        self._places = Places(work, self._expressions, self._ways.at_start)
        self._copies = Copies(work, self._expressions, self._places)
        self._motions = Motions(work, self._expressions, self._places, work.draft.partly)
        self._actions = Actions(work, self._expressions, self._places)
        self._assignments = Assignments(work, self._expressions, self._places, self._copies)
        self._sources = sources = Sources(work, self._motions)
        self._blocks = Blocks(work, self._expressions, sources.begin, sources.lose, self._forget)
        moving = around.moving
        self._run = frozenset(n for n in moving if not is_endless(script.threads[n]))

    def _place(self, tree: Tree) -> str:
        return self._places.place(tree)

    def _call(self, tree: Call) -> Kept:
        return self._copies.call(tree)

    # The whole text.

    def reading(self) -> Reading:
        """The translation of the program."""
        draft = self._work.draft
        for line in (f";! dialect {DIALECT}", ";! language 2"):
            draft.say(line)
        if self._work.inputs_from:
            draft.say(f"; Inputs are signals from {INPUTS_FROM} on: input 0 is {INPUTS_FROM}.")
        if self._script.main is not self._top:
            for stretch in self._top.in_stretches():
                self._sources.above = stretch.above
                for statement in stretch.statements:
                    self._outside(statement)
        self._take_routine(self._script.main)
        for routine in self._script.routines.values():
            self._take_routine(routine)
        for name, thread in self._script.threads.items():
            if name in self._run:
                self._take_routine(thread)
            else:
                self._pass_over(thread)
        self._put_points(draft)
        return draft.reading()

    def _outside(self, statement: Statement) -> None:
        """What stands outside of functions, where a function is run."""
        if isinstance(statement, Note):
            self._sources.note(statement)
        elif isinstance(statement, Routine):
            self._check_name(statement)
        else:
            self._sources.begin(statement.source)

    def _put_points(self, draft: Draft) -> None:
        """Puts the points, and the meaning of numbers, behind the first .PROGRAM."""
        at = next(at for at, line in enumerate(draft.lines) if line.startswith(PROGRAM_HEAD))
        texts = self._work.texts.numbers
        given = [f"; text {number} is {text[len(TEXT) :]}" for text, number in texts.items()]
        T = self._work.controller.T_base_controller
        if not is_no_frame(T):
            given.append(f"BASE {tool_argument(T)}")
        given += self._work.defined.statements()
        draft.insert(at + 1, ((f"  {line}", draft.places[at]) for line in given))

    # Functions.

    def _take_routine(self, routine: Routine) -> None:
        work = self._work
        work.routine, self._sources.above = routine, 0
        is_main = routine is self._script.main
        self._places.tool = self._ways.at_start if is_main else self._ways.in_functions
        self._motions.forget()
        self._blocks.start()
        self._sources.begin(routine.source)
        if routine.source.code == "":  # statements outside of functions
            work.draft.at(Place(1))
        parameters = parameters_of(work, routine)
        told = f"({', '.join(parameters)})" if parameters else ""
        work.draft.say(f"{PROGRAM_HEAD} {work.programs.own(routine.name)}{told}")
        own = own_names(work, routine)
        if own:
            work.say(f"LOCAL {', '.join(own)}")
        self._stretches(routine)
        self._close_blocks(routine)
        self._sources.above = 0
        if routine.end is not None:
            self._sources.begin(routine.end)
        elif routine.source.code:
            self._sources.lose(routine.source, "the function has no end")
        work.draft.say(".END")

    def _stretches(self, routine: Routine) -> None:
        """Says the statements of a function, or takes them from before."""
        work, motions = self._work, self._motions
        environment = one_state(
            *("urscript", work.robot, work.controller, self._around.state, self._run, routine.name)
        )
        ledgers: tuple[Ledger, ...] = work.defined, work.names, work.programs, work.texts
        ledgers += (self._blocks.labels.ledger, self._blocks.nesting)
        cells: tuple[Cell, ...] = (
            (work, ("before",)),
            (self._places, ("tool",)),
            (motions, ("near", "goal_behind", "tool")),
        )
        translate(environment, self._lines(routine), work.draft, ledgers, cells)

    def _lines(self, routine: Routine) -> Iterator[Lines]:
        for group, first in routine.in_groups():
            for stretch in group.stretches:
                rows, above = stretch.rows, first + stretch.above
                content = object() if stretch.is_alone else rows
                yield Lines(above + 1, content, len(rows), partial(self._stretch, stretch, above))

    def _stretch(self, stretch: Stretch, above: int) -> None:
        self._sources.above = above
        self._body(stretch.statements)

    def _close_blocks(self, routine: Routine) -> None:
        """Closes what is open at the end of a function, and tells it with the head."""
        if not self._blocks.is_open:
            return
        stretches = routine.in_stretches()
        placed = [(each.above, statement) for each in stretches for statement in each.statements]
        for at, head in reversed(open_heads(statement for _, statement in placed)):
            self._sources.above = placed[at][0]
            self._blocks.end(None, head.source)

    def _check_name(self, routine: Routine) -> None:
        """Tells of a function that cannot be called: it has no name, or that of another one."""
        known = self._script.threads if routine.kind == "thread" else self._script.routines
        is_known = routine is self._script.main or known.get(routine.name) is routine
        if is_known and routine.name:
            return
        self._sources.begin(routine.source)
        self._sources.lose(routine.source, "a function with this name is there already")

    def _pass_over(self, thread: Routine) -> None:
        """The code of a thread that is not run: it has no effect here, but for its motions."""
        self._work.routine = thread
        self._sources.ignore(thread.source)
        for stretch in thread.in_stretches():
            self._sources.above = stretch.above
            for source in _all_sources(stretch.statements):
                self._sources.ignore(source)
        self._sources.above = 0
        if thread.end is not None:
            self._sources.ignore(thread.end)

    def _forget(self) -> None:
        """Where blocks and functions meet, the arm may come from several places."""
        self._motions.forget()
        if self._ways.is_scattered:
            self._places.tool = None

    # Statements.

    def _body(self, statements: Sequence[Statement]) -> None:
        behind = 0
        for at, statement in enumerate(statements):
            if at < behind:
                continue
            match statement:
                case Note():
                    self._sources.note(statement)
                case Routine():
                    self._check_name(statement)
                case While():
                    self._count_calls(statement)
                    rest = statements[at + 1 :]
                    behind = at + 1 + self._blocks.begin_loop(statement, rest)
                case If() | Else() | End():
                    self._part(statement)
                case _:
                    self._one(statement)

    def _part(self, statement: If | Else | End) -> None:
        """The head of if, and where a part or a block ends."""
        self._count_calls(statement)
        if isinstance(statement, If):
            self._blocks.begin_if(statement)
            return
        why = self._blocks.misplaced(statement)
        if why:
            self._one(Lost(statement.source, why))
        elif isinstance(statement, Else):
            self._blocks.divide(statement)
        else:
            self._blocks.end(statement)

    def _one(self, statement: Assign | Do | Give | Leap | Lost) -> None:
        """A statement that opens no block; its remark stays behind it."""
        work, lines = self._work, self._work.draft.lines
        self._sources.begin(statement.source)
        self._count_calls(statement)
        before = len(lines)
        try:
            self._code(statement)
        except NotSaidError as why:
            self._sources.lose(statement.source, str(why))
        remark = statement.source.remark
        if remark and len(lines) > before and not lines[-1].lstrip().startswith(";"):
            lines[-1] += f" ; {remark}"
        elif remark:
            work.say(f"; {remark}")

    def _count_calls(self, statement: Statement) -> None:
        """Counts the calls of each function in a statement: their values are kept apart."""
        self._work.temporary = 0
        if not self._script.routines:
            return
        calls = (each for tree in trees_in(statement) for each in parts_of(tree))
        self._work.repeated = Counter(each.key for each in calls if isinstance(each, Call))

    def _code(self, statement: Assign | Do | Give | Leap | Lost) -> None:
        match statement:
            case Lost(_, why):
                raise NotSaidError(why)
            case Assign():
                if not self._assignments.take(statement):
                    self._work.draft.ignore()
            case Give():
                self._give(statement)
            case Leap(_, word, of):
                self._leap(word, of)
            case Do(_, tree):
                assert isinstance(tree, Call)
                self._do(tree)

    def _do(self, call: Call) -> None:
        key = call.key
        if call.of is not None:
            raise NotSaidError("not understood")
        if key in self._script.routines:
            self._copies.run(call)
            self._forget()
        elif key in FORMS:
            self._motions.take(call)
        elif key in ACTIONS or key in OUTPUTS:
            if not self._actions.take(call):
                self._work.draft.ignore()
        elif key in IGNORED or key in RESULTS:
            self._work.draft.ignore()  # a function whose value is not used changes nothing
        else:
            raise NotSaidError("not understood")

    def _give(self, statement: Give) -> None:
        """return, with the value of the function."""
        work, value = self._work, statement.value
        fault: NotSaidError | None = None
        shape = self._meaning.gives.get(work.routine.name)
        try:
            if value is not None and shape == ANY:
                raise NotSaidError("what it gives is not known here")
            if value is not None and shape is not None:
                self._assignments.give(shape, value)
        except NotSaidError as why:
            fault = why if ("", given_to(work.routine.name)) in work.decisive else None
            work.before.clear()
        work.say("RETURN")
        if fault is not None:
            raise fault

    def _leap(self, word: str, of: object) -> None:
        if word in ("break", "continue"):
            self._blocks.leap(word)
        elif word == "halt":
            self._work.say("HALT")
        elif word == "run" and isinstance(of, Call | Name):
            self._run_thread(of.key)
        else:
            self._work.draft.ignore()

    def _run_thread(self, name: str) -> None:
        thread = self._script.threads.get(name)
        if thread is None:
            raise NotSaidError(f"the thread {name} is not known")
        if name in self._run:
            self._work.draft.partly(THREAD)
            self._work.say(f"CALL {self._work.programs.own(name)}")
            self._forget()
        elif name in self._around.moving:
            raise NotSaidError("a thread that moves the arm without an end is not run here")
        else:
            self._work.draft.ignore()
            if name in self._around.setting:
                self._work.draft.partly(ASIDE)


def _all_sources(statements: Sequence[Statement]) -> Iterator[Source]:
    """Where the code of statements and of the functions in them stands."""
    for statement in statements:
        if isinstance(statement, Note):
            continue
        yield statement.source
        if isinstance(statement, Routine):
            yield from _all_sources(statement.body)
            if statement.end is not None:
                yield statement.end
