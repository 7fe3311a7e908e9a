"""The nearby model: an arm that almost has a spherical wrist, solved with one that has.

The method is that of the patent on inverse kinematics through a model with changed offsets. The
model m of a real arm r has its last three axes moved parallel to themselves so that they meet: DH
rows 1, 2, 3 and 6 are unchanged; rows 4 and 5 keep alpha and theta and lose their offsets. (The
origin of row 4 is where axis 4 comes nearest to axis 5, so that a forearm along axis 4 belongs to
row 3 and is kept.) At equal joint values both arms have the same orientation, and their end points
differ by dp(q) = p_m - p_r.

For a wanted pose (R, p_rd) and a posture c, the only unknown is the end point p_m of the model:

    p_m - dp(k_m^-1(R, p_m, c)) = p_rd,    |p_m - p_rd| <= dp_max = max |dp|

These are three equations in three unknowns. Newton's method solves them from p_m = p_rd, with the
Jacobian d(p_r)/d(p_m) = J_r,linear J_m^-1. It is fast and stays in one branch, which suits
tracking. It is NOT complete: solutions that the posture of the model does not lead to are missed.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.axes import axes_at_zero, feet, parallel
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import LEAST_DAMPING
from kinematics.differential.jacobian import jacobian
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.families.posture import Posture
from kinematics.motion.branch_tracking import NEAREST, branch_roots, continuous, start_branches
from kinematics.poses.numbers import whole_number
from kinematics.poses.transforms import Array, exact_poses
from kinematics.solutions.solutions import TrackResult
from kinematics.solving.choice import chosen
from kinematics.tolerances import NEVER_ZERO

ROUNDS = 30  # the most rounds of Newton's method
SMALL, PLAIN_ROUNDS = 0.01, 6  # of the size: offsets below it take so many rounds without Jacobian
SETTLED = 1e-13  # of the size: error of the end point at which the rounds end
MET = 1e-12  # of the size: error of the end point up to which a pose counts as reached
LARGEST_STEP = np.pi / 2  # rad: a joint may not turn by more between two poses of a path


@dataclass(frozen=True, eq=False)
class NearbyModel:
    """An arm and its nearby model.

    real, model: the mechanisms. dp_max: an upper bound of |dp|, mm. complete: always False.
    """

    real: Mechanism
    model: Mechanism
    dp_max: float
    complete: bool = False


@dataclass(frozen=True, eq=False)
class NearbySolutions:
    """One root of each of N poses.

    q: (N, n). reached: (N,), whether q reaches its pose. rounds: of Newton's method. complete:
    always False.
    """

    q: Array
    reached: NDArray[np.bool_]
    rounds: int
    complete: bool = False


@lru_cache(maxsize=64)
def nearby_model(mechanism: Mechanism) -> NearbyModel:
    """The model of an arm of six joints; UnsolvableMechanism if it has none.

    It has one if its last three axes are revolute and not parallel, and its model a closed form.
    """
    name = mechanism.name or "this arm"
    if mechanism.n != 6 or mechanism.kinds[3:] != "RRR":
        raise UnsolvableMechanism(f"{name} has no wrist of three turning joints to move together")
    z, p = axes_at_zero(mechanism)
    if parallel(z[3], z[4]) or parallel(z[4], z[5]):
        raise UnsolvableMechanism(f"{name} has parallel axes among its last three")
    centre, on_5 = feet(z[3], p[3], z[4], p[4])
    _, on_6 = feet(z[4], p[4], z[5], p[5])
    flange = forward(mechanism, np.zeros(6))
    moved = flange.copy()
    moved[:3, 3] += centre - on_6
    model = Mechanism.from_axes(
        axes=z,
        points=np.concatenate([p[:3], np.tile(centre, (3, 1))]),
        kinds=mechanism.kinds,
        T_base_flange_zero=moved,
        joints=mechanism.joints,
        name=f"nearby model of {name}",
    )
    choice = chosen(model)
    if choice.solver is None or not choice.solver.closed_form:
        raise UnsolvableMechanism(f"the nearby model of {name} has no closed form")
    # Joints 4 and 5 turn the two removed offsets; the sum of their lengths bounds |dp|.
    dp_max = float(np.linalg.norm(on_5 - centre) + np.linalg.norm(on_6 - on_5))
    return NearbyModel(mechanism, model, dp_max)


def inverse_nearby(
    mechanism: Mechanism, Ts: ArrayLike, posture: Posture | int, q_near: ArrayLike | None = None
) -> NearbySolutions:
    """The root of poses T_base_flange (N, 4, 4), mm, that one posture of the model leads to.

    posture: of the model, or its branch number; Posture() if the model has no postures. q_near:
    (n,), the values of joints that are free; without postures the root nearest to it is taken.
    """
    near = nearby_model(mechanism)
    poses = exact_poses(Ts)
    held = np.zeros(6) if q_near is None else mechanism.check_one_q(q_near)
    return _solved(near, poses, _branch(near, posture), np.broadcast_to(held, (len(poses), 6)))


def track_nearby(mechanism: Mechanism, Ts: ArrayLike, q_start: ArrayLike) -> TrackResult:
    """Joint values along poses (N, 4, 4), mm, in the branch of the model that q_start (n,) has.

    This does what `track` does with the nearby model: it is fast, but it may fail at a pose that
    the arm can take.
    """
    near = nearby_model(mechanism)
    poses, start = exact_poses(Ts), mechanism.check_one_q(q_start)
    if len(poses) == 0:
        return TrackResult(np.empty((0, 6)), None, "")
    branch = start_branches(near.model, start)[0]
    held = np.broadcast_to(start, (len(poses), 6))
    walk = branch == NEAREST
    found = _walked(near, poses, start) if walk else _solved(near, poses, branch, held)
    q = continuous(mechanism, found.q, start)
    failed, reason = len(poses), ""
    if not found.reached.all():
        failed = int(np.argmin(found.reached))
        reason = "the nearby model has no solution in this posture (it is not complete)"
    steps = np.abs(np.diff(q[:failed], axis=0)) * mechanism.revolute
    leaps = np.flatnonzero((steps > LARGEST_STEP).any(axis=1))
    if len(leaps):
        failed = int(leaps[0]) + 1
        joint = int(np.argmax(steps[failed - 1]))
        reason = f"joint {joint + 1} would leap between two poses"
    q[failed:] = np.nan
    return TrackResult(q, failed if reason else None, reason)


def _walked(near: NearbyModel, poses: Array, start: Array) -> NearbySolutions:
    """Roots pose by pose, for a model without postures: each is nearest to the one before."""
    q, reached, rounds = np.full((len(poses), 6), np.nan), np.zeros(len(poses), bool), 0
    last = start
    for i in range(len(poses)):
        one = _solved(near, poses[i : i + 1], NEAREST, last[None])
        if not one.reached[0]:
            break
        q[i] = last = one.q[0]
        reached[i], rounds = True, max(rounds, one.rounds)
    return NearbySolutions(q, reached, rounds)


def _branch(near: NearbyModel, posture: Posture | int) -> int:
    wanted = "a posture of the model is a Posture or its number from 0"
    number = -1 if isinstance(posture, Posture) else whole_number(posture, wanted)
    solver = chosen(near.model).solver
    assert solver is not None
    if not solver.branches:
        if posture not in (Posture(), NEAREST, 0):
            raise KinematicsError(
                f"postures say nothing of this model: give Posture() and q_near, not {posture}"
            )
        return NEAREST
    if isinstance(posture, Posture):
        if posture not in solver.postures:
            raise KinematicsError(f"a posture of the model names all its parts, not {posture}")
        return solver.postures.index(posture)
    if number >= len(solver.postures):
        raise KinematicsError(f"postures count from 0 to {len(solver.postures) - 1}")
    return number


def _solved(near: NearbyModel, poses: Array, branch: int, held: Array) -> NearbySolutions:
    """Newton's method for p_m at all poses (N, 4, 4) at once, within dp_max of the end points."""
    size = size_of(near.real)
    q, reached = np.array(held), np.zeros(len(poses), bool)
    todo = np.arange(len(poses))
    aims = poses.copy()
    rounds = 0
    # Small offsets hardly change during a step: moving p_m by the error of p_r then converges
    # about as fast as Newton's method and takes a fraction of its time.
    small = near.dp_max < SMALL * size
    for _ in range(ROUNDS):
        if len(todo) == 0:
            break
        rounds += 1
        q[todo], found, _ = branch_roots(near.model, aims[todo], branch, held[todo])
        missed = poses[todo, :3, 3] - forward(near.real, q[todo])[:, :3, 3]
        done = found & (np.linalg.norm(missed, axis=1) <= SETTLED * size)
        reached[todo[done]] = True
        on = found & ~done
        plain = small and rounds <= PLAIN_ROUNDS
        aims[todo[on], :3, 3] += missed[on] if plain else _step(near, q[todo[on]], missed[on])
        todo = todo[on]
        aims[todo] = _inside(aims[todo], poses[todo], near.dp_max)
    if len(todo):
        missed = poses[todo, :3, 3] - forward(near.real, q[todo])[:, :3, 3]
        reached[todo] = np.linalg.norm(missed, axis=1) <= MET * size
    return NearbySolutions(q, reached, rounds)


