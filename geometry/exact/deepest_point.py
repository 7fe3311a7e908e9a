"""Steps towards the point that lies deepest in two solids. Each step takes the clauses with the
highest levels as planes and lowers the highest of them most for the length of the step.

The steps find places that a subdivision finds late: the narrow place where two thin bars cross, or
a corner that is a thousandth of a millimetre inside an edge.
"""

from itertools import combinations

import numpy as np

from geometry.exact.lower_bounds import Conditions, clause_levels
from geometry.poses import Array

_STEPS = 24
# Number of highest clauses that a step regards, and the most of them that limit one step.
_MOST_CLAUSES, _MOST_ACTIVE = 6, 4
_SUBSETS = [
    np.array(list(combinations(range(_MOST_CLAUSES), size))) for size in range(1, _MOST_ACTIVE + 1)
]
# The descent ends with steps shorter than this, mm: shorter ones lower nothing.
_SHORTEST = 1e-9
_SPARE = 1e-14


def descended(terms: Conditions, point: Array, reach: float) -> Array:
    """The end (3,) of a descent from a point (3,); reach: Greatest length of its first step, mm."""
    values, slopes = (found[0] for found in clause_levels(terms, point[None]))
    for _ in range(_STEPS):
        if reach < _SHORTEST:
            break
        tried = point + _step(values, slopes, reach)
        there, slopes_there = (found[0] for found in clause_levels(terms, tried[None]))
        if there.max() < values.max():
            point, values, slopes, reach = tried, there, slopes_there, 2.0 * reach
        else:
            reach *= 0.25
    return point


def _step(values: Array, slopes: Array, reach: float) -> Array:
    """The step d, (3,), that minimises t + d.d / (2 reach), where t is the highest of the planes
    values + slopes . d.

    Every subset of the planes gives a lower bound of the minimum, and the subset of the planes that
    limit the step gives the minimum itself. The step is therefore that of the subset with the
    highest bound among those whose weights are all 0 or more.
    """
    highest = np.argsort(-values)[:_MOST_CLAUSES]
    values, slopes = values[highest], slopes[highest]
    best, found = -np.inf, np.zeros(3)
    for subsets in _SUBSETS:
        own = subsets[subsets[:, -1] < len(values)]
        if not len(own):
            continue
        size = own.shape[1]
        G, v = slopes[own], values[own]
        matrix = np.zeros((len(own), size + 1, size + 1))
        matrix[:, :size, :size] = reach * np.einsum("kia,kja->kij", G, G)
        matrix[:, range(size), range(size)] += _SPARE * reach
        matrix[:, :size, size] = matrix[:, size, :size] = 1.0
        right = np.column_stack([v, np.ones(len(own))])
        solved = np.linalg.solve(matrix, right[..., None])[..., 0]
        weights, top = solved[:, :size], solved[:, size]
        steps = -reach * np.einsum("ki,kia->ka", weights, G)
        least = top + np.sum(steps * steps, axis=1) / (2.0 * reach)
        least[np.any(weights < 0.0, axis=1) | ~np.isfinite(least)] = -np.inf
        k = int(np.argmax(least))
        if least[k] > best:
            best, found = float(least[k]), steps[k]
    return found
