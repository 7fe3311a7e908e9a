"""What a stretch of URScript tells of the whole program, without the numbers that tell nothing.

Two programs with equal facts have names of the same shapes and values, the same tools and signals.
Numbers count where they may be the value of a name, an index, a signal or a tool.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from language.foreign.kept.states import State
from language.foreign.recent import Recent
from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Branch,
    Do,
    Give,
    Leap,
    Loop,
    Routine,
    Statement,
    Stretch,
)
from scenes.makers.urscript.grammar.script_trees import (
    Binary,
    Call,
    Fixed,
    Item,
    ListOf,
    Name,
    Number,
    Part,
    PoseOf,
    Text,
    Tree,
    Truth,
    Unary,
)
from scenes.makers.urscript.meaning.script_routines import Entry, Script, told_by
from scenes.makers.urscript.translation.script_actions import ACTIONS, IGNORED, MESSAGES
from scenes.makers.urscript.translation.script_motions import FORMS
from scenes.makers.urscript.translation.script_work import INPUTS, OUTPUTS, OWN_OUTPUTS

MOST_STRETCHES, MOST_FACTS = 4096, 1 << 15
TOOL = "set_tcp"
EXACT = frozenset({TOOL, *INPUTS, *OUTPUTS, *OWN_OUTPUTS})  # their numbers count
PLAIN = (frozenset({*FORMS, *ACTIONS, *OUTPUTS}) | IGNORED) - {TOOL}
VALUES = frozenset({Number, Truth, Fixed, PoseOf, ListOf, Unary, Binary})  # without names
SHOWN = frozenset({Number, Truth, Fixed, Text, Name})


@dataclass(frozen=True, eq=False)
class Facts:
    """What a stretch tells.

    told: Its statements one by one. called: Names of functions in calls that tell nothing else.
    signals: Outputs that these set, with the number.
    """

    told: tuple[State, ...]
    called: frozenset[str]
    signals: frozenset[Hashable]


_by_stretch = Recent[tuple[list[Statement], Facts]](MOST_STRETCHES)
_single = Recent[State](MOST_FACTS)


def forget() -> None:
    """Forgets all facts."""
    _by_stretch.clear()
    _single.clear()


@dataclass(frozen=True)
class ScriptFacts:
    """What a program tells, of its functions one by one; equal for programs with equal facts.

    key: All of it, statements by the identity of their facts. told: These, which live as long.
    """

    key: Hashable
    told: tuple[tuple[State, ...], ...] = field(compare=False)


def facts_of_script(script: Script) -> ScriptFacts:
    """What a program tells."""
    known = {*script.routines, *script.threads, script.main.name}
    if not known.isdisjoint(PLAIN):  # calls of these functions tell more than is noted
        return ScriptFacts(object(), ())
    found = [_facts_of_routine(each) for each in script.everything()]
    key = len(script.routines), script.is_whole, tuple(each for each, _ in found)
    return ScriptFacts(key, tuple(told for _, told in found))


def head_of(routine: Routine) -> Hashable:
    """The name, kind and parameters of a function, compared exactly."""
    parameters = ((key, tree and _tag(tree, True)) for key, tree in routine.parameters)
    return routine.name, routine.kind, tuple(parameters)


def _facts_of_routine(routine: Routine) -> tuple[Hashable, tuple[State, ...]]:
    found = list(map(_facts_of, routine.in_stretches()))
    told = tuple(chain.from_iterable(facts.told for facts in found))
    called = frozenset[str]().union(*(facts.called for facts in found))
    signals = frozenset[Hashable]().union(*(facts.signals for facts in found))
    return (head_of(routine), tuple(map(id, told)), called, signals), told


def _facts_of(stretch: Stretch) -> Facts:
    known = None if stretch.is_alone else _by_stretch.get(id(stretch.statements))
    if known is not None and known[0] is stretch.statements:
        return known[1]
    entries = told_by(stretch).entries
    plain = [call for each in entries if (call := _plain_call(each)) is not None]
    facts = Facts(
        tuple(map(_one, _facts(each for each in entries if _plain_call(each) is None))),
        frozenset(call.key for call in plain),
        frozenset(
            (call.key, _tag(call.given[0], True))
            for call in plain
            if call.key in OUTPUTS and call.given
        ),
    )
    if not stretch.is_alone:
        _by_stretch.put(id(stretch.statements), (stretch.statements, facts))
    return facts


def _one(fact: tuple[Hashable, ...]) -> State:
    """A fact, the same object for equal ones: such objects are compared at once."""
    state = State(fact)
    known = _single.get(state)
    if known is None:
        _single.put(state, state)
    return known or state


def _plain_call(entry: Entry) -> Call | None:
    """A call that uses no name, or only shows it, and thus tells no more than its own name."""
    statement = entry.statement
    call = statement.tree if isinstance(statement, Do) else None
    if not isinstance(call, Call) or call.of is not None or call.key not in PLAIN:
        return None
    if call.key in MESSAGES and not call.named and all(type(each) in SHOWN for each in call.given):
        return call
    inner = entry.parts[1:]  # the first part is the call itself
    return call if all(type(each) in VALUES for each in inner) else None


def _facts(entries: Iterable[Entry]) -> Iterator[tuple[Hashable, ...]]:
    """What statements tell, in their order."""
    for entry in entries:
        is_outside = entry.depth == 0
        match entry.statement:
            case Assign(_, reach, target, value):
                is_exact = is_outside and isinstance(target, Name)
                given = None if value is None else _tag(value, is_exact)
                yield "assign", is_outside, reach, _tag(target, True), given
            case Give(_, value):
                yield "give", None if value is None else _tag(value, False)
            case Branch() | Loop():
                yield "block", *(_tag(tree, False) for tree in entry.trees)
            case Leap() if entry.trees:
                yield "leap", *(_tag(tree, False) for tree in entry.trees)
            case Do(_, tree):
                yield "do", is_outside, _tag(tree, False)


def _tag(tree: Tree, is_exact: bool) -> Hashable:
    """A tree with the kinds of its parts, since trees of two kinds may be equal."""
    match tree:
        case Number(value):
            return "number", repr(value) if is_exact else ""
        case Truth(value) | Text(value):
            return type(tree).__name__, value
        case Name(key):
            return "name", key
        case Fixed(is_pose, values):
            return "fixed", is_pose, repr(values) if is_exact else len(values)
        case PoseOf(parts) | ListOf(parts):
            return type(tree).__name__, *(_tag(each, is_exact) for each in parts)
        case Item(of, at):
            return "item", _tag(of, True), _tag(at, True)
        case Part(of, key):
            return "part", _tag(of, is_exact), key
        case Unary(sign, of):
            return "unary", sign, _tag(of, is_exact)
        case Binary(sign, left, right):
            return "binary", sign, _tag(left, is_exact), _tag(right, is_exact)
        case Call(key, given, named, of):
            is_exact = is_exact or key in EXACT
            by_place = tuple(_tag(each, is_exact) for each in given)
            by_name = tuple((name, _tag(each, is_exact)) for name, each in named)
            return "call", key, by_place, by_name, of and _tag(of, is_exact)
