"""The parts of a URScript program: what is run first, its functions and threads, and its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from language.foreign.recent import Recent
from scenes.makers.urscript.grammar.script_statements import (
    Assign,
    Do,
    Else,
    End,
    Give,
    Group,
    If,
    Leap,
    Note,
    Routine,
    Source,
    Statement,
    Stretch,
    While,
    closed_by,
    with_depths,
)
from scenes.makers.urscript.grammar.script_stretches import PROGRAM
from scenes.makers.urscript.grammar.script_trees import (
    Call,
    Item,
    Name,
    Part,
    Tree,
    parts_of,
)

MOVES = frozenset({"movej", "movel", "movep", "movec"})
MOST_KEPT = 4096


class Entry(NamedTuple):
    """A statement of a function. is_outside: Whether no block is around it. trees: Its expressions.

    parts: These and all trees in them.
    """

    statement: Statement
    is_outside: bool
    trees: tuple[Tree, ...]
    parts: tuple[Tree, ...]


class Told(NamedTuple):
    """What a stretch tells: its statements, and the names of what they call.

    used: The variables in its expressions. once: Those that one statement of it gives a value, and
    none uses.
    """

    entries: list[Entry]
    called: list[str]
    used: frozenset[str]
    once: frozenset[str]


@dataclass(eq=False)
class _Known:
    """What statements tell, by the number of blocks around the first of them.

    statements: The list is the key by its identity. closes: How many blocks they close that begin
    before them; with more blocks around, all of them stand in blocks (INSIDE).
    """

    statements: list[Statement]
    closes: int
    told: dict[int, Told] = field(default_factory=dict)


INSIDE = -1
_known = Recent[_Known](MOST_KEPT)


def forget() -> None:
    """Forgets what stretches tell."""
    _known.clear()
    _kept_names_of.cache_clear()


def told_by(stretch: Stretch) -> Told:
    """What a stretch tells; functions in it are not entered."""
    if stretch.is_alone:
        return _told(stretch.statements, stretch.depth)
    known = _known.get(id(stretch.statements))
    if known is None or known.statements is not stretch.statements:
        known = _Known(stretch.statements, closed_by(stretch.statements))
        _known.put(id(stretch.statements), known)
    depth = stretch.depth if stretch.depth <= known.closes else INSIDE
    told = known.told.get(depth)
    if told is None:
        like = next(iter(known.told.values()), None)
        told = _told(stretch.statements, stretch.depth, like)
        known.told = {**known.told, depth: told}
    return told


def _told(statements: Sequence[Statement], depth: int, like: Told | None = None) -> Told:
    """What statements tell. like: The same with other blocks around."""
    counted = [
        (statement, around == 0)
        for statement, around in with_depths(statements, depth)
        if not isinstance(statement, Note | Routine | End)
    ]
    if like is not None:
        pairs = zip(counted, like.entries, strict=True)
        entries = [Entry(each, is_outside, *old[2:]) for (each, is_outside), old in pairs]
        return like._replace(entries=entries)
    entries = list[Entry]()
    for statement, is_outside in counted:
        trees = tuple(trees_in(statement))
        parts = tuple(part for tree in trees for part in parts_of(tree))
        entries.append(Entry(statement, is_outside, trees, parts))
    parts_of_all = [part for entry in entries for part in entry.parts]
    called = [part.key for part in parts_of_all if isinstance(part, Call)]
    used = frozenset(part.key for part in parts_of_all if isinstance(part, Name))
    given = Counter(
        base_name(each.statement.target) for each in entries if isinstance(each.statement, Assign)
    )
    once = frozenset(name for name, count in given.items() if count == 1) - used
    return Told(entries, called, used, once)


def _stretches(routine: Routine) -> Iterator[Stretch]:
    """The stretches of a function; their lines count from those of their groups."""
    return (stretch for group, _ in routine.in_groups() for stretch in group.stretches)


def _names_told(group: Group) -> tuple[frozenset[str], frozenset[str]]:
    """The names that stretches of a group use, and those that one gives a value once."""
    return _names_of(group) if group.is_alone else _kept_names_of(group)


def _names_of(group: Group) -> tuple[frozenset[str], frozenset[str]]:
    told = list(map(told_by, group.stretches))
    used = frozenset[str]().union(*(each.used for each in told))
    return used, frozenset[str]().union(*(each.once for each in told))


_kept_names_of = lru_cache(maxsize=1024)(_names_of)


@dataclass
class Script:
    """A program. main: What is run first. routines, threads: By their names.

    is_whole: Whether the names of `main` are those of the whole program.
    """

    main: Routine
    routines: dict[str, Routine] = field(default_factory=dict)
    threads: dict[str, Routine] = field(default_factory=dict)
    is_whole: bool = True
    _entries: dict[int, tuple[Routine, list[Entry]]] = field(default_factory=dict)

    def entries(self, routine: Routine) -> list[Entry]:
        """The statements of a function and of its blocks; functions in it are not entered."""
        if id(routine) not in self._entries:
            told = (told_by(stretch).entries for stretch in _stretches(routine))
            self._entries[id(routine)] = routine, list(chain.from_iterable(told))
        return self._entries[id(routine)][1]

    def having(self, entries: Sequence[list[Entry]]) -> Script:
        """The same program with other statements, those of each function of `everything`."""
        told = {id(r): (r, own) for r, own in zip(self.everything(), entries, strict=True)}
        return Script(self.main, self.routines, self.threads, self.is_whole, told)

    def calls(self, routine: Routine) -> Iterator[Call]:
        """The calls in a function."""
        for entry in self.entries(routine):
            yield from (part for part in entry.parts if isinstance(part, Call))

    def assignments(self, routine: Routine) -> Iterator[Assign]:
        """The assignments in a function."""
        found = (entry.statement for entry in self.entries(routine))
        return (each for each in found if isinstance(each, Assign))

    @cached_property
    def lonely(self) -> frozenset[str]:
        """The variables that one statement gives a value and none uses, such as one that is being
        typed: they tell nothing of other statements."""
        groups = [group for routine in self.everything() for group, _ in routine.in_groups()]
        told = list(map(_names_told, groups))
        used = frozenset[str]().union(*(each for each, _ in told))
        found = frozenset[str]().union(*(once for _, once in told)) - used
        if not found:
            return frozenset()
        given = Counter(
            base_name(each.target) for r in self.everything() for each in self._given(r)
        )
        parameters = {name for routine in self.everything() for name, _ in routine.parameters}
        return frozenset(name for name in found if given[name] == 1) - parameters

    def _given(self, routine: Routine) -> Iterator[Assign]:
        """All assignments of a function, whatever statements it is taken to have."""
        for stretch in _stretches(routine):
            found = (each.statement for each in told_by(stretch).entries)
            yield from (each for each in found if isinstance(each, Assign))

    @cached_property
    def shared(self) -> frozenset[str]:
        """The names of variables of the whole program."""
        return frozenset(_shared(self))

    def own(self, routine: Routine) -> frozenset[str]:
        """The variables that belong to one function: its parameters, and what it declares."""
        if routine is self.main and self.is_whole:
            return frozenset()
        names = {name for name, _ in routine.parameters}
        for each in self.assignments(routine):
            key = base_name(each.target)
            is_new = isinstance(each.target, Name) and each.reach != "global"
            if is_new and (each.reach == "local" or key not in self.shared):
                names.add(key)
        return frozenset(names)

    def everything(self) -> Iterator[Routine]:
        """The main program, then the functions and threads."""
        yield self.main
        yield from self.routines.values()
        yield from self.threads.values()


def script_of(top: Routine) -> Script:
    """The parts of a program. top: Its statements outside of functions.

    Statements outside of functions are run, as a controller runs what is sent to it. Without any,
    the only function is run; of several ones that which no other one calls and which leads to most
    motions.
    """
    outer = [each for each in top.body if isinstance(each, Routine)]
    loose = [each for each in top.body if not isinstance(each, Routine | Note)]
    defs = [each for each in outer if each.kind == "def"]
    main = defs[0] if len(defs) == 1 and not _is_more_than_calls(loose, defs[0].name) else None
    is_whole = True
    if main is None and loose:
        main = top
    elif main is None:
        main, is_whole = _leading(defs), len(defs) < 2
    script = Script(main, is_whole=is_whole)
    for each in (*outer, *nested(main)):
        found = script.threads if each.kind == "thread" else script.routines
        if each is not main:
            found.setdefault(each.name, each)
            for inner in nested(each):
                (script.threads if inner.kind == "thread" else script.routines).setdefault(
                    inner.name, inner
                )
    return script


def _is_more_than_calls(loose: Sequence[Statement], name: str) -> bool:
    """Whether statements outside of functions do more than call the only one."""
    calls = (
        isinstance(each, Do) and isinstance(each.tree, Call) and each.tree.key == name
        for each in loose
    )
    return not all(calls) or len(loose) > 1


def _leading(defs: Sequence[Routine]) -> Routine:
    """The function that no other one calls and that leads to most motions."""
    calls = {each.name: list(_called_in(each)) for each in defs}
    called = {key for name, keys in calls.items() for key in keys if key != name}

    def motions(name: str) -> int:
        seen, waiting, count = set[str](), [name], 0
        while waiting:
            key = waiting.pop()
            if key in seen:
                continue
            seen.add(key)
            count += sum(each in MOVES for each in calls.get(key, ()))
            waiting += calls.get(key, ())
        return count

    free = [each for each in defs if each.name not in called] or list(defs)
    if not free:
        return Routine(Source(1), "def", PROGRAM)
    return max(free, key=lambda each: motions(each.name))


def _called_in(routine: Routine) -> Iterator[str]:
    """The names of what a function calls."""
    for stretch in _stretches(routine):
        yield from told_by(stretch).called


def _shared(script: Script) -> Iterator[str]:
    """Names that are of the whole program: of its first level, or global somewhere."""
    for routine in script.everything():
        is_first = routine is script.main and script.is_whole
        for each in script.assignments(routine):
            if is_first or each.reach == "global":
                yield base_name(each.target)


def base_name(tree: Tree) -> str:
    """The variable of a target: `a` of a, a[0] and a.b."""
    while isinstance(tree, Item | Part):
        tree = tree.of
    return tree.key if isinstance(tree, Name) else ""


def nested(routine: Routine) -> Iterator[Routine]:
    """The functions and threads that stand in one, and in those."""
    for group, _ in routine.in_groups():
        for statement in group.statements if group.is_alone else ():
            if isinstance(statement, Routine):
                yield statement
                yield from nested(statement)


def trees_in(statement: Statement) -> Iterator[Tree]:
    """The expressions of a statement."""
    match statement:
        case Assign(value=tree) | Give(value=tree) | Leap(of=tree):
            if tree is not None:
                yield tree
            if isinstance(statement, Assign) and isinstance(statement.target, Item):
                yield statement.target.at
        case Do(tree=tree):
            yield tree
        case If(condition=tree) | Else(condition=tree) | While(condition=tree):
            if isinstance(tree, tuple):
                yield tree
