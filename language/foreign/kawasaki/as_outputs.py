"""Names that a program of AS passes to another one, which gives them their value.

`CALL measure(width)`, where the program gives its parameter a value: arguments go by reference. No
statement of the caller gives such a name a value, and it has none before the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from language.foreign.kawasaki.as_devices import NET
from language.foreign.kawasaki.as_tokens import NAME, Word, our_name, split
from language.foreign.kawasaki.backups.as_backup import Line
from language.foreign.kawasaki.backups.as_folder import HEAD, called_by, target_of
from language.foreign.kawasaki.backups.as_texts import parameters_of

# The names of a program here, in capitals, and whether they are places.
Kinds = dict[str, bool]
_PLACES = frozenset({"POINT", "SET", "HERE"})


def outputs_of(lines: Iterable[Line]) -> Mapping[str, Kinds]:
    """The names that only called programs give a value, by the program that has them as local ones,
    "" for global names."""
    finder = _Finder()
    program = ""
    for line in lines:
        head = HEAD.match(line.code)
        if head is not None:
            program = head[1].upper()
            names = parameters_of(line.code)
            finder.parameters[program] = [our_name(name).upper() for name in names]
        elif line.words:
            finder.read(program, line.words)
    return finder.outputs()


@dataclass
class _Finder:
    """Finds them. given: What statements of each program give a value. passed: Program, the one
    that it calls, the index of an argument, and the name there."""

    parameters: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, Kinds] = field(default_factory=dict)
    passed: list[tuple[str, str, int, str]] = field(default_factory=list)

    def read(self, program: str, words: list[Word]) -> None:
        """Takes from one line what it gives a value, and what it passes."""
        given = self.given.setdefault(program, {})
        called = called_by(words)
        if called:
            opened = next((i for i, word in enumerate(words) if word.text == "("), len(words))
            for at, part in enumerate(split(words[opened + 1 : -1])):
                if _is_name_alone(part):
                    self.passed.append((program, called, at, our_name(part[0].text).upper()))
            return
        if words[0].key in NET:
            for part in split(words[1:]):
                if _is_name_alone(part):
                    given.setdefault(our_name(part[0].text).upper(), False)
            return
        name = words[1].text if words[0].key in ("HERE", "DECOMPOSE") and words[1:] else ""
        name = name or target_of(words).partition("[")[0]
        if name:
            given.setdefault(our_name(name).upper(), words[0].key in _PLACES)

    def outputs(self) -> Mapping[str, Kinds]:
        """The names, by the program that has them."""
        everywhere = {name for names in self.given.values() for name in names}
        found: dict[str, Kinds] = {}
        changed = True
        while changed:
            changed = False
            for program, called, at, name in self.passed:
                names = self.parameters.get(called, [])
                kind = self.given.get(called, {}).get(names[at]) if at < len(names) else None
                mine = self.given.setdefault(program, {})
                if kind is None or name in mine:
                    continue
                mine[name] = kind
                changed = True
                is_local = name.startswith("_")
                if name not in self.parameters.get(program, ()) and (
                    is_local or name not in everywhere
                ):
                    found.setdefault(program if is_local else "", {})[name] = kind
        return found


def _is_name_alone(words: list[Word]) -> bool:
    """Whether an argument goes by reference: a name, an element, or an array."""
    is_name = bool(words) and words[0].kind == NAME and "#" not in words[0].text[:2]
    return is_name and (len(words) == 1 or (words[1].text == "[" and words[-1].text == "]"))


def without_value(kinds: Kinds) -> list[str]:
    """Lines that make names known and give them no value: they are never run."""
    told = [
        f"    SET {name} = NULL" if is_place else f"    {name} = 0"
        for name, is_place in kinds.items()
    ]
    return ["  IF FALSE THEN", *told, "  END"] if told else []
