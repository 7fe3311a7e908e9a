"""Assignments of URScript: variables, elements of lists, members and components of poses."""

from __future__ import annotations

from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from scenes.makers.urscript.grammar.script_statements import Assign
from scenes.makers.urscript.grammar.script_trees import (
    Call,
    Item,
    Name,
    Text,
    Tree,
    parts_of,
)
from scenes.makers.urscript.meaning.script_routines import base_name
from scenes.makers.urscript.meaning.shapes import ANY, POSE, Shape
from scenes.makers.urscript.translation.script_copies import Copies, given_by
from scenes.makers.urscript.translation.script_expressions import AXES, Expressions
from scenes.makers.urscript.translation.script_places import Places
from scenes.makers.urscript.translation.script_turns import (
    part_of_vector,
    turned_lines,
    vector_lines,
)
from scenes.makers.urscript.translation.script_work import EVERYWHERE, Kept, Work

_OF = ("boolean", "integer", "float")
QUESTIONS = frozenset(f"request_{kind}_from_primary_client" for kind in _OF)


@dataclass
class Assignments:
    """Says assignments."""

    work: Work
    expressions: Expressions
    places: Places
    copies: Copies

    def take(self, statement: Assign) -> bool:
        """Says an assignment; False where it has no effect here. Raises NotSaidError.

        A value that is not known here has no effect where nothing but messages depends on it.
        """
        try:
            self._take(statement)
        except NotSaidError:
            name = base_name(statement.target)
            scope = self.work.meaning.scope(self.work.routine, name)
            if (scope, name) in self.work.decisive:
                raise
            self.work.before.clear()
            return False
        return True

    def _take(self, statement: Assign) -> None:
        target, value = statement.target, statement.value
        if value is None:
            return
        if isinstance(target, Name):
            self._variable(target.key, value)
        elif isinstance(target, Item) and self._shape(target.of) == POSE:
            self._component(target, value)
        else:
            kept = self.expressions.kept(target)
            if kept is None:
                raise NotSaidError("this is no variable that is known here")
            self.copies.take(kept, value)

    def give(self, shape: Shape, value: Tree) -> None:
        """Keeps the value that a function gives."""
        self.copies.take(given_by(self.work, self.work.routine.name, shape), value)

    def _shape(self, tree: Tree) -> Shape | None:
        return self.work.meaning.shape(tree, self.work.routine)

    def _variable(self, key: str, value: Tree) -> None:
        work = self.work
        shape = work.meaning.shapes.get((work.meaning.scope(work.routine, key), key))
        known = work.meaning.known(work.routine).get(key)
        if isinstance(known, tuple | list) and not self._is_handed_on(key):
            return  # it is said where it is used
        if shape is None or shape == ANY:
            self._refuse(key, value)
        assert shape is not None
        if isinstance(value, Call) and value.key in QUESTIONS:
            self._ask(Kept(work.names.own(key), shape), value)
            return
        self.copies.take(Kept(work.names.own(key), shape), value)

    def _ask(self, kept: Kept, call: Call) -> None:
        """A question to the operator: its answer is one of the scenario."""
        text = call.given[0] if call.given else None
        told = text.value if isinstance(text, Text) else ""
        plain = "".join(c if c.isprintable() and c != '"' else "'" for c in told)
        self.work.say(f'PROMPT "{plain}", {kept.text}')

    def _refuse(self, key: str, value: Tree) -> None:
        """Raises NotSaidError with what is not known of a value."""
        if isinstance(value, Call) and value.key not in self.work.meaning.script.routines:
            raise NotSaidError(f"what {value.key} gives is not known here")
        for part in parts_of(value):
            if isinstance(part, Name) and self._shape(part) in (None, ANY):
                raise NotSaidError(f"{part.key} has no value that is known here")
        raise NotSaidError(f"{key} holds values of different kinds")

    def _is_handed_on(self, key: str) -> bool:
        """Whether a list that is known before a run is also needed while it runs."""
        routine, found = self.work.routine, self.work.handed_on
        if key in found.get(routine.name, ()):
            return True
        return not self.work.meaning.scope(routine, key) and key in found.get(EVERYWHERE, ())

    def _component(self, target: Item, value: Tree) -> None:
        """A component of a pose gets a value: m, or rad of its rotation vector."""
        at = self.expressions.number(target.at)
        kept = self.expressions.kept(target.of)
        if at is None or at not in range(6) or kept is None:
            raise NotSaidError("which component of the pose it is, only a run knows")
        place = kept.text
        if at < 3:
            axis = AXES[int(at)]
            by = ["0", "0", "0"]
            by[int(at)] = f"{self.expressions.in_mm(value)} - {axis}({place})"
            self.work.say(f"SET {place} = SHIFT({place} BY {', '.join(by)})")
            return
        told = self.expressions.told(value)
        parts = [part_of_vector(each) for each in range(3)]
        parts[int(at) - 3] = told
        turned = self.work.new_name("T")
        self.work.before += [*vector_lines(place), *turned_lines(turned, parts)]
        shifts = ", ".join(f"{axis}({place})" for axis in AXES)
        self.work.say(f"SET {place} = TRANS({shifts}):{turned}")
