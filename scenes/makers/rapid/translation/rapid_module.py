"""What stands in a RAPID module before anything runs: routines, data, and names that change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.predefined import PREDEFINED
from scenes.makers.rapid.rapid_declarations import Declaration, declaration_of, is_declaration
from scenes.makers.rapid.rapid_text import ROUTINES, Remark, Statement, read_text
from scenes.makers.rapid.rapid_trees import TreeError
from scenes.makers.rapid.rapid_values import MOST_ITEMS, value_of

ROUTINE_ENDS = frozenset({"ENDPROC", "ENDFUNC", "ENDTRAP", "ENDRECORD"})
# Instructions whose first argument is changed.
CHANGING = frozenset({"INCR", "DECR", "ADD", "CLEAR", "TPREADNUM", "TPREADFK", "TPREADDNUM"})
MOVING = frozenset({"JOINTTARGET", "TOOLDATA", "WOBJDATA", "SPEEDDATA", "ZONEDATA"})
NUMBERS, TRUTHS, TARGETS = frozenset({"NUM", "DNUM", "BYTE"}), frozenset({"BOOL"}), "ROBTARGET"
BY_REFERENCE = frozenset({"VAR", "INOUT", "PERS"})
DEFAULTS: dict[str, object] = {"NUM": 0.0, "DNUM": 0.0, "BOOL": False, "STRING": ""}
MAIN = "MAIN"


@dataclass(frozen=True)
class Routine:
    """A routine with its head. kind: PROC, FUNC, TRAP or RECORD. parameters: Types and names.
    changes: Whether it changes each of them for its caller."""

    kind: str
    key: str
    parameters: tuple[tuple[str, str], ...]
    changes: tuple[bool, ...]
    pieces: tuple[Statement | Remark, ...]


@dataclass
class Module:
    """The parts of a module.

    data: Its declarations outside of routines, with remarks, in the order of the text. declared:
    They by their names in capitals. read: They by the identity of their statement. changed: Names
    that some statement changes: their values are known only while the program runs. words: All
    words of its code, in capitals.
    """

    data: list[Statement | Remark] = field(default_factory=list)
    routines: list[Routine] = field(default_factory=list)
    declared: dict[str, Declaration] = field(default_factory=dict)
    read: dict[int, Declaration] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


def module_of(text: str) -> Module:
    """The parts of the text of a module."""
    module = Module()
    head: Statement | None = None
    inside = list[Statement | Remark]()
    changed, words = set[str](), set[str]()
    for piece in read_text(text):
        if isinstance(piece, Statement):
            words.update(token.key for token in piece.tokens if token.kind == "word")
            changed.update(changed_by(piece))
            key = piece.tokens[0].key
            key = piece.tokens[1].key if key in ("LOCAL", "TASK") and piece.tokens[1:] else key
            if head is None and key in ROUTINES - {"MODULE"}:
                head, inside = piece, []
                continue
        if head is None:
            module.data.append(piece)
            if isinstance(piece, Statement) and is_declaration(piece):
                _declare(module, piece)
            continue
        inside.append(piece)
        if isinstance(piece, Statement) and piece.key in ROUTINE_ENDS:
            module.routines.append(_routine(head, inside))
            head = None
    if head is not None:
        module.routines.append(_routine(head, inside))
    by_key = {routine.key: routine for routine in module.routines}
    changed.update(_changed_by_calls(module, by_key))
    module.changed, module.words = frozenset(changed), frozenset(words)
    return module


def _declare(module: Module, statement: Statement) -> None:
    try:
        found = declaration_of(statement)
    except TreeError:
        return  # told where the statement is translated
    module.read[id(statement)] = found
    module.declared.setdefault(found.key, found)


def _routine(head: Statement, inside: list[Statement | Remark]) -> Routine:
    """A routine of its head and what stands behind it."""
    tokens = [token for token in head.tokens if token.key not in ("LOCAL", "TASK")]
    kind = tokens[0].key
    at = 2 if kind == "FUNC" else 1
    key = tokens[at].key if len(tokens) > at else ""
    parts: list[list[str]] = [[]]
    for token in tokens[at + 1 :]:
        if token.text == ",":
            parts.append([])
        elif token.kind == "word":
            parts[-1].append(token.key)
    named = [part for part in parts if len(part) >= 2]
    parameters = tuple((part[-2], part[-1]) for part in named)
    statements = [piece for piece in inside if isinstance(piece, Statement)]
    changed = {name for statement in statements for name in changed_by(statement)}
    changes = tuple(part[0] in BY_REFERENCE and part[-1] in changed for part in named)
    return Routine(kind, key, parameters, changes, (head, *inside))


def changed_by(statement: Statement) -> Iterator[str]:
    """The names that an assignment or an instruction changes."""
    tokens = statement.tokens
    if tokens[0].key in ("IF",) and ":=" in [token.text for token in tokens]:
        at = next(i for i, token in enumerate(tokens) if token.text == ":=")
        yield from (token.key for token in tokens[1:at] if token.kind == "word")
    elif len(tokens) > 1 and tokens[0].kind == "word":
        if tokens[1].text in (":=", ".", "{") and ":=" in [token.text for token in tokens]:
            yield tokens[0].key
        elif tokens[0].key in CHANGING | {"FOR"} and tokens[1].kind == "word":
            yield tokens[1].key


def _changed_by_calls(module: Module, by_key: dict[str, Routine]) -> Iterator[str]:
    """The names that stand where a routine may change its arguments."""
    routines = {key: each for key, each in by_key.items() if any(each.changes)}
    if not routines:
        return
    for routine in module.routines:
        for piece in routine.pieces:
            if isinstance(piece, Statement) and piece.key in routines:
                yield from (token.key for token in piece.tokens[1:] if token.kind == "word")


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
                self[key] = value_of(declaration.value, self)
            elif declaration.kind in DEFAULTS:
                self[key] = _filled(list(self.sizes[key]), DEFAULTS[declaration.kind])
            else:
                self.pop(key, None)
            if origin:
                self.origins[key] = origin
        except UnknownError:
            self.pop(key, None)

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
