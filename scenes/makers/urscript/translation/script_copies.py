"""Values of URScript that are handed on: to variables, to functions and back from them.

A list becomes an array of ours, a structure one variable for each of its members.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_statements import Routine
from scenes.makers.urscript.grammar.script_trees import (
    Call,
    Item,
    ListOf,
    Number,
    Tree,
)
from scenes.makers.urscript.meaning.script_routines import Script, base_name
from scenes.makers.urscript.meaning.shapes import (
    ANY,
    MOST_LEAVES,
    NUMBERS,
    POSE,
    SOLVED,
    Row,
    Shape,
    size,
)
from scenes.makers.urscript.translation.script_expressions import Expressions, by_value
from scenes.makers.urscript.translation.script_places import JOINTS_NOW, Places
from scenes.makers.urscript.translation.script_work import OURS, Kept, Work

HERE = f"#{OURS}HERE"
SHOWN = f"{OURS}J"


@dataclass
class Copies:
    """Says what hands values on."""

    work: Work
    expressions: Expressions
    places: Places

    def take(self, kept: Kept, tree: Tree) -> None:
        """Gives a value to what keeps one. Raises NotSaidError."""
        shape = kept.shape
        if shape in NUMBERS:
            self.work.say(f"{kept.text} = {self.expressions.told(tree)}")
            return
        if shape in (POSE, SOLVED):
            self.work.say(f"SET {kept.text} = {self.places.place(tree)}")
            return
        if shape == ANY or size(shape) > MOST_LEAVES:
            raise NotSaidError("what it holds is not known here")
        if isinstance(tree, Call) and tree.key in JOINTS_NOW:
            self._joints_now(kept)
            return
        if isinstance(tree, Call) and tree.key == "normalize" and len(tree.given) == 1:
            self._normalized(kept, tree.given[0])
            return
        source = None if isinstance(tree, ListOf) else self._source(tree)
        if source is not None:
            self.copy(kept, source)
            return
        for at, part in enumerate(self._parts(tree, kept.length)):
            self.take(kept.part(at), part)

    def _normalized(self, kept: Kept, tree: Tree) -> None:
        """A vector of the length 1."""
        parts = self.expressions.elements(tree, kept.length)
        told = [self.expressions.inner(part) for part in parts]
        length = self.work.new_name("L")
        self.work.say(f"{length} = SQRT({' + '.join(f'{each} * {each}' for each in told)})")
        for at, each in enumerate(told):
            self.work.say(f"{kept.part(at).text} = {each} / {length}")

    def copy(self, kept: Kept, source: Kept) -> None:
        """Gives the value of one variable to another one."""
        if kept.shape in NUMBERS and source.shape in NUMBERS:
            self.work.say(f"{kept.text} = {source.text}")
        elif kept.shape in (POSE, SOLVED) and source.shape in (POSE, SOLVED):
            self.work.say(f"SET {kept.text} = {source.text}")
        else:
            self._check(kept, source)
            for at in range(source.length):
                self.copy(kept.part(at), source.part(at))

    def _check(self, kept: Kept, source: Kept) -> None:
        """Raises NotSaidError where a list cannot be copied element by element."""
        is_list = not isinstance(kept.shape, str) and not isinstance(source.shape, str)
        if is_list and isinstance(source.shape, Row) and source.shape.is_open:
            raise NotSaidError("how long the list is, only a run knows")
        if not is_list or source.length > kept.length:
            raise NotSaidError("it holds values of different kinds")

    def _source(self, tree: Tree) -> Kept | None:
        """Where a list or a structure is kept; None where its parts are known one by one."""
        try:
            self.expressions.value(tree)
        except UnknownError:
            return self.expressions.kept(tree)
        return None

    def _parts(self, tree: Tree, count: int) -> list[Tree]:
        """The parts of a list, of a structure or of a value that is known."""
        if isinstance(tree, ListOf):
            return list(tree.parts)
        if isinstance(tree, Call) and tree.key == "struct":
            return [value for _, value in tree.named]
        return [Item(tree, Number(float(at))) for at in range(count)]

    def _joints_now(self, kept: Kept) -> None:
        """The present joint values, as the controller shows them, in rad."""
        self.work.say(f"HERE {HERE}")
        self.work.say(f"DECOMPOSE {SHOWN}[] = {HERE}")
        for at in range(kept.length):
            self.work.say(f"{kept.part(at).text} = {shown_joint(self.work, at)}")

    # Functions of the program.

    def call(self, tree: Call) -> Kept:
        """Calls a function in front of the statement; where its value is kept."""
        work = self.work
        called = work.meaning.script.routines[tree.key]
        self._say_call(called, tree)
        shape = work.meaning.gives.get(tree.key)
        if shape is None or shape == ANY:
            raise NotSaidError(f"what {tree.key} gives is not known here")
        kept = given_by(work, tree.key, shape)
        if work.repeated[tree.key] < 2:
            return kept
        own = Kept(work.new_name("V"), shape)  # the next call would change it
        with work.in_front():
            self.copy(own, kept)
        return own

    def run(self, tree: Call) -> None:
        """Calls a function whose value is not used."""
        self._say_call(self.work.meaning.script.routines[tree.key], tree)
        self.work.flush()

    def _say_call(self, called: Routine, tree: Call) -> None:
        arguments = list(self._arguments(called, tree))
        name = self.work.programs.own(called.name)
        told = f"({', '.join(arguments)})" if arguments else ""
        self.work.before.append(f"CALL {name}{told}")

    def _arguments(self, called: Routine, tree: Call) -> Iterator[str]:
        if len(tree.given) + len(tree.named) > len(called.parameters):
            raise NotSaidError(f"{called.name} takes {len(called.parameters)} arguments")
        for at, (name, default) in enumerate(called.parameters):
            given = tree.argument(at, name)
            given = default if given is None else given
            if given is None:
                raise NotSaidError(f"{called.name}: a value for {name} is missing")
            shape = self.work.meaning.shapes.get((called.name, name), ANY)
            is_new = is_changed(self.work.meaning.script, called, name)
            if (called.name, name) in self.work.decisive:
                yield from self._argument(shape, given, is_new)
            else:
                yield from self._without_effect(shape, given, is_new)

    def _without_effect(self, shape: Shape, tree: Tree, is_changed: bool) -> list[str]:
        """An argument on which nothing depends but messages: 0 where its value is not known."""
        held = list(self.work.before)
        try:
            return list(self._argument(shape, tree, is_changed))
        except NotSaidError:
            if not isinstance(shape, str):
                raise
            self.work.before[:] = held
            return [by_value("NULL") if shape in (POSE, SOLVED) else "(0)"]

    def _argument(self, shape: Shape, tree: Tree, is_changed: bool) -> Iterator[str]:
        if shape in NUMBERS:
            yield f"({self.expressions.told(tree)})"
        elif shape in (POSE, SOLVED):
            yield by_value(self.places.place(tree))
        elif shape == ANY:
            raise NotSaidError("an argument holds values of different kinds, or one not known here")
        else:
            kept = None if is_changed else self._source(tree)
            if kept is None or kept.indices or kept.shape != shape:
                kept = Kept(self.work.new_name("A"), shape)
                with self.work.in_front():
                    self.take(kept, tree)
            yield from kept.leaves()


def given_by(work: Work, key: str, shape: Shape) -> Kept:
    """Where the value of a function is kept."""
    return Kept(f"{work.programs.own(key)}.GIVES", shape)


def shown_joint(work: Work, at: int) -> str:
    """A joint value in rad as the controller shows it, from ours in degrees in SHOWN."""
    own = work.controller
    sign, zero = float(own.signs[at]), float(own.zeros[at])
    told = f"{SHOWN}[{at + 1}] / 57.2957795131"
    told = told if sign > 0 else f"-{told}"
    return told if zero == 0.0 else f"{told} + ({zero:.12g})"


def is_changed(script: Script, called: Routine, name: str) -> bool:
    """Whether a function changes its parameter."""
    return any(base_name(each.target) == name for each in script.assignments(called))


def parameters_of(work: Work, routine: Routine) -> list[str]:
    """The parameters of our program for those of a function."""
    found = list[str]()
    for name, _ in routine.parameters:
        shape = work.meaning.shapes.get((routine.name, name), ANY)
        found += Kept(work.names.own(name), shape).leaves()
    return found


def own_names(work: Work, routine: Routine) -> list[str]:
    """The variables of our program that are its own, without its parameters."""
    parameters = {name for name, _ in routine.parameters}
    found = list[str]()
    for name in sorted(work.meaning.own.get(routine.name, ())):
        shape = work.meaning.shapes.get((routine.name, name))
        if name not in parameters and shape is not None and shape != ANY:
            found += Kept(work.names.own(name), shape).leaves()
    return list(dict.fromkeys(found))
