"""Arms with closed loops: the chain from base to flange is solved, then the loops backwards.

1. The chain, passive joints and all, is an arm that has a solver of its own.
2. Where every joint of the chain stands, the loops tell the side branches triangle by triangle,
   each in two ways (`closing_steps`): so the driven joints beside the chain are found. In
   parallelograms fixed ratios tell them at once.
3. Loops that the chain has closed already, such as those that keep a hand level, leave no choice:
   a root of the chain at which they stay open is none of the arm.
4. Of what is left, that counts which the driven joints lead to in the arm's way of assembly.

Loops that no triangles solve are solved by iteration instead, from the drawing and from STARTS
other places, which finds some of the solutions. All roots of the chain and all triangles are tried,
so the first way finds all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.closed.assembly import CLOSED, closed_by
from kinematics.closed.closed_chain import ClosedChain
from kinematics.closed.closing_steps import Step, choices, short_loop, taken
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots, Solver

WHOLE = 1e-6  # rounding of the determinant of whole numbers, which differs from 1 by 1 or more
STARTS, ROUNDS, SEED = 16, 3, 8  # of iteration; ROUNDS times the steps of `closed_by`
SAME_JOINTS = 1e-6  # rad, or of the size: the same place by two ways of calculation


@dataclass(frozen=True, eq=False)
class LoopArm:
    """An arm, the solver and the geometry of its chain, and the steps back through its loops.

    from_chain: (n, m), driven values of those of the chain where fixed ratios tell them.
    """

    mechanism: ClosedChain
    solver: Solver
    geometry: Any
    steps: tuple[Step, ...] | None
    from_chain: Array | None


def through_loops(mechanism: ClosedChain, solver: Solver, geometry: Any) -> tuple[Solver, LoopArm]:
    """The solver of an arm with closed loops, and its geometry, from those of its chain."""
    steps, from_chain = mechanism.steps_back, _telling(mechanism)
    arm = LoopArm(mechanism, solver, geometry, steps, from_chain)
    sure = steps is not None or from_chain is not None
    return Solver(
        f"closed loops, {solver.name}",
        lambda _: arm,
        _solve,
        _explain,
        complete=solver.complete and sure,
        closed_form=solver.closed_form and sure and mechanism.assembly.in_closed_form,
    ), arm


def _telling(mechanism: ClosedChain) -> Array | None:
    """Driven values as whole multiples of those of the chain, (n, m), by fixed ratios.

    From joints of the chain whose ratios have the determinant 1 or -1: then whole turns of the
    chain are whole turns of the drives, and there is one answer. None where there are no such.
    """
    if mechanism.assembly.ratios is None:
        return None
    ratios = mechanism.assembly.ratios[list(mechanism.chain_places)]
    for rows in combinations(range(len(ratios)), mechanism.n):
        square = ratios[list(rows)]
        has_unit = abs(abs(np.linalg.det(square)) - 1.0) < WHOLE
        if np.array_equal(square, np.round(square)) and has_unit:
            found = np.zeros((mechanism.n, len(ratios)))
            found[:, list(rows)] = np.round(np.linalg.inv(square))
            return found
    return None


def _solve(arm: LoopArm, Ts: Array, held: Array | None = None) -> Roots:
    mechanism = arm.mechanism
    on_chain = None if held is None else mechanism.chain_values(held)
    inner = arm.solver.solve(arm.geometry, Ts, on_chain).used_slots()
    tries = _tries(arm)
    count, slots = inner.valid.shape
    q = np.full((count, len(tries), slots, mechanism.n), np.nan)
    valid = np.zeros(q.shape[:3], bool)
    rows, places = inner.valid.nonzero()
    each = inner.q[rows, places]
    own, closed, is_own = _back(arm, *_each(each, tries))
    q[rows, :, places] = own.reshape(len(tries), len(each), mechanism.n).swapaxes(0, 1)
    valid[rows, :, places] = (closed & is_own).reshape(len(tries), len(each)).T
    q, valid = q.reshape((count, -1, mechanism.n)), valid.reshape((count, -1))
    turns = 2.0 * np.pi * np.round(q / (2.0 * np.pi)) * mechanism.revolute
    q = np.where(valid[..., None], q - turns, np.nan)
    free = np.zeros((count, mechanism.n), bool)
    loose = set(np.flatnonzero(inner.free.any(axis=0)).tolist())
    for joint, place in enumerate(mechanism.assembly.driven):
        on_the_chain = place in mechanism.chain_places
        if on_the_chain and mechanism.chain_places.index(place) in loose:
            free[:, joint] = inner.free[:, mechanism.chain_places.index(place)]
    doubled = np.tile(inner.doubled, (1, len(tries)))
    near = np.ones(count, bool)
    return Roots(q, valid, free, doubled, near, inner.certified).used_slots()


def _tries(arm: LoopArm) -> Array:
    """What is tried at each root of the chain: the sides of the steps (t, k), or the places of all
    joints from which iteration starts (t, J)."""
    linkage = arm.mechanism.linkage
    if arm.from_chain is not None:
        return np.zeros((1, 0))
    if arm.steps is not None:
        return np.array(list(product((1.0, -1.0), repeat=choices(arm.steps))))
    far = np.where(linkage.revolute > 0.0, np.pi, linkage.size)
    starts = np.random.default_rng(SEED).uniform(-far, far, (STARTS, linkage.count))
    return np.concatenate([np.zeros((1, linkage.count)), starts])


def _each(x: Array, tries: Array) -> tuple[Array, Array]:
    """All tries at all roots of the chain (N, m): two stacks of rows, try by try."""
    return np.tile(x, (len(tries), 1)), np.repeat(tries, len(x), axis=0)


def _back(
    arm: LoopArm, x: Array, tries: Array
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Driven values (N, n) from those of the chain (N, m), whether the loops close there, and
    whether the driven values lead back to it in the arm's way of assembly, (N,) each."""
    mechanism, linkage = arm.mechanism, arm.mechanism.linkage
    assembly = mechanism.assembly
    y = _on_chain(arm, x)
    if arm.from_chain is not None:
        q = x @ arm.from_chain.T
        there, exists = assembly.whole(q)
        return q, exists & _same(mechanism, there, y, mechanism.chain_places), exists
    if arm.steps is not None:
        y, exists, frames = taken(linkage, arm.steps, y, tries)
    else:
        beside = list(mechanism.beside)
        y[:, beside] = tries[:, beside]
        for _ in range(ROUNDS):
            y, left = closed_by(linkage, y, beside)
        exists, frames = left <= CLOSED, linkage.frames(y)
    q = np.asarray(y[:, list(assembly.driven)])
    closed = exists & assembly.closed_in(frames, SAME_JOINTS)
    own = assembly.stands_in(frames)
    if own is None:
        own = np.zeros(len(q), bool)
        if closed.any():
            there, closes = assembly.whole(q[closed])
            own[closed] = closes & _same(mechanism, there, y[closed], range(linkage.count))
    return q, closed, own


