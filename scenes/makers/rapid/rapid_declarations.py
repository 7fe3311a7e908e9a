"""Declarations of RAPID data: `CONST robtarget p1:=[..];` and their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenes.makers.rapid.rapid_text import Statement, Token
from scenes.makers.rapid.rapid_trees import Tree, TreeError, tree_of

SCOPES, STORAGES = ("LOCAL", "TASK"), ("CONST", "PERS", "VAR")


@dataclass(frozen=True)
class Declaration:
    """Data with a type. value: None where none is given. sizes: Of an array, () for one value."""

    storage: str
    kind: str
    key: str
    sizes: tuple[Tree, ...]
    value: Tree | None


def is_declaration(statement: Statement) -> bool:
    """Whether a statement declares data."""
    keys = [token.key for token in statement.tokens[:2]]
    return keys[0] in STORAGES or (keys[0] in SCOPES and keys[-1] in STORAGES)


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
