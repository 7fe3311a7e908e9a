"""What `allow` in a cell file means: which pairs may touch always, for a time, or only there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from geometry import named_parts
from scenes.cell import Body, Exemption, Part, Robot
from scenes.contacts import ALWAYS, has_sub
from scenes.documents import Faults
from scenes.names import Pairs, expanded_pair
from scenes.schema import CellIn, ContactIn


class Contacts(NamedTuple):
    """Pairs that may always touch, and those that may for a time or only in places."""

    allowed: Pairs
    exemptions: tuple[Exemption, ...]


def contacts_of(
    file: CellIn, robot: Robot, fixtures: Sequence[Body], parts: Sequence[Part], faults: Faults
) -> Contacts:
    """The contacts that the cell and its robot allow. Faults are collected."""
    whole = {f"{robot.name}.{name}" for name in robot.body_names} | {*file.fixtures, *file.parts}
    subs = _sub_solids(robot, fixtures, parts)
    # What is wrong with these is told where they stand; what pieces they have is not known.
    built = {body.name for body in fixtures} | {part.name for part in parts}
    unbuilt = {*file.fixtures, *file.parts} - built
    allowed = {(f"{robot.name}.{a}", f"{robot.name}.{b}") for a, b in robot.allowed}
    exemptions: list[Exemption] = []
    for i, said in enumerate(file.allow):
        pair, phase, loc = _said(said, i)
        if _speaks_of(pair, unbuilt):
            continue
        names = [*whole, *subs] if any("." in side for side in pair) else [*whole]
        for names_ab in sorted(expanded_pair(pair, names, loc, faults)):
            (a, sub_a), (b, sub_b) = (subs.get(name, (name, "")) for name in names_ab)
            if a == b:
                continue
            if phase == ALWAYS and not (sub_a or sub_b):
                allowed.add(names_ab)
                continue
            if phase != ALWAYS and not {a, b} & {*file.parts}:
                told = f"neither {a} nor {b} is a part: only a part rests or is gripped"
                faults.add(("allow", i, "while"), told)
                break
            exemptions.append(Exemption(a, sub_a, b, sub_b, phase))
    return Contacts(frozenset(allowed), tuple(exemptions))


def _speaks_of(pair: Sequence[str], bodies: set[str]) -> bool:
    """Whether a side of a pair names a piece of one of the bodies."""
    return any("." in side and side.partition(".")[0] in bodies for side in pair)


def _said(said: ContactIn | list[str], i: int) -> tuple[list[str], str, tuple[str | int, ...]]:
    """The pair of an entry, its phase, and where the pair stands."""
    if isinstance(said, ContactIn):
        return said.pair, said.while_, ("allow", i, "pair")
    return said, ALWAYS, ("allow", i)


def _sub_solids(
    robot: Robot, fixtures: Sequence[Body], parts: Sequence[Part]
) -> dict[str, tuple[str, str]]:
    """Body and sub-solid under `body.sub`, of every named sub-solid that can touch something."""
    solids = {f"{robot.name}.{body.name}": body.solid for body in robot.bodies}
    solids |= {f"{robot.name}.{finger.name}": finger.solid for finger in robot.fingers}
    solids |= {body.name: body.solid for body in fixtures} | {
        part.name: part.solid for part in parts
    }
    return {
        f"{body}.{sub}": (body, sub)
        for body, solid in solids.items()
        for sub in named_parts(solid)
        if has_sub(solid, sub)
    }
