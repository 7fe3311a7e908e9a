"""The joint path of a straight line or an arc of the tool: exact roots of one branch at nodes."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.limits import SLACK, LimitExcess
from kinematics.arm.mechanism import Mechanism
from kinematics.families.posture import Posture
from kinematics.motion.branch_tracking import (
    NEAREST,
    branch_posture,
    branch_roots,
    continuous,
    path_roots,
)
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, interpolated, inverted, rotation_angle
from kinematics.solving.choice import solver_of

JOINT_STEP = np.radians(1.5)  # rad: largest turn of a joint between two nodes
FINEST = 1e-9  # of the line: a joint that turns more within this step passes a singular pose
COARSEST_MM, COARSEST_RAD = 4.0, np.radians(2.0)
FEWEST, MOST = 64, 400  # steps of the line before it is refined
HALVINGS = 20  # of a step, at most 1/64, to 1e-8 of the line; each one may take 50 ms
BESIDE = 1e-6  # of the line: distance behind a singular pose where other branches are tried


class LineFault(Enum):
    """Why a straight line or an arc cannot be driven."""

    UNREACHABLE = "unreachable"
    POSTURE = "posture"
    LIMIT = "limit"
    SINGULAR = "singular"


@dataclass(frozen=True, eq=False)
class Line:
    """A straight line of the tool point, along which the orientation turns evenly; in mm."""

    T_base_tool_start: Array
    T_base_tool_end: Array
    T_flange_tool: Array
    name = "the straight line"

    @property
    def curve(self) -> StraightCurve:
        """The line without the tool that follows it."""
        return StraightCurve(self.T_base_tool_start, self.T_base_tool_end)

    @property
    def mark(self) -> bytes:
        """A key that is equal for equal lines."""
        poses = (self.T_base_tool_start, self.T_base_tool_end, self.T_flange_tool)
        return b"".join(each.tobytes() for each in poses)

    def flange_poses(self, s: Array) -> Array:
        """T_base_flange (m, 4, 4) at fractions s (m,) of the line."""
        T_base_tool = interpolated(self.T_base_tool_start, self.T_base_tool_end, s)
        return T_base_tool @ inverted(self.T_flange_tool)

    @property
    def length(self) -> float:
        """Distance of the tool point from start to end, mm."""
        return float(np.linalg.norm((self.T_base_tool_end - self.T_base_tool_start)[:3, 3]))

    @property
    def angle(self) -> float:
        """Angle by which the tool turns from start to end, rad."""
        return float(
            rotation_angle(self.T_base_tool_start[:3, :3].T @ self.T_base_tool_end[:3, :3])
        )


@dataclass(frozen=True, eq=False)
class ArcLine:
    """An arc of the tool point, with what `follow` asks of a line; in mm."""

    curve: ArcCurve
    T_flange_tool: Array

    @property
    def name(self) -> str:
        """The arc in a sentence."""
        return self.curve.name

    @property
    def T_base_tool_start(self) -> Array:
        """The pose of the tool at the start, (4, 4)."""
        return self.curve.poses(0.0)[0]

    @property
    def mark(self) -> bytes:
        """A key that is equal for equal arcs."""
        return b"".join(each.tobytes() for each in (*self.curve.numbers, self.T_flange_tool))

    def flange_poses(self, s: Array) -> Array:
        """T_base_flange (m, 4, 4) at fractions s (m,) of the arc."""
        return self.curve.poses(s) @ inverted(self.T_flange_tool)

    @property
    def length(self) -> float:
        """Length of the arc, mm."""
        return self.curve.length

    @property
    def angle(self) -> float:
        """Angle by which the tool turns from start to end, rad."""
        return self.curve.angle


@dataclass(frozen=True, eq=False)
class LinePath:
    """Nodes s (m,) and joint values q (m, n) without jumps, or a fault.

    With a fault s and q are empty; the other fields are as in LineResult.
    """

    s: Array
    q: Array
    branch: int
    fault: LineFault | None = None
    failed_at: float | None = None
    reason: str = ""
    posture_changed: tuple[Posture, Posture] | None = None
    limit: LimitExcess | None = None


def follow(mechanism: Mechanism, line: Line | ArcLine, q_start: Array, branch: int) -> LinePath:
    """The joint path of a line in one branch, from q_start (n,), or its first fault."""
    wanted = int(np.ceil(max(line.length / COARSEST_MM, line.angle / COARSEST_RAD)))
    s = np.linspace(0.0, 1.0, int(np.clip(wanted, FEWEST, MOST)) + 1)
    q, reached = path_roots(mechanism, line.flange_poses(s), branch, q_start)
    while reached.all():
        leaps = _leaps(mechanism, q)
        wide = np.flatnonzero(leaps > JOINT_STEP)
        if len(wide) == 0:
            return limit_fault(
                mechanism, line, LinePath(s, continuous(mechanism, q, q_start), branch)
            )
        if (s[wide + 1] - s[wide]).min() < FINEST:
            # A joint leaps within the finest step: the branch ends here.
            return _leap(mechanism, line, s, q, branch, int(wide[np.argmax(leaps[wide])]))
        middle = 0.5 * (s[wide] + s[wide + 1])
        if branch == NEAREST:  # the nearest root depends on all nodes before it
            s = np.insert(s, wide + 1, middle)
            q, reached = path_roots(mechanism, line.flange_poses(s), branch, q_start)
            continue
        q_middle, found = _roots(mechanism, line, middle, branch, q[wide])
        s = np.insert(s, wide + 1, middle)
        q, reached = np.insert(q, wide + 1, q_middle, axis=0), np.insert(reached, wide + 1, found)
    return _unreached(mechanism, line, branch, s, reached, q_start)


def _roots(
    mechanism: Mechanism, line: Line | ArcLine, s: Array, branch: int, held: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Roots (m, n) of the branch at s (m,), and whether they exist, (m,).

    Joints that a singular pose leaves free keep the value of the node before, or of held (m, n).
    """
    poses = line.flange_poses(s)
    q, reached, free = branch_roots(mechanism, poses, branch, held)
    for i in np.flatnonzero(free[1:]) + 1:
        q[i] = branch_roots(mechanism, poses[i : i + 1], branch, q[i - 1 : i])[0][0]
    return q, reached


