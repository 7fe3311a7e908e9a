"""What a way round is asked for: the clearance of each pair, and joint limits by neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.separation.batches import MEETS, hit_rows
from scenes.connecting.edges import Clearance, CompiledEdges, Edges, edges_of
from scenes.connecting.search import Space
from scenes.connecting.setting import Integers, Setting
from scenes.world.frozen import Array

SKIN = 1.0
"""Most, mm, by which a look must be clearer than the clearance: see `edge_kernel`."""

# Share of the gap at the start or the goal that is asked for where the margin is not kept there,
# and that with the skin.
_ASKED, _HIT_AT = 0.5, 0.75
# Skins beyond the clearance from which on the start and the goal count as keeping it.
_ROOMY = 1.5
# Mm: nearer than this at the start or the goal, a pair is in contact.
_TOUCHES = 1e-4
# Samples of a joint between its limits at which its two links are tested against each other.
_SAMPLES = 128
# Where a joint has no limit, it may turn or slide so far beyond the start and the goal.
# Pairs of links with so many joints between them, and looks that may prove them free for good.
_FEW_JOINTS, _MOST_LOOKS = 3, 20_000
_MOST_KEPT = 256
_BEYOND_R, _BEYOND_P = 2.0 * np.pi, 2000.0


_parted: dict[tuple[object, ...], bool] = {}


@dataclass(frozen=True, eq=False)
class Task:
    """A search between two joint values (n,) each: what is checked, and where it may go.

    contacts: Pairs of the setting that touch at the start or the goal, with 0 or 1 for the end.
    """

    setting: Setting
    clearance: Clearance
    space: Space
    contacts: tuple[tuple[int, int], ...]

    @cached_property
    def edges(self) -> Edges:
        """The check of edges, laid out once; no two threads may use it at a time."""
        return edges_of(self.setting, self.clearance)


def task_between(setting: Setting, start: Array, goal: Array, wanted: float) -> Task:
    """The search from start to goal; wanted: Clearance to bodies that stand, mm.

    A pair that is nearer than that at the start or the goal is asked for at most half of its gap
    there.
    """
    ends = np.stack([start, goal])
    is_neighbour = neighbours(setting)
    space = _space(setting, ends, is_neighbour)
    own = setting.only(np.flatnonzero(~is_neighbour))
    asked = np.where(own.of_two_movers, 0.0, wanted)
    gaps = _gaps_at(own, ends, asked + _ROOMY * SKIN)
    near = gaps.min(axis=0)
    is_touching = near <= _TOUCHES
    of_arm = is_touching & own.is_of_arm  # built so: the proof of the motion decides about them
    contacts = [
        (int(pair), int(end))
        for end, pair in np.argwhere(gaps <= _TOUCHES)
        if not own.is_of_arm[pair]
    ]
    kept = np.flatnonzero(~of_arm)
    keeps = near >= asked + _ROOMY * SKIN
    clearance = Clearance(
        np.where(keeps, asked, np.minimum(asked, _ASKED * near))[kept],
        np.where(keeps, asked + SKIN, np.minimum(asked + SKIN, _HIT_AT * near))[kept],
    )
    numbers = {int(pair): i for i, pair in enumerate(kept)}
    touching = tuple((numbers[p], end) for p, end in contacts)
    return _without_parted(Task(own.only(kept), clearance, space, touching))


def all_edges(setting: Setting, ends: Array, asked: Array) -> Edges:
    """The check of edges between all pairs of a setting, those of links that touch included.

    ends: Joint values (k, n) about which edges lie. asked: Clearance of each pair, (p,), mm. An
    edge on which a pair touches is not free.
    """
    near = _gaps_at(setting, ends, asked + _ROOMY * SKIN).min(axis=0)
    hit_at = np.maximum(np.minimum(asked + SKIN, _HIT_AT * near), asked)
    mechanism = setting.robot.mechanism
    beyond = np.where(mechanism.revolute == 1.0, _BEYOND_R, _BEYOND_P)
    lower = np.where(np.isfinite(mechanism.lower), mechanism.lower, ends.min(axis=0) - beyond)
    upper = np.where(np.isfinite(mechanism.upper), mechanism.upper, ends.max(axis=0) + beyond)
    space = Space(mechanism.speed, lower, upper)
    return _without_parted(Task(setting, Clearance(asked, hit_at), space, ())).edges


def touching_neighbours(setting: Setting, ends: Array) -> Integers:
    """The pairs of links at both sides of one joint that touch at joint values (k, n): built so."""
    gaps = _gaps_at(setting, ends, np.full(len(setting.pairs), _ROOMY * SKIN)).min(axis=0)
    return np.flatnonzero(neighbours(setting) & (gaps <= _TOUCHES))


def _without_parted(task: Task) -> Task:
    """The task without pairs of links that their joints cannot bring together."""
    setting = task.setting
    mechanism = setting.robot.mechanism
    if mechanism.has_loops:
        return task
    inner, outer = setting.links[setting.index].T
    few = (outer - inner <= _FEW_JOINTS) & setting.is_of_arm
    parted = [int(p) for p in np.flatnonzero(few) if _is_parted(task, int(p))]
    if not parted:
        return task
    kept = np.setdiff1d(np.arange(len(setting.pairs)), parted)
    numbers = {int(pair): i for i, pair in enumerate(kept)}
    clearance = Clearance(task.clearance.asked[kept], task.clearance.hit_at[kept])
    contacts = tuple((numbers[p], end) for p, end in task.contacts)
    return Task(setting.only(kept), clearance, task.space, contacts)


def _is_parted(task: Task, pair: int) -> bool:
    """Whether a pair of links is proven free at all joint values; kept for later tasks."""
    setting, space = task.setting, task.space
    a, b = setting.index[pair]
    joints = slice(setting.links[a], setting.links[b])
    asked, hit_at = task.clearance.asked[pair], task.clearance.hit_at[pair]
    key = (
        setting.robot.mechanism,
        *(setting.solids[body] for body in (a, b)),
        *(setting.T_seat_body[body].tobytes() for body in (a, b)),
        space.lower[joints].tobytes(),
        space.upper[joints].tobytes(),
        asked,
        hit_at,
    )
    if key not in _parted:
        if len(_parted) >= _MOST_KEPT:
            _parted.clear()
        lower, upper = (np.array(0.5 * (space.lower + space.upper)) for _ in range(2))
        lower[joints], upper[joints] = space.lower[joints], space.upper[joints]
        only = np.array([pair])
        clearance = Clearance(task.clearance.asked[only], task.clearance.hit_at[only])
        edges = CompiledEdges(setting.only(only), clearance)
        _parted[key] = edges.proves_box(lower, upper, _MOST_LOOKS)
    return _parted[key]


def _gaps_at(setting: Setting, q: Array, enough: Array) -> Array:
    """Lower bounds of the gaps of all pairs, no more than `enough` (p,), mm: (m, p)."""
    lowest = np.full(len(setting.pairs), -1e300)
    return setting.rooms_at(q, np.tile(enough, (len(q), 1)), lowest)


def neighbours(setting: Setting) -> np.ndarray:
    """Whether the bodies of each pair are on two links that one joint joins, (p,)."""
    carriers = np.array(setting.robot.mechanism.link_tree.carriers)
    inner, outer = setting.links[setting.index].T
    return np.asarray((carriers[outer - 1] == inner) & setting.is_of_arm)


def _space(setting: Setting, ends: Array, is_neighbour: np.ndarray) -> Space:
    """The joint values between the limits, and between contacts of neighbouring links."""
    mechanism = setting.robot.mechanism
    beyond = np.where(mechanism.revolute == 1.0, _BEYOND_R, _BEYOND_P)
    lower = np.maximum(mechanism.lower, ends.min(axis=0) - beyond)
    upper = np.minimum(mechanism.upper, ends.max(axis=0) + beyond)
    if not mechanism.has_loops:
        pairs = np.flatnonzero(is_neighbour)
        joints = setting.links[setting.index[pairs, 1]] - 1
        for joint in np.unique(joints):
            own = setting.only(pairs[joints == joint])
            lower[joint], upper[joint] = _between_contacts(own, ends, joint, lower, upper)
    lower, upper = np.minimum(lower, ends.min(axis=0)), np.maximum(upper, ends.max(axis=0))
    speed = np.where(np.isfinite(mechanism.speed), mechanism.speed, beyond)
    return Space(speed, lower, upper)


def _between_contacts(
    setting: Setting, ends: Array, joint: int, lower: Array, upper: Array
) -> tuple[float, float]:
    """Limits of a joint about the values at both ends between which its two links do not meet."""
    values = np.linspace(lower[joint], upper[joint], _SAMPLES)
    q = np.tile(ends[0], (_SAMPLES, 1))
    q[:, joint] = values
    T = setting.poses(q)[:, setting.packed.moving]
    rows = hit_rows(setting.packed, T, setting.index, first=False)
    met = values[np.unique(rows[rows[:, 2] == MEETS, 0])]
    first, last = ends[:, joint].min(), ends[:, joint].max()
    step = values[1] - values[0]
    below, above = met[met < first], met[met > last]
    return (
        float(below.max() + step) if len(below) else float(lower[joint]),
        float(above.min() - step) if len(above) else float(upper[joint]),
    )
