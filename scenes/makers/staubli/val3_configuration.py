"""Configurations of VAL3: which joint values of a point are meant.

VAL3 reference manual 5.3 (D28062804A), 8.7.4: the shoulder is `lefty` where d1 sin(j2) + d2
sin(j2 + j3) + the offset of axis 2 is not negative, that is where the centre of the wrist lies in
front of axis 1, and `righty` behind it; the elbow is `epositive` where j3 is not negative, else
`enegative`; the wrist is `wpositive` where j5 is not negative, else `wnegative`. `ssame`, `esame`
and `wsame` allow no change, `sfree`, `efree` and `wfree` allow one. Where an axis turns more than
once the joint values nearest to those at the start are taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kinematics import Mechanism, inverse, limit_excesses, nearest_turns
from kinematics.arm.forward import link_poses
from scenes.world.frozen import Array
from scenes.world.robot import Controller

AXES = 6
ROUNDING = 1e-7  # rad, and mm of the wrist: zero that is written as a little less
BORDER = 1e-4  # rad, and mm of the wrist: where the digits of a point leave the side open
# The words of each part: at or above zero, below it, as before, any.
WORDS = {
    "shoulder": ("lefty", "righty", "ssame", "sfree"),
    "elbow": ("epositive", "enegative", "esame", "efree"),
    "wrist": ("wpositive", "wnegative", "wsame", "wfree"),
}
SAME, FREE = 2, 3  # the places of those that name no side


class Configuration(NamedTuple):
    """The words of a configuration."""

    shoulder: str = "ssame"
    elbow: str = "esame"
    wrist: str = "wsame"

    @property
    def attributes(self) -> str:
        """As it stands in a value."""
        return " ".join(f'{name}="{getattr(self, name)}"' for name in self._fields)

    def change_to(self, other: Configuration) -> Configuration:
        """The other configuration, free in the parts that differ from this one."""
        pairs = zip(self._fields, self, other, strict=True)
        words = (b if a == b else WORDS[name][FREE] for name, a, b in pairs)
        return Configuration(*words)


ANY = Configuration(*(words[FREE] for words in WORDS.values()))


def configuration_from(attributes: Mapping[str, str]) -> Configuration | None:
    """The configuration of a value's attributes, with the default for parts that are left out.

    None where a word is not known. A point without a word may be reached as the arm is now: what
    controllers leave out of a file is their default, which is not known here.
    """
    words = [attributes.get(name, known[SAME]).lower() for name, known in WORDS.items()]
    known = zip(words, WORDS.values(), strict=True)
    return Configuration(*words) if all(word in table for word, table in known) else None


def has_configuration(mechanism: Mechanism) -> bool:
    """Whether the configuration of an arm is known: six axes that turn, no loops."""
    return mechanism.kinds == "R" * AXES and not mechanism.has_loops


def _sides(mechanism: Mechanism, controller: Controller, q: Array) -> tuple[float, float, float]:
    """The three numbers whose signs are the configuration: mm, rad, rad."""
    shown, frames = controller.shown(q), link_poses(mechanism, q)
    ahead = np.cross(frames[2][:3, 2] * controller.signs[1], frames[1][:3, 2])
    wrist = frames[4][:3, 3] - frames[1][:3, 3]
    return float(ahead @ wrist), float(shown[2]), float(shown[4])


def configuration_of(mechanism: Mechanism, controller: Controller, q: Array) -> Configuration:
    """The configuration of joint values q (6,)."""
    sides = zip(WORDS.values(), _sides(mechanism, controller, q), strict=True)
    return Configuration(*(words[0 if side >= -ROUNDING else 1] for words, side in sides))


def is_in(
    wanted: Configuration, mechanism: Mechanism, controller: Controller, q: Array, q_now: Array
) -> bool:
    """Whether joint values q (6,) are in a configuration, seen from the present ones.

    Where the digits of a point leave a side open, both are right.
    """
    now = configuration_of(mechanism, controller, q_now)
    parts = zip(WORDS.items(), wanted, now, _sides(mechanism, controller, q), strict=True)
    for (_, words), want, before, side in parts:
        asked = before if want == words[SAME] else want
        if abs(side) > BORDER and asked != words[FREE] and asked != words[0 if side > 0.0 else 1]:
            return False
    return True


def joints_of_point(
    mechanism: Mechanism,
    controller: Controller,
    T_base_flange: Array,
    wanted: Configuration,
    q_now: Array,
) -> Array | None:
    """The joint values (6,) of a pose in a configuration, the nearest to q_now (6,); None where
    the arm cannot be there so."""
    found = list[tuple[float, Array]]()
    for q in inverse(mechanism, T_base_flange).q:
        turned = nearest_turns(mechanism, q, q_now)
        if limit_excesses(mechanism, turned):
            continue
        if is_in(wanted, mechanism, controller, turned, q_now):
            found.append((float(np.abs(turned - q_now).sum()), turned))
    return min(found, key=lambda pair: pair[0])[1] if found else None
