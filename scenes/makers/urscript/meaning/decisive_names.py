"""Variables on which motion, flow or signals depend, be it through others.

Messages to an operator and to other machines do not count: a value that only they use has no effect
on what the arm does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Do,
    Else,
    Give,
    If,
    Routine,
    While,
)
from scenes.makers.urscript.grammar.script_trees import Call, Name, Tree, inner_trees
from scenes.makers.urscript.meaning.script_routines import Entry, base_name
from scenes.makers.urscript.meaning.script_shapes import Meaning

Node: TypeAlias = tuple[str, str]
_ACTS = "movej movel movep movec sleep set_tcp assert"
_OUTPUTS = "set_digital_out set_standard_digital_out set_configurable_digital_out"
ACTS = frozenset(f"{_ACTS} {_OUTPUTS} set_tool_digital_out".split())


def given_to(routine: str) -> str:
    """The name under which the value of a function stands among the variables."""
    return f"{routine}()"


def decisive_names(meaning: Meaning) -> frozenset[Node]:
    """The function ("" for the whole program) and the name of each of them."""
    sources: dict[Node, set[Node]] = {}
    roots = set[Node]()
    for routine in meaning.script.everything():
        for entry in meaning.script.entries(routine):
            _take(meaning, routine, entry, sources, roots)
    found, waiting = set(roots), list(roots)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return frozenset(found)


def _take(
    meaning: Meaning,
    routine: Routine,
    entry: Entry,
    sources: dict[Node, set[Node]],
    roots: set[Node],
) -> None:
    """Notes on what a statement depends, and what depends on it."""
    statement = entry.statement
    found = {node for tree in entry.trees for node in _used(meaning, routine, tree, sources)}
    if isinstance(statement, Assign):
        name = base_name(statement.target)
        sources.setdefault((meaning.scope(routine, name), name), set()).update(found)
    elif isinstance(statement, Give):
        sources.setdefault(("", given_to(routine.name)), set()).update(found)
    elif isinstance(statement, If | Else | While):
        roots |= found
    elif isinstance(statement, Do) and isinstance(statement.tree, Call):
        is_act = statement.tree.key in ACTS and statement.tree.of is None
        roots |= found if is_act else set()


def _used(
    meaning: Meaning, routine: Routine, tree: Tree, sources: dict[Node, set[Node]]
) -> Iterator[Node]:
    """The variables and functions whose value an expression uses.

    An argument is the value of a parameter, and not used by the expression itself.
    """
    waiting: list[Tree] = [tree]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Name):
            yield meaning.scope(routine, each.key), each.key
            continue
        if not isinstance(each, Call):
            waiting += inner_trees(each)
            continue
        called = meaning.script.routines.get(each.key) if each.of is None else None
        if called is None:
            waiting += [*each.given, *(value for _, value in each.named)]
            continue
        yield "", given_to(each.key)
        for at, (name, _) in enumerate(called.parameters):
            argument = each.argument(at, name)
            if argument is not None:
                used = set(_used(meaning, routine, argument, sources))
                sources.setdefault((called.name, name), set()).update(used)
