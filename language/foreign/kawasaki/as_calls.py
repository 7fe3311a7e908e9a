"""What programs call, which of them runs first, and which come to their end at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from language.foreign.kawasaki.backups.as_backup import Backup, Programs, constants, first_values
from language.foreign.kawasaki.backups.as_sections import Given, Placed, Stretch
from language.foreign.kept.label_numbers import numbers_of


def first_program(code: Programs, programs: Sequence[str]) -> str:
    """The name of the program, in capitals; "" where there is none.

    code: That of the file alone. Programs of tasks of their own never move and are not taken where
    another one is there.
    """
    calls: dict[str, set[str]] = {name: set() for name in programs}
    called, tasks, moving = set[str](), set[str](), set[str]()
    for here, stretches in code.items():
        found = set[str]().union(*(stretch.named for _, stretch in stretches)) - {here}
        found |= _called_by_text(stretches, programs) - {here}
        called |= found
        calls.setdefault(here, set()).update(found)
        tasks.update(*(stretch.tasks for _, stretch in stretches))
        if any(stretch.moves for _, stretch in stretches):
            moving.add(here)
    free = [name for name in programs if name not in called and name not in tasks]
    reached = {name: _reached(name, calls) for name in free or programs}
    most = max((len(each & moving) for each in reached.values()), default=0)
    return next((name for name, each in reached.items() if len(each & moving) == most), "")


def take_constants(backup: Backup) -> None:
    """Gives a backup what the programs set that no call from the first one reaches.

    A controller runs them when it is switched on, or as tasks of their own: their names are set.
    Their constants are taken, and what they set first, as do programs of other files.
    """
    code = backup.code
    calls = _calls_of(code)
    first = first_program(backup.own_code, [name for name in code if name])
    reached = _reached(first, calls)
    idle = [each for name, own in code.items() if name not in reached for each in own]
    if not idle and not backup.elsewhere:
        return
    run = set[str]().union(*(stretch.sets for name in reached for _, stretch in code.get(name, ())))
    known = {given.key for given in (*backup.numbers.values(), *backup.places.values())}
    _add(backup, constants(idle).values(), run | known)
    known |= {given.key for given in (*backup.numbers.values(), *backup.places.values())}
    mine = first_values(own for name, own in code.items() if name and name not in reached)
    theirs = (given for key, given in backup.elsewhere.items() if key not in mine)
    _add(backup, (*mine.values(), *theirs), run | known)


def _add(backup: Backup, more: Iterable[Given], known: Set[str]) -> None:
    """Adds values of names that have none. known: Those that have, without index."""
    used = backup.names
    for given in more:
        if given.key not in known and given.key in used and given.key not in backup.clashes:
            values = backup.numbers if len(given.numbers) == 1 else backup.places
            values.setdefault(given.name.upper(), given)


def _calls_of(code: Programs) -> dict[str, set[str]]:
    """The programs that each program calls."""
    return {
        name: {called for _, stretch in own for _, called in stretch.calls}
        | _called_by_text(own, code)
        for name, own in code.items()
    }


def _called_by_text(
    stretches: Sequence[tuple[Placed, Stretch]], programs: Iterable[str]
) -> set[str]:
    """The programs that a program may call by a text: their names begin with one of its strings."""
    if not any(stretch.calls_by_text for _, stretch in stretches):
        return set()
    strings = {text for _, stretch in stretches for text in stretch.strings if text}
    return {name for name in programs if any(name.startswith(text) for text in strings)}


def _reached(name: str, calls: Mapping[str, set[str]]) -> set[str]:
    """The programs that a program leads to, itself among them."""
    found, open_ = {name}, [name]
    while open_:
        for each in calls.get(open_.pop(), ()):
            if each not in found:
                found.add(each)
                open_.append(each)
    return found


def brief_programs(code: Programs) -> frozenset[str]:
    """The programs, in capitals, that come to their end without a wait, a motion or a loop."""
    calls = _calls_of(code)
    long = {name for name, own in code.items() if any(stretch.is_long for _, stretch in own)}
    reached = {name: _reached(name, calls) for name in calls}
    return frozenset(
        name
        for name, each in reached.items()
        if not each & long and each <= calls.keys() and not _is_in_a_ring(name, calls)
    )


def _is_in_a_ring(name: str, calls: Mapping[str, set[str]]) -> bool:
    """Whether a program calls itself, directly or not."""
    return any(name in _reached(each, calls) for each in calls.get(name, ()))


def last_lines(sections: Sequence[Placed]) -> list[bool]:
    """For each section whether its last statement is the last one of a program."""
    found, is_edge = list[bool](), True
    for placed in reversed(sections):
        found.append(is_edge)
        first = placed.section.starts_at_edge
        is_edge = is_edge if first is None else first
    return found[::-1]


def labels_of(code: Programs) -> dict[tuple[str, str], int]:
    """Our numbers of the labels of programs, by the name of the program and of the label, in
    capitals."""
    found = dict[tuple[str, str], int]()
    for name, own in code.items():
        labels = frozenset[str]().union(*(stretch.labels for _, stretch in own))
        found |= {(name, label): number for label, number in numbers_of(labels).items()}
    return found
