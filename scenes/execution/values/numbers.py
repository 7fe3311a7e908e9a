"""Numbers of a running program: variables, and functions whose value depends on the cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from language.expressions.evaluation import evaluate
from language.expressions.trees import Call, Expression, Name, spelled
from language.words.functions import FALSE, TRUE
from language.words.number_literals import ExpressionError
from scenes.execution.values import locations as places
from scenes.execution.values import measures
from scenes.execution.values.context import Context
from scenes.execution.values.scopes import Names, element, seen
from scenes.execution.values.whole_numbers import signal_number, whole
from scenes.world.frozen import Array
from scenes.world.units import measured

if TYPE_CHECKING:
    from language.words.lexer import Token


class Renamed(Mapping[str, float]):
    """Variables under the names that the program at work has for them."""

    def __init__(self, variables: Mapping[str, float], names: Names) -> None:
        self._variables, self._names = variables, names

    def __getitem__(self, name: str) -> float:
        return self._variables[self._names.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        return iter(seen(self._variables, self._names))

    def __len__(self) -> int:
        return len(seen(self._variables, self._names))


class TaskWorld:
    """The values of a program's names and functions at one statement."""

    def __init__(self, context: Context) -> None:
        self.context = context
        names, variables = context.circumstances.names, context.state.variables
        self.values = Renamed(variables, names) if names else variables
        self._measured: dict[str, float] = {}

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        """The value of a variable or an array's element; ExpressionError (E203) if it has none."""
        value = self.context.state.variables.get(self.context.key(name, indices))
        if value is None:
            shown = element(token.text, ",".join(map(str, indices)))
            message = f"{shown} has no value yet"
            raise ExpressionError("E203", message, token.column, token.end, "no value")
        return value

    def call(self, call: Call) -> float:
        """The value of a function that depends on the state of the cell."""
        name = call.function.name
        if name not in MEASURES:
            return FUNCTIONS[name](self, call)
        key = spelled(call)
        if key not in self._measured:
            self._measured[key] = FUNCTIONS[name](self, call)
        return self._measured[key]

    def number(self, tree: Expression) -> float:
        return evaluate(tree, self)

    def position(self, tree: Expression) -> Array:
        """Position (3,) of a location in the axes of the locations, mm."""
        return places.pose(self.context, tree)[:3, 3]


def truth(value: bool) -> float:
    return TRUE if value else FALSE


def _coordinate(axis: int) -> Callable[[TaskWorld, Call], float]:
    return lambda world, call: measured(world.position(call.arguments[0])[axis])


def _distance(world: TaskWorld, call: Call) -> float:
    a, b = (world.position(argument) for argument in call.arguments)
    return measured(np.linalg.norm(b - a))


def _signals(world: TaskWorld, call: Call) -> float:
    signals = world.context.state.signals
    asked = [signal_number(world.number(argument)) for argument in call.arguments]
    return truth(all(signals.get(abs(n), False) == (n > 0) for n in asked))


def _timer(world: TaskWorld, call: Call) -> float:
    number = whole(world.number(call.arguments[0]), "the number of a timer")
    return world.context.circumstances.time - world.context.circumstances.timers.get(number, 0.0)


def _reachable(world: TaskWorld, call: Call) -> float:
    context = world.context
    return truth(measures.is_reachable(context, places.goal(context, call.arguments[0])))


def _in_range(world: TaskWorld, call: Call) -> float:
    context = world.context
    return measures.why_out_of_range(context, places.goal(context, call.arguments[0]))


def _collides(world: TaskWorld, call: Call) -> float:
    names = [argument.token.text for argument in call.arguments if isinstance(argument, Name)]
    return truth(measures.collide(world.context, names[0], names[1]))


# Functions that take long: their values are kept, for one statement may ask for a value twice.
MEASURES = frozenset({"INRANGE", "REACHABLE", "COLLIDES", "CLEARANCE", "LIMITMARGIN", "SINGDIST"})
FUNCTIONS: dict[str, Callable[[TaskWorld, Call], float]] = {
    "DX": _coordinate(0),
    "DY": _coordinate(1),
    "DZ": _coordinate(2),
    "DISTANCE": _distance,
    "SIG": _signals,
    "TIMER": _timer,
    "TIME": lambda world, call: world.context.circumstances.time,
    "HAND": lambda world, call: world.context.state.opening,
    "INRANGE": _in_range,
    "REACHABLE": _reachable,
    "COLLIDES": _collides,
    "CLEARANCE": lambda world, call: measures.clearance(world.context),
    "LIMITMARGIN": lambda world, call: measures.limit_margin(world.context),
    "SINGDIST": lambda world, call: measures.singular_distance(world.context),
}
