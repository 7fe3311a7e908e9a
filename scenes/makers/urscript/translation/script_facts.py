"""What a stretch of URScript tells of the whole program, without the numbers that tell nothing.

Two programs with equal facts have names of the same shapes and values, the same tools and signals.
Numbers count where they may be the value of a name, an index, a signal or a tool.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from language.foreign.kept.states import State
from language.foreign.recent import Recent
from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Do,
    Else,
    Give,
    Group,
    If,
    Leap,
    Routine,
    Stretch,
    While,
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
from scenes.makers.urscript.meaning.script_routines import Entry, Script, Told, told_by
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

    told: Facts with their statements, in order; of equal ones the first two. plain: By its name,
    or by the name and number of an output, a call that tells nothing else.
    """

    told: tuple[tuple[State, Entry], ...]
    plain: Mapping[Hashable, Entry]


_by_told = Recent[tuple[Told, Facts]](MOST_STRETCHES)
_single = Recent[State](MOST_FACTS)


def forget() -> None:
    """Forgets all facts."""
    _kept_facts_of_group.cache_clear()
    _by_told.clear()
    _single.clear()


@dataclass(frozen=True)
class ScriptFacts:
    """What a program tells, of its functions one by one; equal for programs with equal facts.

    key: All of it, statements by the identity of their facts. told: These, which live as long.
    brief: The program with its facts alone: of statements with equal facts the first two.
    """

    key: Hashable
    told: tuple[tuple[State, ...], ...] = field(compare=False)
    brief: Script = field(compare=False)


def facts_of_script(script: Script) -> ScriptFacts:
    """What a program tells."""
    known = {*script.routines, *script.threads, script.main.name}
    if not known.isdisjoint(PLAIN):  # calls of these functions tell more than is noted
        return ScriptFacts(object(), (), script)
    found = [_facts_of_routine(each) for each in script.everything()]
    key = len(script.routines), script.is_whole, tuple(each for each, _, _ in found)
    brief = script.having([entries for _, _, entries in found])
    return ScriptFacts(key, tuple(told for _, told, _ in found), brief)


def head_of(routine: Routine) -> Hashable:
    """The name, kind and parameters of a function, compared exactly."""
    parameters = ((key, tree and _tag(tree, True)) for key, tree in routine.parameters)
    return routine.name, routine.kind, tuple(parameters)


def _facts_of_routine(routine: Routine) -> tuple[Hashable, tuple[State, ...], list[Entry]]:
    """The key of a function, its facts, and its statements with these facts."""
    told, plain = list[tuple[State, Entry]](), dict[Hashable, Entry]()
    for group, _ in routine.in_groups():
        facts = _facts_of_group(group) if group.is_alone else _kept_facts_of_group(group)
        told += facts.told
        plain.update(facts.plain)
    told = _first_two(told)
    states = tuple(state for state, _ in told)
    entries = [*(entry for _, entry in told), *plain.values()]
    return (head_of(routine), tuple(map(id, states)), frozenset(plain)), states, entries


def _first_two(told: Iterable[tuple[State, Entry]]) -> list[tuple[State, Entry]]:
    """The first two of all equal facts: more of them tell only that a name has several values."""
    found, counts = list[tuple[State, Entry]](), dict[int, int]()
    for each in told:
        number = id(each[0])
        count = counts.get(number, 0)
        if count < 2:
            found.append(each)
            counts[number] = count + 1
    return found


def _facts_of_group(group: Group) -> Facts:
    """What a group tells."""
    told, plain = list[tuple[State, Entry]](), dict[Hashable, Entry]()
    for facts in map(_facts_of, group.stretches):
        told += facts.told
        plain.update(facts.plain)
    return Facts(tuple(_first_two(told)), plain)


_kept_facts_of_group = lru_cache(maxsize=1024)(_facts_of_group)


def _facts_of(stretch: Stretch) -> Facts:
    from_stretch = told_by(stretch)
    known = None if stretch.is_alone else _by_told.get(id(from_stretch))
    if known is not None and known[0] is from_stretch:
        return known[1]
    told, plain = list[tuple[State, Entry]](), dict[Hashable, Entry]()
    for entry in from_stretch.entries:
        call = _plain_call(entry)
        fact = _fact(entry) if call is None else None
        if call is not None:
            numbers = [_tag(each, True) for each in call.given[:1] if call.key in OUTPUTS]
            plain[call.key, *numbers] = entry
        elif fact is not None:
            told.append((_one(fact), entry))
    facts = Facts(tuple(_first_two(told)), plain)
    if not stretch.is_alone:
        _by_told.put(id(from_stretch), (from_stretch, facts))
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


def _fact(entry: Entry) -> tuple[Hashable, ...] | None:
    """What a statement tells; None for nothing."""
    is_outside = entry.is_outside
    match entry.statement:
        case Assign(_, reach, target, value):
            is_exact = is_outside and isinstance(target, Name)
            given = None if value is None else _tag(value, is_exact)
            return "assign", is_outside, reach, _tag(target, True), given
        case Give(_, value):
            return "give", None if value is None else _tag(value, False)
        case If() | Else() | While():
            return "block", *(_tag(tree, False) for tree in entry.trees)
        case Leap() if entry.trees:
            return "leap", *(_tag(tree, False) for tree in entry.trees)
        case Do(_, tree):
            return "do", is_outside, _tag(tree, False)
        case _:
            return None


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
