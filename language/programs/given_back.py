"""Names to which called programs give a value: a parameter stands for the name in the CALL."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from language.expressions.trees import PROGRAM, Item, Name, NameUse
from language.programs.chunks import Key
from language.programs.program import Piece, Routine

Part = tuple[Sequence[Piece], Sequence[Routine]]  # of one file


class _Call(NamedTuple):
    """A CALL: its line, the calling and the called program, and the name at each argument."""

    line: int
    caller: Routine | None
    called: str
    names: tuple[str | None, ...]


def given_back(
    pieces: Sequence[Piece], routines: Sequence[Routine], others: Iterable[Part] = ()
) -> dict[Key, int]:
    """Kinds and names that get a value by a CALL in these pieces, with the line of the first one.

    A called program gives a value where it sets its parameter, or where a program does that to
    which it hands the parameter on.
    others: Pieces and routines of further files of the run, whose programs may be called.
    """
    files = [(pieces, routines), *others]
    called = {r.name: r for _, of_file in reversed(files) for r in of_file if r.parameters}
    if not called:
        return {}
    kinds: dict[str, dict[str, set[str]]] = {name: {} for name in called}
    for parts, of_file in files:
        for routine in of_file:
            if called.get(routine.name) is routine:
                kinds[routine.name] = _kinds_set(parts, routine)
    own = list(_calls(pieces, routines, called))
    calls = own + [call for part in files[1:] for call in _calls(*part, called)]
    while any(_hand_on(call, called[call.called], kinds) for call in calls):
        pass
    found: dict[Key, int] = {}
    for call in own:
        for kind, name in _set_by(call, called[call.called], kinds[call.called]):
            found.setdefault((kind, name), call.line)
    return found


def _kinds_set(pieces: Iterable[Piece], routine: Routine) -> dict[str, set[str]]:
    """For each parameter of a program the kinds as which its statements set it."""
    kinds: dict[str, set[str]] = {}
    for first, chunk in pieces:
        is_near = any(name in routine.parameters for _, name in chunk.defines)
        for offset, parsed in chunk.entries if is_near else ():
            if routine.first <= first + offset < routine.stop:
                _add_set(kinds, routine, parsed.uses)
    return kinds


def _add_set(kinds: dict[str, set[str]], routine: Routine, uses: Iterable[NameUse]) -> None:
    for use in uses:
        if use.defines and use.name in routine.parameters:
            kinds.setdefault(use.name, set()).add(use.kind)


def _calls(
    pieces: Iterable[Piece], routines: Sequence[Routine], called: Mapping[str, Routine]
) -> Iterator[_Call]:
    for first, chunk in pieces:
        if not any(kind == PROGRAM and name in called for kind, name in chunk.uses):
            continue
        for offset, parsed in chunk.entries:
            programs = [use.name for use in parsed.uses if use.kind == PROGRAM]
            given = parsed.arguments[-1] if parsed.arguments else None
            if programs and programs[0] in called and given and isinstance(given.value, tuple):
                names = tuple(_name(tree) for tree in given.value)
                line = first + offset
                caller = next((r for r in routines if r.first <= line < r.stop), None)
                yield _Call(line, caller, programs[0], names)


def _name(tree: object) -> str | None:
    return tree.token.key if isinstance(tree, Name | Item) else None


def _set_by(call: _Call, called: Routine, kinds: Mapping[str, set[str]]) -> Iterator[Key]:
    """Kinds and names of the caller that a call sets."""
    for parameter, name in zip(called.parameters, call.names, strict=False):
        if name is not None:
            yield from ((kind, name) for kind in kinds.get(parameter, ()))


def _hand_on(call: _Call, called: Routine, kinds: dict[str, dict[str, set[str]]]) -> bool:
    """Marks parameters of the caller that a call sets; whether any was not marked before."""
    own = kinds.get(call.caller.name) if call.caller is not None else None
    if own is None or call.caller is None:
        return False
    new = False
    for kind, name in list(_set_by(call, called, kinds[call.called])):
        if name in call.caller.parameters and kind not in own.setdefault(name, set()):
            own[name].add(kind)
            new = True
    return new
