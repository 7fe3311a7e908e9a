"""What stands in a RAPID module before anything runs: routines, data, and names that change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.predefined import PREDEFINED
from scenes.makers.rapid.rapid_declarations import Declaration, declaration_of, is_declaration
from scenes.makers.rapid.rapid_groups import PlacedGroup, groups_of
from scenes.makers.rapid.rapid_stretches import DISPLACING, LOCALS, OBJECT, ROUTINE_ENDS, Stretch
from scenes.makers.rapid.rapid_text import ROUTINES, Statement, Token, read_text
from scenes.makers.rapid.rapid_trees import TreeError
from scenes.makers.rapid.rapid_values import MOST_ITEMS, value_of

MOVING = frozenset({"JOINTTARGET", "TOOLDATA", "WOBJDATA", "SPEEDDATA", "ZONEDATA"})
NUMBERS, TRUTHS, TARGETS = frozenset({"NUM", "DNUM", "BYTE"}), frozenset({"BOOL"}), "ROBTARGET"
BY_REFERENCE = frozenset({"VAR", "INOUT", "PERS"})
DEFAULTS: dict[str, object] = {"NUM": 0.0, "DNUM": 0.0, "BOOL": False, "STRING": ""}
MAIN = "MAIN"


@dataclass(frozen=True)
class Routine:
    """A routine with its head.

    kind: PROC, FUNC, TRAP or RECORD. parameters: Types and names in capitals. changes: Whether it
    changes each of them for its caller. optional: Whether a call may leave each of them out.
    groups: Its text, the head first. result: The type that a FUNC gives, "" of others. copies:
    Parameters that it changes for itself alone.
    """

    kind: str
    key: str
    parameters: tuple[tuple[str, str], ...]
    changes: tuple[bool, ...]
    optional: tuple[bool, ...]
    groups: tuple[PlacedGroup, ...]
    result: str = ""
    copies: frozenset[str] = frozenset()

    @property
    def head(self) -> Statement:
        """Its head, whose lines count from the first line of its passage."""
        head = self.groups[0].group.placed[0].stretch.pieces[0]
        assert isinstance(head, Statement)
        return head

    @property
    def above(self) -> int:
        """Number of lines above the passage of its head."""
        group, above = self.groups[0]
        return above + group.placed[0].above

    @property
    def signature(self) -> tuple[object, ...]:
        """What its callers see of it."""
        return (
            *(self.kind, self.key, self.parameters, self.changes, self.optional),
            *(self.result, self.copies),
        )


class Facts(NamedTuple):
    """What a module does somewhere, on which all of its motions depend.

    displaces: Its program displacement. has_objects: It names a work object. slows: VelSet with
    less than the full speed.
    """

    displaces: bool
    has_objects: bool
    slows: bool


NOTHING = Facts(False, False, False)


@dataclass
class Module:
    """The parts of a module.

    data: The text outside of routines, in its order. changed: Names that some statement changes:
    their values are known only while the program runs. words: Those of its code, in capitals, of
    which one decides on all of it: signals, and what displaces.
    """

    data: list[PlacedGroup] = field(default_factory=list)
    routines: list[Routine] = field(default_factory=list)
    changed: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    facts: Facts = NOTHING

    @property
    def data_stretches(self) -> tuple[Stretch, ...]:
        """The stretches of the text outside of routines."""
        return tuple(chain.from_iterable(group.stretches for group, _ in self.data))


def dimensions(kind: str) -> int:
    """Number of dimensions of a parameter with a type; 0 for one value."""
    return kind.count(",") + 1 if kind.endswith("}") else 0


def module_of(text: str) -> Module:
    """The parts of the text of a module."""
    module = Module()
    inside, every = list[PlacedGroup](), list(groups_of(text))
    for each in every:
        if not inside and not each.group.is_head:
            module.data.append(each)
            continue
        inside.append(each)
        if each.group.is_end:
            module.routines.append(_routine(tuple(inside)))
            inside = []
    if inside:
        module.routines.append(_routine(tuple(inside)))
    changed = frozenset[str]().union(*(group.changed for group, _ in every))
    module.changed = changed.union(_changed_by_calls(module))
    words = frozenset[str]().union(*(group.telling for group, _ in every))
    slows = any(group.slows for group, _ in every)
    module.facts = Facts(not DISPLACING.isdisjoint(words), OBJECT in words, slows)
    module.words = words
    return module


def _routine(groups: tuple[PlacedGroup, ...]) -> Routine:
    """A routine of its text."""
    head = groups[0].group.placed[0].stretch.pieces[0]
    assert isinstance(head, Statement)
    tokens = [token for token in head.tokens if token.key not in LOCALS]
    kind = tokens[0].key
    at = 2 if kind == "FUNC" else 1
    key = tokens[at].key if len(tokens) > at else ""
    named = list(_parameters(tokens[at + 1 :]))
    changed = frozenset[str]().union(*(group.changed for group, _ in groups))
    parameters = tuple((words[-2], words[-1]) for words, _ in named)
    changes = tuple(words[0] in BY_REFERENCE and words[-1] in changed for words, _ in named)
    copies = frozenset(
        words[-1] for words, _ in named if words[0] not in BY_REFERENCE and words[-1] in changed
    )
    result = tokens[1].key if kind == "FUNC" else ""
    optional = tuple(each for _, each in named)
    return Routine(kind, key, parameters, changes, optional, groups, result, copies)


def _parameters(tokens: Sequence[Token]) -> Iterator[tuple[list[str], bool]]:
    """The words of each parameter of a head in capitals; whether a call may leave it out.

    `\\switch on | switch off` are two that may be left out. The type of an array ends with {},
    that of one with two dimensions with {,}.
    """
    found: list[tuple[list[str], bool]] = [([], False)]
    opened = 0
    for token in tokens:
        opened += (token.text == "{") - (token.text == "}")
        if len(found[-1][0]) >= 2 and (token.text in "{}" or (opened and token.text == ",")):
            found[-1][0][-2] += token.text
        elif opened == 0 and token.text in (",", "\\", "|"):
            found.append(([], token.text != ","))
        elif token.kind == "word":
            found[-1][0].append(token.key)
    return (each for each in found if len(each[0]) >= 2)


def _changed_by_calls(module: Module) -> Iterator[str]:
    """The names that stand where a routine may change its arguments."""
    for routine in module.routines:
        if not any(routine.changes):
            continue
        for caller in module.routines:
            for group, _ in caller.groups:
                yield from group.calls.get(routine.key, ())


class Values(dict[str, object]):
    """What names are worth before a run; origins says from which file a value comes."""

    def __init__(self) -> None:
        super().__init__(PREDEFINED)
        self.origins: dict[str, str] = {}
        self.kinds: dict[str, str] = {}
        self.sizes: dict[str, tuple[int, ...]] = {}

    def take(self, declaration: Declaration, origin: str = "") -> None:
        """Takes a declaration; one whose value is not known has none."""
        key = declaration.key
        self.kinds[key] = declaration.kind
        try:
            sizes = [value_of(size, self) for size in declaration.sizes]
            self.sizes[key] = tuple(int(size) for size in sizes if type(size) is float)
            if declaration.value is not None:
                literal = declaration.literal
                self[key] = value_of(declaration.value, self) if literal is None else literal
            elif declaration.kind in DEFAULTS:
                self[key] = _filled(list(self.sizes[key]), DEFAULTS[declaration.kind])
            else:
                self.pop(key, None)
            if origin:
                self.origins[key] = origin
        except UnknownError:
            self.pop(key, None)

    def copy(self) -> Values:
        """The same values, of which one may be changed."""
        found = Values()
        found.update(self)
        found.origins, found.kinds = dict(self.origins), dict(self.kinds)
        found.sizes = dict(self.sizes)
        return found

    def noted(self, keys: Iterable[str]) -> dict[str, object]:
        """All that is known of names, as a value."""
        return {
            key: (key in self, self.get(key), self.kinds.get(key), self.sizes.get(key))
            for key in keys
        }

    def put_back(
        self, noted: Mapping[str, tuple[bool, object, str | None, tuple[int, ...]]]
    ) -> None:
        """What `noted` has told is known again."""
        for key, (is_known, value, kind, sizes) in noted.items():
            for table in (self, self.kinds, self.sizes):
                table.pop(key, None)
            if is_known:
                self[key] = value
            if kind is not None:
                self.kinds[key] = kind
            if sizes is not None:
                self.sizes[key] = sizes

    def forget(self, keys: Iterable[str]) -> None:
        """From here on these names have no value before a run."""
        for key in keys:
            self.pop(key, None)


def _filled(sizes: list[int], value: object) -> object:
    """An array of these sizes; UnknownError where it is larger than any array."""
    if not sizes:
        return value
    if sizes[0] * max(1, *sizes[1:], 1) > MOST_ITEMS:
        raise UnknownError("this array is too large")
    return [_filled(sizes[1:], value) for _ in range(sizes[0])]


@lru_cache(maxsize=64)
def shared_data(text: str) -> tuple[tuple[Declaration, int], ...]:
    """The declarations of another module of a task with their lines; LOCAL ones are its own."""
    found = list[tuple[Declaration, int]]()
    inside = False
    for piece in read_text(text):
        if not isinstance(piece, Statement):
            continue
        keys = [token.key for token in piece.tokens[:2]]
        if (ROUTINES - {"MODULE"}) & set(keys[: 2 if keys[0] == "LOCAL" else 1]):
            inside = True
        elif piece.key in ROUTINE_ENDS:
            inside = False
        elif not inside and keys[0] != "LOCAL" and is_declaration(piece):
            try:
                found.append((declaration_of(piece), piece.line))
            except TreeError:
                continue
    return tuple(found)
