"""What holds in a whole URScript program, found anew only where its facts have changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from language.foreign.kept.parts import one_state
from language.foreign.kept.states import State, frozen
from language.foreign.recent import Recent
from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_statements import Routine
from scenes.makers.urscript.grammar.script_trees import (
    LEAVES,
    Call,
    Item,
    Name,
    Tree,
    inner_trees,
)
from scenes.makers.urscript.meaning.decisive_names import Node, decisive_names, given_to
from scenes.makers.urscript.meaning.script_routines import Script
from scenes.makers.urscript.meaning.script_shapes import Meaning, meaning_of
from scenes.makers.urscript.meaning.script_values import value_of
from scenes.makers.urscript.translation.script_copies import is_changed
from scenes.makers.urscript.translation.script_facts import facts_of_script, head_of
from scenes.makers.urscript.translation.script_threads import moves_arm, sets_outputs
from scenes.makers.urscript.translation.script_tools import ToolWays, tool_ways
from scenes.makers.urscript.translation.script_work import (
    EVERYWHERE,
    INPUTS,
    INPUTS_FROM,
    OUTPUTS,
    OWN_OUTPUTS,
    signal_of,
)
from scenes.world.robot import Controller, Robot

MOST_KEPT = 8


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What holds in a whole program.

    ways: How it sets its tool. decisive: Variables on which motion, flow or signals depend.
    inputs_from: Added to the numbers of inputs. moving, setting: Threads that move the arm, and
    those that set outputs. handed_on: By the function, and in all (EVERYWHERE), names of lists that
    are needed while the program runs. state: All of this, compared by its values.
    """

    meaning: Meaning
    ways: ToolWays
    decisive: frozenset[Node]
    inputs_from: int
    moving: frozenset[str]
    setting: frozenset[str]
    handed_on: Mapping[str, frozenset[str]]
    state: State


_memory = Recent[Surroundings](MOST_KEPT)


def forget() -> None:
    """Forgets what held in programs."""
    _memory.clear()


def surroundings_of(script: Script, robot: Robot, controller: Controller) -> Surroundings:
    """What holds in a program for an arm."""
    facts = facts_of_script(script)
    lonely = script.lonely
    key = facts, robot, controller, lonely
    found = _memory.get(key)
    if found is None:
        found = _found(facts.brief, robot, controller, lonely)
        _memory.put(key, found)
    return found


def _found(
    script: Script, robot: Robot, controller: Controller, lonely: frozenset[str]
) -> Surroundings:
    """What holds in a program. lonely: Names that its statements need not agree on."""
    meaning = meaning_of(script, robot.mechanism.n)
    ways = tool_ways(meaning, robot, controller)
    decisive, inputs_from = decisive_names(meaning), _inputs_from(meaning)
    threads = script.threads.items()
    moving = frozenset(name for name, each in threads if moves_arm(script, each))
    setting = frozenset(name for name, each in threads if sets_outputs(script, each))
    handed_on = _all_handed_on(meaning, lonely)
    routines = list(script.everything())
    parameters = ((each, name) for each in routines for name, _ in each.parameters)
    changed = ((r.name, name) for r, name in parameters if is_changed(script, r, name))
    values = (
        sorted(each for each in meaning.values[routine.name].items() if each[0] not in lonely)
        for routine in routines
    )
    shapes = frozenset(each for each in meaning.shapes.items() if each[0][1] not in lonely)
    own = frozenset((name, names - lonely) for name, names in meaning.own.items())
    state = one_state(
        *(shapes, frozenset(meaning.gives.items())),
        *(tuple(map(repr, values)), own, meaning.has_members),
        *(frozen(ways.at_start), frozen(ways.in_functions), ways.is_scattered),
        decisive & _asked_for(meaning),
        *(
            inputs_from,
            moving,
            setting,
            frozenset(handed_on.items()),
            frozenset(changed),
        ),
        *(tuple(map(head_of, routines)), len(script.routines), script.is_whole),
    )
    return Surroundings(meaning, ways, decisive, inputs_from, moving, setting, handed_on, state)


def _asked_for(meaning: Meaning) -> frozenset[Node]:
    """The variables of which a translation may ask whether they decide: those that get a value.

    A name that is only used, such as one that is being typed, changes nothing for other lines.
    """
    routines = list(meaning.script.everything())
    given = (("", given_to(each.name)) for each in routines)
    parameters = ((each.name, name) for each in routines for name, _ in each.parameters)
    return frozenset((*meaning.assigned, *given, *parameters))


def _inputs_from(meaning: Meaning) -> int:
    """What is added to inputs: 0, unless an output has the number of one of them."""
    outputs = {**OUTPUTS, **OWN_OUTPUTS}
    return INPUTS_FROM if _signals(meaning, INPUTS) & _signals(meaning, outputs) else 0


def _signals(meaning: Meaning, known: Mapping[str, int]) -> set[int]:
    """The numbers of the signals that functions of a table name."""
    script, found = meaning.script, set[int]()
    values = meaning.known(script.main)
    calls = (call for each in script.everything() for call in script.calls(each))
    for call in calls:
        if call.key in known and call.given:
            try:
                number = value_of(call.given[0], values)
            except UnknownError:
                continue
            signal = signal_of(call, known, number if isinstance(number, float) else None)
            found |= set() if signal is None else {signal}
    return found


def _all_handed_on(meaning: Meaning, lonely: frozenset[str]) -> dict[str, frozenset[str]]:
    """By the function, and in all of them (EVERYWHERE), what `_handed_on` finds.

    lonely: Names that no statement uses: their lists are not handed on.
    """
    found = (each for known in meaning.values.values() for each in known.items())
    if not any(isinstance(value, tuple | list) and name not in lonely for name, value in found):
        return {}
    routines = meaning.script.everything()
    of_each = {each.name: frozenset(_handed_on(meaning, each)) for each in routines}
    of_each[EVERYWHERE] = frozenset[str]().union(*of_each.values())
    return of_each


def _handed_on(meaning: Meaning, routine: Routine) -> set[str]:
    """Names whose whole value, or an element that only a run knows, a function uses.

    Arguments of the controller's own functions are not counted: there the value itself is said.
    """
    found = set[str]()
    values = meaning.known(routine)
    for entry in meaning.script.entries(routine):
        found |= {tree.key for tree in entry.trees if isinstance(tree, Name)}
        for part in entry.parts:
            if type(part) not in LEAVES:
                found.update(_names_in(part, meaning, values))
    return found


def _names_in(part: Tree, meaning: Meaning, values: Mapping[str, object]) -> list[str]:
    """The names that a part of an expression hands on."""
    if isinstance(part, Item):
        try:
            value_of(part.at, values)
        except UnknownError:
            base: Tree = part.of
            while isinstance(base, Item):
                base = base.of
            return [base.key] if isinstance(base, Name) else []
        return []
    is_own = isinstance(part, Call) and part.key in meaning.script.routines
    if isinstance(part, Call) and not is_own and part.key != "struct":
        return []
    return [each.key for each in inner_trees(part) if isinstance(each, Name)]
