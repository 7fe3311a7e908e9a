"""Reads `allow` of a cell file: pairs that may touch always, at times, or at named pieces only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from geometry import named_parts
from scenes.files.body_names import Pairs, expanded_pair
from scenes.files.schema import CellIn, ContactIn
from scenes.files.text.documents import Faults
from scenes.world.allowed_contacts import ALWAYS, has_sub
from scenes.world.cell import Body, Exemption, Part
from scenes.world.robot import Robot


class Contacts(NamedTuple):
    """Pairs that may always touch, and exemptions for certain times or named pieces."""

    allowed: Pairs
    exemptions: tuple[Exemption, ...]


def contacts_of(
    file: CellIn,
    robot: Robot | None,
    fixtures: Sequence[Body],
    parts: Sequence[Part],
    faults: Faults,
) -> Contacts:
    """The contacts that the cell and its robot allow. `faults` collects the faults."""
    whole = {*file.fixtures, *file.parts}
    allowed: set[tuple[str, str]] = set()
    if robot is not None:
        whole |= {f"{robot.name}.{name}" for name in robot.body_names}
        allowed = {(f"{robot.name}.{a}", f"{robot.name}.{b}") for a, b in robot.allowed}
    entries = [_pair_of(entry, i) for i, entry in enumerate(file.allow)]
    # Only a name with a point can be that of a sub-solid: most cells need no list of them.
    named = any("." in side for pair, _, _ in entries for side in pair)
    subs = _sub_solids(robot, fixtures, parts) if named else {}
    built = {body.name for body in fixtures} | {part.name for part in parts}
    doubtful = _Doubtful(faults, robot is not None, frozenset(built))
    exemptions: list[Exemption] = []
    for i, (pair, phase, loc) in enumerate(entries):
        if any(faults.is_unsound(place) for place in (loc, (*loc, 0), (*loc, 1))):
            continue
        names = [*whole, *subs] if any("." in side for side in pair) else [*whole]
        for names_ab in sorted(expanded_pair(pair, names, loc, faults, doubtful)):
            (a, sub_a), (b, sub_b) = (subs.get(name, (name, "")) for name in names_ab)
            if a == b:
                continue
            if phase == ALWAYS and not (sub_a or sub_b):
                allowed.add(names_ab)
                continue
            if phase != ALWAYS and not {a, b} & {*file.parts}:
                message = f"neither {a} nor {b} is a part: only a part rests or is gripped"
                faults.add(("allow", i, "while"), message)
                break
            exemptions.append(Exemption(a, sub_a, b, sub_b, phase))
    return Contacts(frozenset(allowed), tuple(exemptions))


@dataclass(frozen=True)
class _Doubtful:
    """Tells whether an unknown name may be right: its body may be missing only because of a fault.

    The fault itself is reported at the place of the body.
    """

    faults: Faults
    has_robot: bool
    built: frozenset[str]

    def __call__(self, pattern: str) -> bool:
        head = pattern.partition(".")[0]
        if any(self.faults.is_unsound((section,)) for section in ("fixtures", "parts")):
            return True
        data = self.faults.document.data
        standing = {*_keys(data, "fixtures"), *_keys(data, "parts")}
        robots = set() if self.has_robot else _keys(data, "robots")
        return any(fnmatchcase(name, head) for name in (standing - self.built) | robots)


def _keys(data: dict[str, Any], section: str) -> set[str]:
    """The names in a section of a file, sound or faulty."""
    given = data.get(section)
    return set(given) if isinstance(given, dict) else set()


def _pair_of(entry: ContactIn | list[str], i: int) -> tuple[list[str], str, tuple[str | int, ...]]:
    """The pair of an entry of `allow`, its phase, and the place of the pair in the file."""
    if isinstance(entry, ContactIn):
        return entry.pair, entry.while_, ("allow", i, "pair")
    return entry, ALWAYS, ("allow", i)


def _sub_solids(
    robot: Robot | None, fixtures: Sequence[Body], parts: Sequence[Part]
) -> dict[str, tuple[str, str]]:
    """For each name `body.sub` the body and its sub-solid, if the sub-solid can touch anything."""
    solids = {body.name: body.solid for body in fixtures}
    solids |= {part.name: part.solid for part in parts}
    if robot is not None:
        solids |= {f"{robot.name}.{body.name}": body.solid for body in robot.bodies}
        solids |= {f"{robot.name}.{finger.name}": finger.solid for finger in robot.fingers}
    return {
        f"{body}.{sub}": (body, sub)
        for body, solid in solids.items()
        for sub in named_parts(solid)
        if has_sub(solid, sub)
    }
