"""The types of KRL variables: structures with their fields, and what a variable is in our language.

A structure is kept as its leaves: `stack[1].fill` is the variable STACK.FILL[1].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from language.foreign.commas import between_commas

FRAMES = frozenset({"FRAME", "POS", "E6POS"})
AXES = frozenset({"AXIS", "E6AXIS"})
NUMBERS = frozenset({"INT", "REAL", "BOOL", "CHAR"})
INT, NUMBER, FRAME, JOINTS, TEXT = "int", "number", "frame", "joints", "text"
MOST_LEAVES = 200
STRUC = re.compile(r"(?:GLOBAL\s+)?STRUC\s+(\w+)\s+(.+)", re.IGNORECASE)
ENUM = re.compile(r"(?:GLOBAL\s+)?ENUM\s+(\w+)\s+.+", re.IGNORECASE)
DECLARED = re.compile(
    r"(?:GLOBAL\s+)?(DECL\s+)?(?:GLOBAL\s+)?(?:CONST\s+)?(\w+)\s+(\$?[A-Za-z_].*)", re.IGNORECASE
)
FUNCTION = re.compile(r"(?:GLOBAL\s+)?DEFFCT\s+(\w+)(?:\[\])?\s+(\w+)\s*\((.*)\)", re.IGNORECASE)
BEGIN = re.compile(r"(?:GLOBAL\s+)?DEF(?:FCT)?\b", re.IGNORECASE)
PROGRAM = re.compile(r"(?:GLOBAL\s+)?DEF\s+(\w+)\s*\((.*)\)", re.IGNORECASE)


class Leaf(NamedTuple):
    """A part of a variable that has a value of its own. path: Its fields, "" for the whole."""

    path: str
    kind: str


class Parameter(NamedTuple):
    """A parameter of a program. by_value: IN; else changes are seen outside."""

    name: str
    by_value: bool


@dataclass
class Types:
    """What the declarations of a program say of its names, all in capitals.

    structures: The fields of each type with their types and whether they are arrays. declared: The
    type of a variable, by the program that declares it ("" for all) and its name. functions: The
    type of what each function gives. parameters: Of programs and functions.
    """

    structures: dict[str, tuple[tuple[str, str, bool], ...]] = field(default_factory=dict)
    enumerations: set[str] = field(default_factory=set)
    declared: dict[tuple[str, str], str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, tuple[Parameter, ...]] = field(default_factory=dict)

    def own(self) -> Types:
        """The same declarations, to which a program may add its own."""
        return Types(
            dict(self.structures),
            set(self.enumerations),
            dict(self.declared),
            dict(self.functions),
            dict(self.parameters),
        )

    def read(self, codes: Iterable[str], is_data: bool = False) -> None:
        """Takes the declarations of a text. is_data: Whether it is a file of values."""
        inside = ""
        for code in codes:
            if BEGIN.match(code) and not is_data:
                inside = self._begin(code) or inside
                continue
            found = STRUC.fullmatch(code)
            if found is not None:
                self.structures[found[1].upper()] = tuple(_fields(found[2]))
            elif (enum := ENUM.fullmatch(code)) is not None:
                self.enumerations.add(enum[1].upper())
            else:
                for name, kind in self.names_in(code):
                    self.declared[inside, name] = kind

    def _begin(self, code: str) -> str:
        """Takes the head of a program or a function; its name, "" where it is none."""
        function, program = FUNCTION.fullmatch(code), PROGRAM.fullmatch(code)
        if function is not None:
            self.functions[function[2].upper()] = function[1].upper()
            self.parameters[function[2].upper()] = tuple(_parameters(function[3]))
            return function[2].upper()
        if program is not None:
            self.parameters[program[1].upper()] = tuple(_parameters(program[2]))
            return program[1].upper()
        return ""

    def names_in(self, code: str) -> Iterator[tuple[str, str]]:
        """The names that a line declares, with their type; none for another line."""
        found = DECLARED.fullmatch(code)
        if found is None:
            return
        kind = found[2].upper()
        is_known = kind in NUMBERS | FRAMES | AXES | self.enumerations or kind in self.structures
        if not found[1] and not is_known:
            return
        for part in between_commas(found[3]):
            name = re.match(r"\$?\w+", part.strip())
            if name is not None:
                yield name[0].upper(), kind

    def type_of(self, name: str, program: str) -> str:
        """The type of a variable in a program; "" where none is declared."""
        return self.declared.get((program, name)) or self.declared.get(("", name), "")

    def kind_of(self, kind: str) -> str:
        """What a type is in our language; "" for a structure."""
        if kind in FRAMES:
            return FRAME
        if kind in AXES:
            return JOINTS
        if kind in self.structures:
            return ""
        return INT if kind in ("INT", "CHAR") else NUMBER

    def leaves(self, kind: str, depth: int = 0) -> tuple[Leaf, ...]:
        """The parts of a type that have values of their own; texts are left out."""
        whole = self.kind_of(kind)
        if whole:
            return (Leaf("", whole),)
        found = list[Leaf]()
        for name, inner, is_array in self.structures[kind] if depth < 8 else ():
            if inner == "CHAR" and is_array:
                continue
            for leaf in self.leaves(inner, depth + 1):
                found.append(Leaf(f"{name}.{leaf.path}".rstrip("."), leaf.kind))
        return tuple(found[:MOST_LEAVES])

    def field_type(self, kind: str, name: str) -> str:
        """The type of a field of a structure; "" where it has none of this name."""
        return next((t for n, t, _ in self.structures.get(kind, ()) if n == name), "")


def _fields(text: str) -> Iterator[tuple[str, str, bool]]:
    kind = ""
    for part in between_commas(text):
        words = part.split(None, 1)
        if len(words) == 2 and not words[1].lstrip().startswith("["):
            kind, part = words[0].upper(), words[1]
        name = re.match(r"\w+", part.strip())
        if name is not None and kind:
            yield name[0].upper(), kind, "[" in part


def _parameters(text: str) -> Iterator[Parameter]:
    for part in between_commas(text) if text.strip() else ():
        name, _, way = part.partition(":")
        yield Parameter(name.strip().rstrip("[]").upper(), way.strip().upper() == "IN")
