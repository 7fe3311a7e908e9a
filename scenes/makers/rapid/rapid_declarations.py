"""Declarations of RAPID data: `CONST robtarget p1:=[..];` and their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from language.foreign.kept.states import State, frozen
from scenes.makers.rapid.rapid_text import Statement, Token
from scenes.makers.rapid.rapid_trees import Aggregate, Literal, Name, Tree, TreeError, tree_of
from scenes.makers.rapid.rapid_values import value_of

VALUES = frozenset({"word", "number", "text", "rows"})
SIGN_WORDS = frozenset({"AND", "OR", "NOT", "XOR", "DIV", "MOD"})
SCOPES, STORAGES = ("LOCAL", "TASK"), ("CONST", "PERS", "VAR")
NO_VALUE = Name("")  # no data have this name


@dataclass(frozen=True, eq=False)
class Declaration:
    """Data with a type. value: None where none is given. sizes: Of an array, () for one value.
    fault: Why the value is not read, "" where it is."""

    storage: str
    kind: str
    key: str
    sizes: tuple[Tree, ...]
    value: Tree | None
    fault: str = ""

    @cached_property
    def literal(self) -> object | None:
        """The value that no name decides on; None for another one. Nobody changes it."""
        is_plain = self.value is not None and not self.sizes and _is_plain(self.value)
        return value_of(self.value, {}) if is_plain and self.value is not None else None

    @cached_property
    def worth(self) -> State | None:
        """The literal value as one that can be compared; None for another one."""
        literal = self.literal
        told = (self.storage, self.kind, frozen(literal))
        return None if literal is None else State(told)


def _is_plain(tree: Tree) -> bool:
    """Whether a value is made of literals."""
    if isinstance(tree, Aggregate):
        return all(map(_is_plain, tree.parts))
    return isinstance(tree, Literal)


def is_declaration(statement: Statement) -> bool:
    """Whether a statement declares data."""
    keys = [token.key for token in statement.tokens[:2]]
    return keys[0] in STORAGES or (keys[0] in SCOPES and keys[-1] in STORAGES)


def declared_by(statement: Statement) -> Declaration:
    """The declaration of a statement; one whose value is not read keeps its name and type.

    While a value is typed, its data are still known to the lines that use them. Raises TreeError.
    """
    try:
        return declaration_of(statement)
    except TreeError as why:
        texts = [token.text for token in statement.tokens]
        if ":=" not in texts:
            raise
        head = replace(statement, tokens=statement.tokens[: texts.index(":=")])
        return replace(declaration_of(head), value=NO_VALUE, fault=str(why))


def declaration_of(statement: Statement) -> Declaration:
    """The declaration of a statement. Raises TreeError where it is not read."""
    tokens = list(statement.tokens)
    while tokens and tokens[0].key in SCOPES:
        tokens.pop(0)
    if len(tokens) < 3 or any(token.kind != "word" for token in tokens[:3]):
        raise TreeError("a declaration has a type and a name")
    storage, kind, name = (token.key for token in tokens[:3])
    rest = tokens[3:]
    sizes = tuple[Tree, ...]()
    if rest and rest[0].text == "{":
        end = next((at for at, token in enumerate(rest) if token.text == "}"), None)
        if end is None:
            raise TreeError("} is missing")
        sizes = tuple(tree_of(part) for part in _parted(rest[1:end]))
        rest = rest[end + 1 :]
    if not rest:
        return Declaration(storage, kind, name, sizes, None)
    if rest[0].text != ":=":
        raise TreeError(f"{rest[0].text} does not belong here")
    return Declaration(storage, kind, name, sizes, tree_of(rest[1:]))


def _parted(tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens between commas."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def instructions_behind(tokens: tuple[Token, ...]) -> Iterator[int]:
    """Where an instruction behind `IF condition` may begin, the last place first: at a word that
    stands behind a value."""
    for at in range(len(tokens) - 1, 1, -1):
        token, before = tokens[at], tokens[at - 1]
        is_behind = before.kind in VALUES or before.text in (")", "}", "]")
        if token.kind == "word" and is_behind and not {token.key, before.key} & SIGN_WORDS:
            yield at


def is_assignment(tokens: tuple[Token, ...]) -> bool:
    """Whether `:=` stands behind a name, its components and its indices."""
    opened = 0
    for token in tokens[1:]:
        if token.text == ":=" and opened == 0:
            return True
        opened += {"{": 1, "}": -1}.get(token.text, 0)
        if opened == 0 and token.text not in (".", "}") and token.kind != "word":
            return False
        if opened == 0 and token.kind == "word" and tokens[1].text not in (".", "{"):
            return False
    return False
