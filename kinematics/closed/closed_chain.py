"""An arm whose links close loops: joints q are the driven ones, the passive ones follow.

It stands wherever a `Mechanism` does: n, limits, q, `forward`, `jacobian` and the inverse speak of
the driven joints. From base to flange goes a chain of joints, driven or passive, that is a
mechanism of its own (`chain`); what else the linkage has are side branches that close on it. The
way of assembly is that of the drawing; values at which the loops do not close are refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Never

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.forward import link_poses
from kinematics.arm.joints import Joint
from kinematics.arm.link_tables import NO_DIRECTION, axis_frame
from kinematics.arm.link_tree import LinkTree
from kinematics.arm.mechanism import Mechanism
from kinematics.closed.assembly import Assembly
from kinematics.closed.closing_steps import Step, steps_from
from kinematics.closed.linkage import Closing, Linkage
from kinematics.closed.loop_singularities import hold, loose_loops
from kinematics.closed.rods import ThreeRods
from kinematics.closed.travel_bounds import travels
from kinematics.closed.working_modes import legs_of, mode_words
from kinematics.errors import KinematicsError
from kinematics.poses.numbers import reals
from kinematics.poses.transforms import Array, inverted

BASE = "base"


@dataclass(frozen=True, eq=False)
class SideJoint:
    """A joint beside the chain: the link that carries it by the name of its joint, or "base"; its
    axis and a point of it in the base, mm, all joints at zero."""

    joint: Joint
    on: str
    axis: ArrayLike
    point: ArrayLike


@dataclass(frozen=True, eq=False)
class Meeting:
    """Two links, by the names of their joints, that meet in a point (base, mm, all joints at
    zero): a ball, or a pin along an axis."""

    links: tuple[str, str]
    at: ArrayLike
    axis: ArrayLike | None = None
    name: str = ""


class ClosedChain(Mechanism):
    """See the head of this file. linkage: all joints and loops. assembly: how they follow."""

    linkage: Linkage
    assembly: Assembly

    def __init__(
        self,
        chain: Mechanism,
        side: Sequence[SideJoint],
        meetings: Sequence[Meeting],
        drives: Sequence[str],
        way: str = "",
    ) -> None:
        linkage = _linkage(chain, side, meetings)
        names = [joint.name for joint in linkage.joints]
        for name in drives:
            if name not in names:
                raise KinematicsError(
                    f"there is no joint {name} to drive; the joints are {', '.join(names)}"
                )
        if len(set(drives)) != len(drives) or not drives:
            raise KinematicsError("the driven joints are some of the joints, each named once")
        self._set(
            chain, linkage, Assembly(linkage, tuple(names.index(name) for name in drives), way)
        )

    def _set(self, chain: Mechanism, linkage: Linkage, assembly: Assembly) -> None:
        values = {
            "joints": tuple(linkage.joints[k] for k in assembly.driven),
            "T_last_flange": chain.T_last_flange,
            "name": chain.name,
            "source": chain.source,
            "position_only": chain.position_only,
            "linkage": linkage,
            "assembly": assembly,
            "_chain": chain,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def T_link_joint(self) -> Never:
        """A chain of links is what the solvers of open chains ask for: they are told so."""
        raise KinematicsError(f"{self.name or 'this arm'} has closed loops: its links are no chain")

    @property
    def has_loops(self) -> bool:
        """True: that is what it is for."""
        return True

    @cached_property
    def link_tree(self) -> LinkTree:
        """All links, which branch."""
        return self.linkage

    @property
    def chain(self) -> Mechanism:
        """The joints from base to flange, driven or not, as an arm of their own."""
        return self._chain

    _chain: Mechanism

    @property
    def link_joints(self) -> tuple[Joint, ...]:
        """The joint of each link but the base."""
        return self.linkage.joints

    @cached_property
    def chain_places(self) -> tuple[int, ...]:
        """Places of the joints of the chain among all joints."""
        return self.linkage.paths[self.linkage.count]

    def assembled(self, way: str) -> "ClosedChain":
        """The same bars in another way of assembly: see `Assembly`; KinematicsError for none."""
        made = object.__new__(ClosedChain)
        made._set(self.chain, self.linkage, Assembly(self.linkage, self.assembly.driven, way))
        return made

    def ways(self) -> tuple["ClosedChain", ...]:
        """The arm in all ways of assembly that are known, this one among them."""
        count = len(self.assembly.choices)
        if not count:
            return (self,)
        return tuple(self.assembled("".join(way)) for way in product("+-", repeat=count))

    def with_flange(self, T_last_flange: Array) -> "ClosedChain":
        """The same arm with its flange elsewhere on the last link."""
        return self._with(self.chain.with_flange(T_last_flange))

    def with_goals(self, position_only: bool) -> "ClosedChain":
        """The same arm with goals that are poses, or places alone."""
        return self._with(self.chain.with_goals(position_only))

    def _with(self, chain: Mechanism) -> "ClosedChain":
        made = object.__new__(ClosedChain)
        made._set(chain, self.linkage, self.assembly)
        return made

    def closes(self, q: ArrayLike) -> NDArray[np.bool_]:
        """Whether the loops close at joint values q (..., n), in this way of assembly."""
        values = self.check_q(q)
        return self.assembly.whole(values.reshape(-1, self.n))[1].reshape(values.shape[:-1])

    def all_joints(self, values: Array) -> Array:
        """Values (..., J) of all joints from driven ones (..., n) that have been checked."""
        flat = values.reshape(-1, self.n)
        y, closes = self.assembly.whole(flat)
        if not closes.all():
            raise KinematicsError(self.open_loop(flat[int(np.argmin(closes))]))
        return y.reshape(*values.shape[:-1], self.linkage.count)

    def open_loop(self, q: Array) -> str:
        """A sentence that the loops do not close at joint values q (n,)."""
        shown = ", ".join(
            f"{joint.name} {np.degrees(v):.1f} deg" if kind == "R" else f"{joint.name} {v:.1f} mm"
            for joint, kind, v in zip(self.joints, self.kinds, q, strict=True)
        )
        y = self.assembly.whole(q[None])[0]
        gap = float(self.assembly.gap_mm(y)[0])
        apart = f" (they stay {gap:.1f} mm apart)" if gap > 0.05 else ""
        return f"the loops of {self.name or 'this arm'} do not close at {shown}{apart}"

    @cached_property
    def limited_passive(self) -> tuple[int, ...]:
        """Places, among all joints, of the passive joints that have a limit."""
        joints = self.linkage.joints
        ends = {k: (joints[k].lower, joints[k].upper) for k in self.assembly.passive}
        return tuple(k for k, limits in ends.items() if np.isfinite(limits).any())

    def all_joints_where_closed(self, values: Array) -> tuple[Array, NDArray[np.bool_]]:
        """`all_joints`, and whether the loops close, (...,): where not, they are no solution."""
        y, closes = self.assembly.whole(values.reshape(-1, self.n))
        shape = values.shape[:-1]
        return y.reshape(*shape, self.linkage.count), closes.reshape(shape)

    def chain_values_where_closed(self, values: Array) -> tuple[Array, NDArray[np.bool_]]:
        """`chain_values`, and whether the loops close, (...,): where not, they are no solution."""
        y, closes = self.all_joints_where_closed(values)
        return y[..., list(self.chain_places)], closes

    def chain_values(self, values: Array) -> Array:
        """Values (..., m) of the joints of the chain from driven ones (..., n)."""
        return np.asarray(self.all_joints(values)[..., list(self.chain_places)])

    def link_rates(self, values: Array) -> Array:
        """Rates of all joints (..., J, n) per unit rate of each driven one, rad and mm."""
        shape = (*values.shape[:-1], self.linkage.count, self.n)
        if self.assembly.ratios is not None:
            return np.broadcast_to(self.assembly.ratios, shape)
        y, _ = self.assembly.whole(values.reshape(-1, self.n))
        return self.assembly.rates(y).reshape(shape)

    def chain_rates(self, values: Array) -> Array:
        """Rates of the joints of the chain (..., m, n) per unit rate of each driven one."""
        return np.asarray(self.link_rates(values)[..., list(self.chain_places), :])

    @property
    def loop_numbers(self) -> list[Array]:
        """Carriers, driven joints, and the ends of the closings."""
        linkage = self.linkage
        found = [np.array([*linkage.carriers, -1, *self.assembly.driven], float)]
        found.append(np.array([sign == "-" for sign in self.assembly.way], float))
        for closing in linkage.closings:
            axes = [] if closing.axes is None else [closing.axes]
            found += [np.array(closing.links, float), closing.points, *axes]
        return found

    def link_travels(self, controls: Array) -> tuple[Array, Array]:
        """As of any arm, of all joints: see `travel_bounds`."""
        return travels(self.assembly, controls)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """Places of the joints that are not of the chain."""
        return tuple(k for k in range(self.linkage.count) if k not in self.chain_places)

    @cached_property
    def steps_back(self) -> tuple[Step, ...] | None:
        """The steps that tell all joints where those of the chain stand."""
        return steps_from(self.linkage, self.chain_places)

    @cached_property
    def stand_ins(self) -> tuple[int, ...]:
        """Places of the passive slides of a platform that rods hold: they stand for the
        parallelograms that keep it level, and no arm is built with them."""
        steps = self.assembly.steps or ()
        return tuple(k for step in steps if isinstance(step, ThreeRods) for k in step.joints)

    @cached_property
    def legs(self) -> tuple[Step, ...]:
        """The legs whose sides are the working mode; none where fixed ratios leave no choice."""
        if self.assembly.ratios is not None:
            return ()
        return legs_of(self.linkage, self.assembly.driven)

    def working_modes(self, values: Array) -> tuple[str, ...]:
        """The working mode of each row (N, n): a sign for each leg, as `mode_words` gives it."""
        if not self.legs:
            return ("",) * len(values)
        return mode_words(self.linkage, self.legs, self.assembly.whole(values)[0])

    def loop_hold(self, values: Array) -> Array:
        """How well the loops hold the passive joints at values (N, n): see `hold`, (N,)."""
        y, _ = self.assembly.whole(values)
        return hold(self.linkage, y, self.assembly.passive)

    def singular_loops(self, values: Array) -> tuple[str, ...]:
        """The singular loops at driven values (n,) by name."""
        y = self.all_joints(values)
        flat = loose_loops(self.linkage, y, self.assembly.passive, self.assembly.steps)
        dead = loose_loops(self.linkage, y, self.beside, self.steps_back)
        found = [f"loop {name}" for name in flat]
        found += [f"dead centre of loop {name}" for name in dead if name not in flat]
        return tuple(found)


def _linkage(chain: Mechanism, side: Sequence[SideJoint], meetings: Sequence[Meeting]) -> Linkage:
    """The tree of chain and side branches; the link of the flange comes last."""
    T_chain = link_poses(chain, np.zeros(chain.n))
    frames = [*T_chain[1:-1], *(_frame(s) for s in side), T_chain[-1]]
    joints = (*chain.joints[:-1], *(s.joint for s in side), chain.joints[-1])
    names = [BASE, *(joint.name for joint in joints)]
    if len(set(names)) != len(names):
        raise KinematicsError("two joints of an arm with loops have one name")
    carriers = [*range(chain.n - 1), *(_place(names, s.on) for s in side), chain.n - 1]
    T_base = np.stack([np.eye(4), *frames])
    T_link_joint = inverted(T_base[carriers]) @ T_base[1:]
    closings = tuple(_closing(m, names, T_base) for m in meetings)
    kinds = "".join(joint.kind.value for joint in joints)
    return Linkage(kinds, tuple(carriers), T_link_joint, joints, closings)


def _frame(side: SideJoint) -> Array:
    who = f"joint {side.joint.name}"
    return axis_frame(_direction(side.axis, who), _vector(side.point, f"the point of {who}"))


def _vector(values: ArrayLike, what: str) -> Array:
    """Three finite numbers; KinematicsError for anything else."""
    vector = reals(values, f"{what} is three numbers")
    if vector.shape != (3,) or not np.isfinite(vector).all():
        raise KinematicsError(f"{what} is three finite numbers")
    return vector


def _direction(values: ArrayLike, who: str) -> Array:
    """The unit vector of an axis; KinematicsError where it has no direction."""
    axis = _vector(values, f"the axis of {who}")
    length = float(np.linalg.norm(axis))
    if not length > NO_DIRECTION:
        raise KinematicsError(f"the axis of {who} needs a direction: it is not all zeros")
    return axis / length


def _place(names: list[str], name: str) -> int:
    if name not in names:
        raise KinematicsError(f"there is no link {name}; the links are {', '.join(names)}")
    return names.index(name)


def _closing(meeting: Meeting, names: list[str], T_base: Array) -> Closing:
    places = [_place(names, name) for name in meeting.links]
    name = meeting.name or " to ".join(meeting.links)
    who = f"the meeting {name}"
    at, back = _vector(meeting.at, f"the point of {who}"), inverted(T_base[places])
    points = back[:, :3, :3] @ at + back[:, :3, 3]
    axes = None
    if meeting.axis is not None:
        axes = back[:, :3, :3] @ _direction(meeting.axis, who)
    return Closing(name, (places[0], places[1]), points, axes)