def _step(near: NearbyModel, q: Array, missed: Array) -> Array:
    """Newton's change (m, 3) of p_m, mm, that corrects the errors `missed` (m, 3) of p_r."""
    size = size_of(near.real)
    J_model = jacobian(near.model, q)
    J_model[:, 3:] *= size  # one unit for all rows, so that the damping below keeps steps finite
    back = np.linalg.solve(J_model + LEAST_DAMPING * size * np.eye(6), np.eye(6)[:, :3])
    J = jacobian(near.real, q)[:, :3] @ back
    step = np.linalg.solve(J + LEAST_DAMPING * np.eye(3), missed[..., None])[..., 0]
    length = np.linalg.norm(step, axis=1)
    return step * np.minimum(1.0, near.dp_max / np.maximum(length, NEVER_ZERO))[:, None]


def _inside(aims: Array, poses: Array, radius: float) -> Array:
    """Aims (N, 4, 4) with their points moved to within `radius` of those of the poses."""
    off = aims[:, :3, 3] - poses[:, :3, 3]
    length = np.linalg.norm(off, axis=1)
    shrunk = np.minimum(1.0, radius / np.maximum(length, NEVER_ZERO))[:, None]
    aims[:, :3, 3] = poses[:, :3, 3] + off * shrunk
    return aims
