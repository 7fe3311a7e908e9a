"""What a program can ask: reach, and the last motion's clearance, collisions, limit margins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.contact.pairs import colliding_pairs
from kinematics import inverse, invert, limit_excesses, with_goal_at_tool
from kinematics.motion.singular.nearness import smallest_singular_values
from scenes.checking.distances.over_stretch import least_in_step
from scenes.checking.motions.situations import situation_of
from scenes.execution.values.context import Context
from scenes.execution.values.joint_limits import turned_inside
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placements
from scenes.world.robot_measures import limit_margins
from scenes.world.units import DOOR_UNITS

if TYPE_CHECKING:
    from scenes.runs.step import Step

FAR_AWAY = 1e9
# The value of V+'s INRANGE for a location that no joint values reach.
OUT_OF_REACH = 16384.0


def is_reachable(context: Context, T_base_tool: Array) -> bool:
    """Whether some joint values within the limits take the tool to the pose (4, 4)."""
    mechanism, T_flange_tool = with_goal_at_tool(context.mechanism, context.T_flange_tool)
    solutions = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    return bool(np.any(solutions.within_limits)) if len(solutions.q) else False


def why_out_of_range(context: Context, T_base_tool: Array) -> float:
    """V+'s INRANGE: 0 where the pose can be reached, else bit k for joint k + 1 beyond its limit.

    Among all joint values for the pose, those with the fewest joints beyond their limits count.
    """
    mechanism, T_flange_tool = with_goal_at_tool(context.mechanism, context.T_flange_tool)
    solutions = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    if not len(solutions.q):
        return OUT_OF_REACH
    if np.any(solutions.within_limits):
        return 0.0
    rows = [limit_excesses(mechanism, q) for q in turned_inside(mechanism, solutions.q)]
    least = min(rows, key=lambda row: (len(row), sum(excess.excess for excess in row)))
    return float(sum(2**excess.joint for excess in least))


def _last(context: Context) -> Step:
    last = context.circumstances.last
    if last is None:
        raise context.impossible("E307", "there was no motion yet that could be asked about")
    return last


def limit_margin(context: Context) -> float:
    """Least distance to a joint limit in the last motion, degrees or mm."""
    q = _last(context).trajectory.q
    margins = limit_margins(context.mechanism, q)
    units = np.array([DOOR_UNITS[kind][1] for kind in context.mechanism.kinds])
    return float((margins * units).min())


def singular_distance(context: Context) -> float:
    """Smallest singular value of the Jacobian over the last motion, with lengths in metres."""
    q = _last(context).trajectory.q
    mechanism = with_goal_at_tool(context.mechanism, context.T_flange_tool)[0]
    return float(smallest_singular_values(mechanism, q).min())


def collide(context: Context, a: str, b: str) -> bool:
    """Whether two bodies share volume at a sample of the last motion."""
    return any(_collide(context, piece, a, b) for piece in _last(context).pieces())


def _collide(context: Context, step: Step, a: str, b: str) -> bool:
    names, poses = _placed(context, step, np.arange(len(step.trajectory.times)))
    i, j = (_body(context, names, name) for name in (a, b))
    known = bodies_in(context.cell, step.before)
    solids = [known[name].solid for name in names]
    hits = colliding_pairs(solids, poses, np.array([[i, j]]), context.cell.chord)
    return any(True for _ in hits)


def clearance(context: Context) -> float:
    """Proven lower bound on the distance of moving from standing bodies over the last motion, mm.

    It is 0 where two bodies touch or share volume, and FAR_AWAY where there are no pairs. Pairs of
    links of the arm do not count: neighbours touch by construction.
    """
    found = min(
        least_in_step(situation_of(context.cell, piece.before), piece)
        for piece in _last(context).pieces()
    )
    return found if np.isfinite(found) else FAR_AWAY


def _placed(
    context: Context, step: Step, samples: NDArray[np.int64]
) -> tuple[tuple[str, ...], Array]:
    times = step.trajectory.times[samples]
    q, openings = step.trajectory.q[samples], step.openings(times)
    return placements(context.cell, q, openings, step.before.held, step.before.parts)


def _body(context: Context, names: tuple[str, ...], name: str) -> int:
    known = {each.upper(): i for i, each in enumerate(names)}
    own = known.get(f"{context.robot.name}.{name}".upper())
    found = known.get(name.upper(), own)
    if found is None:
        raise context.impossible("E404", f"there is no body {name} in the cell")
    return found
