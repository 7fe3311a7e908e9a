"""Joint values as people read them: degrees for revolute joints, mm for prismatic ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics import JointKind, Mechanism, limit_excesses

SINGULAR = 1e-6  # smallest singular value below which a pose is called singular, not nearly so
WIDEST = 9  # letters of a joint's name over its column; a legend explains longer names


def is_revolute(mechanism: Mechanism) -> NDArray[np.bool_]:
    """Whether each joint turns, shape (n,); False for a slide."""
    return np.array([joint.kind is JointKind.REVOLUTE for joint in mechanism.joints])


def degrees_of(mechanism: Mechanism, q: NDArray[np.float64]) -> list[float]:
    """Joint values (n,), rad or mm, as degrees or mm."""
    return [float(x) for x in np.where(is_revolute(mechanism), np.degrees(q), q)]


def from_degrees(mechanism: Mechanism, values: list[float]) -> NDArray[np.float64]:
    """Degrees or mm as joint values (n,), rad or mm."""
    return np.where(is_revolute(mechanism), np.radians(values), values)


def joint_names(mechanism: Mechanism) -> list[str]:
    """The names of the joints from base to flange."""
    return [joint.name for joint in mechanism.joints]


def column_width(names: list[str]) -> int:
    """Width in characters of a column of joint values, with a gap before the longest name."""
    return max(11, 2 + max(len(name) for name in names))


def headings(mechanism: Mechanism) -> tuple[list[str], str, int]:
    """The column headings, the legend that explains shortened ones, and the column width."""
    names = joint_names(mechanism)
    if max(len(name) for name in names) <= WIDEST:
        return names, "", WIDEST + 2
    short = [f"j{i}" for i in range(1, len(names) + 1)]
    legend = ", ".join(f"{a} {b}" for a, b in zip(short, names, strict=True))
    return short, f"; {legend}", WIDEST + 2


def outside_limits(mechanism: Mechanism, q: NDArray[np.float64]) -> list[str]:
    """One sentence for each joint beyond its limit, with the excess in degrees or mm.

    q: Joint values, shape (n,), rad or mm. Passive joints are reported where the driven ones keep
    their limits.
    """
    sentences = []
    excesses = limit_excesses(mechanism, q)
    driven = [excess for excess in excesses if not excess.passive]
    for found in driven or excesses:
        turns = found.kind is JointKind.REVOLUTE
        unit, factor = ("deg", 180.0 / np.pi) if turns else ("mm", 1.0)
        name = found.called if found.passive else found.name
        sentences.append(
            f"{name} is {found.excess * factor:.2f} {unit} beyond its limit "
            f"{found.limit * factor:g} {unit}"
        )
    return sentences


def nearness(row: dict[str, Any]) -> list[str]:
    """The note on joint values at or near a singular pose: its causes; empty elsewhere.

    row: with "near" and "smallest_singular_value", as `ik` and `fk` give them.
    """
    if not row.get("near"):  # rows of an iteration do not say
        return []
    how = "singular" if row["smallest_singular_value"] < SINGULAR else "nearly singular"
    return [f"{how}: {' and '.join(row['near'])}"]