def _on_chain(arm: LoopArm, x: Array) -> Array:
    """Values of all joints (N, J) with those of the chain (N, m) and 0 for the others."""
    y = np.zeros((len(x), arm.mechanism.linkage.count))
    y[:, list(arm.mechanism.chain_places)] = x
    return y


def _same(
    mechanism: ClosedChain, y: Array, other: Array, places: Sequence[int]
) -> NDArray[np.bool_]:
    """Whether some joints have the same values in rows y and others (N, J), but for turns."""
    linkage, places = mechanism.linkage, list(places)
    gap = y[:, places] - other[:, places]
    gap = np.where(linkage.revolute[places] > 0.0, wrapped(gap), gap / linkage.size)
    return np.asarray((np.abs(gap) <= SAME_JOINTS).all(axis=1))


def _explain(arm: LoopArm, T: Array) -> str:
    """Why one pose has no root."""
    inner = arm.solver.solve(arm.geometry, T[None])
    if not inner.valid.any():
        return arm.solver.explain(arm.geometry, T)
    x = inner.q[0, inner.valid[0]]
    if arm.steps is not None and arm.from_chain is None:
        if _back(arm, *_each(x, _tries(arm)))[1].any():
            return "the arm reaches it only in another way of assembly"
        loop = short_loop(arm.mechanism.linkage, arm.steps, _on_chain(arm, x)[0])
        if loop:
            return (
                f"loop {loop} does not close there: its bars do not reach so far, or are too long"
            )
    return (
        "the arm would reach it but for its loops, which do not close there in its way of assembly"
    )
