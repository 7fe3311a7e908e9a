"""Which parameters measured poses can tell apart, from the columns of the identification matrix.

Column k is the change of all measured numbers per unit of parameter k. A parameter whose column is
a sum of other columns cannot be told from those parameters: it is held at its nominal value. The
parameters come in the order in which they are to be kept, so that of two that cannot be told apart
the later is held (Gram and Schmidt's orthogonalisation in that order; Mooring, Roth and Driels,
Fundamentals of Manipulator Calibration, 1991, chapter 3, on what makes a model complete).
"""

from dataclasses import dataclass

import numpy as np

from kinematics.poses.transforms import Array

NO_EFFECT = 1e-9
"""Rad or share of the size per rad or share: a parameter with less effect on average changes no
measured number."""

PARTNER = 0.02
"""Share of the column: a parameter that makes up less of a held one is not named beside it."""


@dataclass(frozen=True)
class Held:
    """A parameter that is held at its nominal value, and those that it cannot be told from.

    partners: none where it changes no measured number.
    """

    index: int
    partners: tuple[int, ...]


def split(columns: Array, least: float) -> tuple[list[int], list[Held]]:
    """The columns (M, K) that are kept, and those held because they depend on kept ones.

    least: a column is held if less than this share of it is independent of those before.
    """
    kept: list[int] = []
    held: list[Held] = []
    basis = np.zeros((len(columns), 0))
    typical = np.sqrt(len(columns))
    for k in range(columns.shape[1]):
        column = columns[:, k]
        length = float(np.linalg.norm(column))
        rest = column - basis @ (basis.T @ column)
        rest = rest - basis @ (basis.T @ rest)  # twice is enough (Kahan)
        left = float(np.linalg.norm(rest))
        if length <= NO_EFFECT * typical or left <= least * length:
            nothing = length <= NO_EFFECT * typical
            held.append(Held(k, () if nothing else _partners(columns, kept, basis, k)))
            continue
        kept.append(k)
        basis = np.column_stack([basis, rest / left])
    return kept, held


def _partners(columns: Array, kept: list[int], basis: Array, held: int) -> tuple[int, ...]:
    """The kept parameters that together have the effect of a held one, the strongest first.

    basis: Unit vectors (M, len(kept)) at right angles to each other, which span the kept columns:
    in them the least squares are a system of len(kept) equations, not of M.
    """
    own = columns[:, kept]
    amounts = np.linalg.solve(basis.T @ own, basis.T @ columns[:, held])
    shares = np.abs(amounts) * np.linalg.norm(own, axis=0) / np.linalg.norm(columns[:, held])
    order = [i for i in np.argsort(-shares) if shares[i] > PARTNER]
    return tuple(kept[i] for i in order)