def _leaps(mechanism: Mechanism, q: Array) -> Array:
    """Largest turn of a revolute joint between neighbouring nodes, (m - 1,)."""
    return (np.abs(wrapped(np.diff(q, axis=0))) * mechanism.revolute).max(axis=1)


def _unreached(
    mechanism: Mechanism,
    line: Line | ArcLine,
    branch: int,
    s: Array,
    reached: NDArray[np.bool_],
    q_start: Array,
) -> LinePath:
    """The fault of a line that leaves the reach; halving a step finds the place.

    reached: (m,), whether the branch has a root at the nodes s (m,).
    """
    first = int(np.argmin(reached))
    inside, outside = (s[first - 1], s[first]) if first else (0.0, 0.0)
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + outside)
        _, found = _roots(mechanism, line, np.array([middle]), branch, q_start[None])
        inside, outside = (middle, outside) if found[0] else (inside, middle)
    solver, geometry = solver_of(mechanism)
    beyond = s[~reached]
    named_place = 1.0 if beyond[-1] == 1.0 else beyond[len(beyond) // 2]
    reason = solver.explain(geometry, line.flange_poses(np.array([named_place]))[0])
    where = "its end is" if named_place == 1.0 else f"at {named_place:.1%} it is"
    text = f"{line.name} leaves the reach at {outside:.1%} of its way, {where} {reason}"
    empty = np.empty((0, mechanism.n))
    return LinePath(np.empty(0), empty, branch, LineFault.UNREACHABLE, float(outside), text)


def _leap(
    mechanism: Mechanism, line: Line | ArcLine, s: Array, q: Array, branch: int, at: int
) -> LinePath:
    """The fault of a branch that ends between nodes `at` and `at` + 1.

    If another branch goes on from there, the fault names both postures.
    """
    past = line.flange_poses(np.array([min(s[at + 1] + BESIDE, 1.0)]))
    before = q[max(at - 1, 0)]
    nearest, target = np.inf, branch
    for other in range(len(solver_of(mechanism)[0].postures)):
        q_past, found, _ = branch_roots(mechanism, past, other, before[None])
        gap = float((np.abs(wrapped(q_past[0] - before)) * mechanism.revolute).max())
        if found[0] and gap < nearest:
            nearest, target = gap, other
    where = f"at {s[at]:.1%} of its way"
    empty = np.empty((0, mechanism.n))
    if target != branch and nearest < 0.1:
        change = branch_posture(mechanism, branch), branch_posture(mechanism, target)
        text = f"{line.name} passes a singular pose {where}: it needs a change of posture "
        text += f"from {change[0]} to {change[1]}"
    else:
        change = None
        leap = np.abs(wrapped(q[at + 1] - q[at])) * mechanism.revolute
        joint = int(np.argmax(leap))
        text = f"{line.name} passes a singular pose {where}: joint {joint + 1} "
        text += f"({mechanism.joints[joint].name}) would have to turn "
        text += f"{np.degrees(leap[joint]):.1f} deg at once"
    return LinePath(np.empty(0), empty, branch, LineFault.POSTURE, float(s[at]), text, change)


def limit_fault(mechanism: Mechanism, line: Line | ArcLine, path: LinePath) -> LinePath:
    """The path, or the fault of the joint that is first beyond its limits on it."""
    over = np.maximum(path.q - mechanism.upper, mechanism.lower - path.q)
    beyond = over > SLACK
    if not beyond.any():
        return path
    node = int(np.argmax(beyond.any(axis=1)))
    joint = int(np.argmax(over[node]))
    at = float(path.s[node])
    if node:
        before, after = over[node - 1, joint], over[node, joint]
        at = float(path.s[node - 1] + (at - path.s[node - 1]) * before / (before - after))
    worst = int(np.argmax(over[:, joint]))
    info, value = mechanism.joints[joint], float(path.q[worst, joint])
    limit = info.upper if value > info.upper else info.lower
    excess = LimitExcess(joint, info.name, info.kind, value, limit)
    text = f"{line.name} leaves a joint limit at {at:.1%} of its way and goes on to {excess}"
    empty = np.empty((0, mechanism.n))
    return LinePath(np.empty(0), empty, path.branch, LineFault.LIMIT, at, text, None, excess)
