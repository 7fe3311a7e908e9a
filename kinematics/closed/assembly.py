"""The values of all joints of a linkage from those that are driven, in one way of assembly.

1. Where the passive joints follow the driven ones by fixed ratios, as in parallelograms, they are
   these ratios: exact, and without a choice. A loop is a trigonometric polynomial in the driven
   joints, so ratios that close it at more places than it has terms close it everywhere.
2. Else triangle by triangle, where the loops allow it (`closing_steps`); the sides on which the
   triangles stand in the drawing are the way of assembly.
3. Else by the damped Newton iteration, from the drawing along the straight way to the given
   values, in short steps; values beyond a singular loop, where the determinant of the closings
   changes its sign, are none of this assembly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.closed.closing_steps import (
    Step,
    loops_of,
    signs_drawn,
    signs_in,
    steps_from,
    taken,
    with_sides,
)
from kinematics.closed.linkage import Linkage
from kinematics.differential.damped_newton import (
    Joints,
    Linearised,
    Mask,
    Rows,
    Rule,
    damped_newton,
)
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array

CLOSED = 1e-9  # of the size, or a sine: gaps this small are rounding
PLACES, SPREAD = 64, 1.2  # where fixed ratios are tried, and how far from the drawing, rad
WHOLE = 1e-9  # a ratio this near to a whole number is that number
FREE = 1e-9  # of the largest singular value: a passive joint that no closing tells
STRIDE = 0.15  # rad, or of the size, that a driven joint goes at a time
FOLLOWING = Rule(steps=12, largest=0.3, settled=1e-14)

FEW = 16  # rows: so few are kept, for what asks for them again at once


@dataclass(frozen=True, eq=False)
class Assembly:
    """linkage: as drawn. driven: places of the driven joints, in their order. way: a sign for each
    loop that fits together in two ways, + as drawn and - the other; "" as drawn."""

    linkage: Linkage
    driven: tuple[int, ...]
    way: str = ""

    def __post_init__(self) -> None:
        self._check_closings()
        self._check_way()
        if self.ratios is None and self.steps is not None and self.signs is None:
            raise KinematicsError("it is drawn with a flat loop, where its assembly has no side")

    @cached_property
    def passive(self) -> tuple[int, ...]:
        """Places of the passive joints."""
        return tuple(k for k in range(self.linkage.count) if k not in self.driven)

    @cached_property
    def ratios(self) -> Array | None:
        """Values of all joints are ratios (J, n) @ driven ones; None where that is not so."""
        if "-" in self.way:
            return None
        rates = self.rates(np.zeros((1, self.linkage.count)))[0]
        nearest = np.round(rates)
        rates = np.where(np.abs(rates - nearest) < WHOLE, nearest, rates)
        rng = np.random.default_rng(4)
        q = rng.uniform(-SPREAD, SPREAD, (PLACES, len(self.driven)))
        y = (q * self.linkage.units[list(self.driven)]) @ rates.T
        return rates if self._closes(y).all() else None

    @cached_property
    def steps(self) -> tuple[Step, ...] | None:
        """The triangles that tell the passive joints."""
        return steps_from(self.linkage, self.driven)

    @cached_property
    def signs(self) -> NDArray[np.float64] | None:
        """The sides of these triangles in this way of assembly."""
        drawn = None if self.steps is None else signs_drawn(self.linkage, self.steps)
        if drawn is None or not self.way:
            return drawn
        return drawn * np.where(np.array(list(self.way)) == "-", -1.0, 1.0)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The names of the loops that fit together in two ways, in the order of `way`."""
        if self.steps is None:
            return ()
        return tuple(loops_of(self.linkage, step) for step in with_sides(self.steps))

    @property
    def shown(self) -> dict[str, str]:
        """The sign of each loop with two ways, by its name; none where fixed ratios hold."""
        if self.ratios is not None:
            return {}
        return dict(zip(self.choices, self.way or "+" * len(self.choices), strict=True))

    def _check_way(self) -> None:
        """KinematicsError for signs that do not fit the loops."""
        if not self.way:
            return
        if not self.choices:
            raise KinematicsError("no way of assembly is known but that of the drawing")
        if len(self.way) != len(self.choices) or set(self.way) - set("+-"):
            names = "; ".join(self.choices)
            raise KinematicsError(
                f"the way of assembly {self.way!r} is not a sign, + or -, for each of its loops "
                f"({names})"
            )

    @property
    def in_closed_form(self) -> bool:
        """Whether no iteration is needed."""
        return self.ratios is not None or self.steps is not None

    def whole(self, q: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Values of all joints (N, J) from driven ones (N, n), and whether the loops close.

        Those of a few rows are kept: one answer asks for limits, postures and the pose of a row.
        """
        if self.ratios is not None:
            return q @ self.ratios.T, np.ones(len(q), bool)
        if len(q) > FEW:
            return self._found(q)
        y, closes = _of_few(self, np.ascontiguousarray(q, float).tobytes(), len(q))
        return y.copy(), closes.copy()

    def _found(self, q: Array) -> tuple[Array, NDArray[np.bool_]]:
        """`whole` where no fixed ratios tell the values."""
        y = np.zeros((len(q), self.linkage.count))
        y[:, list(self.driven)] = q
        if self.steps is not None:
            assert self.signs is not None, "checked where the assembly was made"
            y, exists, frames = taken(self.linkage, self.steps, y, self.signs)
            return y, exists & self.closed_in(frames)
        return self._followed(y)

    def rates(self, y: Array) -> Array:
        """Rates of all joints (N, J, n) per unit rate of each driven one, rad and mm.

        Those of least squares at a singular loop, where the passive joints have none.
        """
        linkage, driven, passive = self.linkage, list(self.driven), list(self.passive)
        found = np.zeros((len(y), linkage.count, len(driven)))
        found[:, driven, np.arange(len(driven))] = 1.0
        if passive:
            G = linkage.gap_rates(linkage.frames(y))
            back = np.linalg.pinv(G[..., passive], rcond=FREE)
            follow = -back @ G[..., driven]
            found[:, passive] = follow * linkage.units[passive, None] / linkage.units[driven]
        return found

    def gap_mm(self, y: Array) -> Array:
        """How far the worst loop is from closed at rows y (N, J), mm, each (N,)."""
        return np.abs(self._gaps(y)).max(axis=1, initial=0.0) * self.linkage.size

    def stands_in(self, frames: Array) -> NDArray[np.bool_] | None:
        """Whether the loops, closed in frames (N, J + 1, 4, 4), stand on the sides of this way of
        assembly, (N,), flat ones included; None where it has no such sides."""
        if self.ratios is not None or self.steps is None or self.signs is None:
            return None
        return np.asarray(
            (signs_in(self.linkage, self.steps, frames) * self.signs >= 0).all(axis=1)
        )

    def closed_in(self, frames: Array, within: float = CLOSED) -> NDArray[np.bool_]:
        """Whether the loops close in frames (N, J + 1, 4, 4), (N,)."""
        gaps = np.abs(self.linkage.gaps(frames)).max(axis=1, initial=0.0)
        return np.asarray(gaps <= within)

    def _gaps(self, y: Array) -> Array:
        return self.linkage.gaps(self.linkage.frames(y))

    def _closes(self, y: Array) -> NDArray[np.bool_]:
        return self.closed_in(self.linkage.frames(y))

    def _followed(self, y: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Rows y (N, J), whose driven joints stand, followed from the drawing by iteration."""
        linkage, driven, passive = self.linkage, list(self.driven), list(self.passive)
        goal = np.array(y)
        strides = np.abs(goal[:, driven] / linkage.units[driven]).max(initial=0.0) / STRIDE
        y, closes = np.zeros_like(goal), np.ones(len(goal), bool)
        asked = self._asked(y)
        for share in np.linspace(0.0, 1.0, int(np.ceil(strides)) + 1)[1:]:
            step = share * goal[:, driven] - y[:, driven]
            y[:, passive] += (self.rates(y) @ step[..., None])[:, passive, 0]
            y[:, driven] = share * goal[:, driven]
            y = closed_by(linkage, y, passive)[0]
            before, asked = asked, self._asked(y)
            closes &= _on_one_side(before, asked) & self._closes(y)
        return y, closes

    def _asked(self, y: Array) -> Array:
        linkage = self.linkage
        return np.asarray(linkage.gap_rates(linkage.frames(y))[..., list(self.passive)])

    def _check_closings(self) -> None:
        """KinematicsError where the closings leave a passive joint free, or hold a driven one."""
        linkage, passive = self.linkage, list(self.passive)
        if not passive:
            return
        G = linkage.gap_rates(linkage.frames(np.zeros(linkage.count)))
        _, values, directions = np.linalg.svd(G[:, passive])
        rank = int((values > FREE * max(values[0], FREE)).sum())
        if rank < len(passive):
            worst = passive[int(np.argmax(np.abs(directions[rank])))]
            name = linkage.joints[worst].name
            raise KinematicsError(f"no loop tells where the passive joint {name} stands")
        back = np.linalg.pinv(G[:, passive], rcond=FREE) @ G[:, list(self.driven)]
        left = G[:, list(self.driven)] - G[:, passive] @ back
        held = np.linalg.norm(left, axis=0) > 1e3 * CLOSED
        if held.any():
            name = linkage.joints[self.driven[int(np.argmax(held))]].name
            raise KinematicsError(f"the loops do not let the driven joint {name} move")


@lru_cache(maxsize=64)
def _of_few(assembly: Assembly, values: bytes, count: int) -> tuple[Array, NDArray[np.bool_]]:
    """`Assembly.whole` of the rows (count, n) with these bytes."""
    return assembly._found(np.frombuffer(values).reshape(count, len(assembly.driven)))


def closed_by(linkage: Linkage, y: Array, moving: Sequence[int]) -> tuple[Array, Array]:
    """Rows y (N, J) with the loops closed by some joints alone, and the gaps that stay, (N,).

    moving: places of these joints. The damped Newton iteration starts from their values in y. A
    gap is a share of the size, or a sine.
    """
    moving, found = list(moving), np.array(y)

    def equations(p: Array, rows: Rows) -> Linearised:
        trial = np.array(y[rows])
        trial[:, moving] = p
        frames = linkage.frames(trial)
        error = -linkage.gaps(frames)

        def jacobian(where: Mask) -> Array:
            return np.asarray(linkage.gap_rates(frames[where])[..., moving])

        return Linearised(error, np.sqrt(np.vecdot(error, error)), jacobian)

    joints = Joints(linkage.revolute[moving], linkage.units[moving])
    out = damped_newton(equations, y[:, moving], joints, FOLLOWING)
    found[:, moving] = out.q
    return found, out.residual


def _on_one_side(before: Array, after: Array) -> NDArray[np.bool_]:
    """Whether no loop was singular between two near places: what the closings ask of the passive
    joints, (N, rows, p) each, has a determinant of one sign, seen along the closings that count."""
    along = np.swapaxes(np.linalg.svd(before, full_matrices=False)[0], -1, -2)
    return np.asarray(np.linalg.det(along @ before) * np.linalg.det(along @ after) > 0.0)
