"""The chain of joints from the root of a URDF to a tip, in the units of the URDF: m and rad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinematics.poses.transforms import rotation_x, rotation_y, rotation_z
from scenes.errors import SceneError
from scenes.files.text.words import did_you_mean
from scenes.world.frozen import Array, Frozen

MM_PER_M = 1000.0
MOVING = ("revolute", "continuous", "prismatic")
UNFOLLOWED = ("floating", "planar")
# Customary names of the link at the end of an arm, the best first.
CUSTOMARY_TIPS = ("tool0", "flange")


@dataclass(frozen=True, eq=False)
class ChainJoint(Frozen):
    """A moving joint; the fixed joints before it are part of T_link_joint.

    Attributes:
        T_link_joint: The joint frame in the frame of the moving joint before it, m.
        axis: Unit vector in the joint frame.
        limits: Lower and upper limit, rad or m; infinite where the URDF states none.
        speed: Greatest speed, rad/s or m/s; 0 where the URDF states none.
    """

    name: str
    slides: bool
    is_continuous: bool
    T_link_joint: Array
    axis: Array
    limits: tuple[float, float]
    speed: float


@dataclass(frozen=True, eq=False)
class Chain(Frozen):
    """The chain of moving joints between two links of a URDF, in m and rad."""

    base: str
    tip: str
    joints: tuple[ChainJoint, ...]
    T_last_tip: Array
    notes: tuple[str, ...]

    @property
    def T_base_joints_zero(self) -> list[Array]:
        """T_base_joint (4, 4) of each joint with all joints at zero, m."""
        poses, T = [], np.eye(4)
        for joint in self.joints:
            T = T @ joint.T_link_joint
            poses.append(T)
        return poses

    def T_base_tip(self, q: Array) -> Array:
        """T_base_tip (4, 4), m, at joint values q (n,), rad or m."""
        T = np.eye(4)
        for joint, value in zip(self.joints, q, strict=True):
            T = T @ joint.T_link_joint @ _motion(joint, float(value))
        return T @ self.T_last_tip


def in_mm(T: Array) -> Array:
    """The pose with its position in mm, from a pose in m."""
    scaled = np.array(T)
    scaled[:3, 3] *= MM_PER_M
    return scaled


def chain_of(description: Any, file: str, tip: str | None) -> Chain:
    """The chain from the root link to `tip`, or to the only possible tip; else SceneError."""
    tree = _Tree(description, file)
    end = tree.tip() if tip is None else tree.known(tip)
    joints, notes = [], []
    T = np.eye(4)
    for joint in tree.way_to(end):
        T = T @ (np.eye(4) if joint.origin is None else joint.origin)
        if joint.type == "fixed":
            continue
        if joint.mimic is not None:
            T = T @ _fixed_mimic(joint, file)
            notes.append(f"joint {joint.name} is held where its mimic says: its multiplier is 0")
            continue
        joints.append(_chain_joint(joint, T, file))
        T = np.eye(4)
    if not joints:
        raise SceneError(f"{file}: no joint moves between {tree.root} and {end}")
    on_way = {joint.name for joint in joints}
    others = [j.name for j in description.joints if j.type in MOVING and j.name not in on_way]
    if others:
        notes.append(f"joints that are not on the way to {end} are left out: {', '.join(others)}")
    return Chain(tree.root, end, tuple(joints), T, tuple(notes))


@dataclass(frozen=True, eq=False)
class LinkPlace(Frozen):
    """A link of the URDF that the arm carries.

    Attributes:
        number: Number of joints of the chain that move the link; 0 for a standing link.
        T_base_link: The link's frame in the base with all joints at zero, m.
    """

    name: str
    number: int
    T_base_link: Array


def link_places(description: Any, file: str, chain: Chain) -> list[LinkPlace]:
    """The links that no joint outside the chain moves, in the order of the file."""
    tree = _Tree(description, file)
    of_chain = [joint.name for joint in chain.joints]
    found = []
    for link in tree.links:
        way = tree.way_to(link)
        moving = [j.name for j in way if j.type != "fixed" and not _is_held(j)]
        if moving != of_chain[: len(moving)]:
            continue
        T = np.eye(4)
        for joint in way:
            T = T @ (np.eye(4) if joint.origin is None else joint.origin)
            T = T @ (_fixed_mimic(joint, file) if _is_held(joint) else np.eye(4))
        found.append(LinkPlace(link, len(moving), T))
    return found


def _is_held(joint: Any) -> bool:
    """Whether a joint stands still because it follows (mimics) another joint by the factor 0."""
    follows = joint.type != "fixed" and joint.mimic is not None
    return follows and joint.mimic.multiplier is not None and float(joint.mimic.multiplier) == 0.0


class _Tree:
    """The tree of a URDF: its links, and the joint that leads to each."""

    def __init__(self, description: Any, file: str) -> None:
        self.file = file
        self.links = [link.name for link in description.links]
        self.joints = list(description.joints)
        self.leading_to: dict[str, Any] = {}
        for joint in self.joints:
            if joint.child in self.leading_to:
                self._fail(f"two joints lead to link {joint.child}: no tree")
            self.leading_to[joint.child] = joint
        roots = [name for name in self.links if name not in self.leading_to]
        if len(roots) != 1:
            self._fail(f"needs one link that no joint leads to, not {len(roots)}: {roots}")
        self.root = roots[0]

    def way_to(self, link: str) -> list[Any]:
        """The joints on the path from the root to a link, in order."""
        way: list[Any] = []
        while link != self.root:
            if link not in self.leading_to or len(way) > len(self.joints):
                self._fail(f"no joint leads from {self.root} to link {link}")
            way.append(self.leading_to[link])
            link = way[-1].parent
        return way[::-1]

    def known(self, link: str) -> str:
        """The name itself; SceneError with a suggestion where no link has it."""
        if link not in self.links:
            near = did_you_mean(link, self.links)
            self._fail(f'there is no link "{link}"{near}')
        return link

    def tip(self) -> str:
        """The link that serves as flange: the only end behind the last moving joint."""
        moving = [joint for joint in self.joints if joint.type in (*MOVING, *UNFOLLOWED)]
        ends = [j.child for j in moving if not any(self._is_below(j, other) for other in moving)]
        if not ends:
            self._fail("none of its joints moves")
        if len(ends) != 1:
            forks = [link for link in self.links if len(self._moving_branches(link, moving)) > 1]
            candidates = ", ".join(dict.fromkeys([*forks, *ends]))
            self._fail(f"it has {len(ends)} ends; name the flange with --tip: {candidates}")
        behind = [ends[0], *self._fixed_behind(ends[0])]
        named = [name for custom in CUSTOMARY_TIPS for name in behind if name.endswith(custom)]
        leaves = [name for name in behind if not any(j.parent == name for j in self.joints)]
        only = leaves if len(leaves) == 1 else [ends[0]]
        return (named or only)[0]

    def _is_below(self, joint: Any, other: Any) -> bool:
        return other is not joint and joint in self.way_to(other.child)

    def _moving_branches(self, link: str, moving: list[Any]) -> list[Any]:
        children = [joint for joint in self.joints if joint.parent == link]
        return [c for c in children if any(c in self.way_to(joint.child) for joint in moving)]

    def _fixed_behind(self, link: str) -> Iterator[str]:
        for joint in self.joints:
            if joint.parent == link:
                yield joint.child
                yield from self._fixed_behind(joint.child)

    def _fail(self, message: str) -> None:
        raise SceneError(f"{self.file}: {message}")


def _chain_joint(joint: Any, T_link_joint: Array, file: str) -> ChainJoint:
    if joint.type not in MOVING:
        message = (
            f"joint {joint.name} is {joint.type}: only {', '.join(MOVING)} and fixed are followed"
        )
        raise SceneError(f"{file}: {message}")
    axis = np.asarray(joint.axis, dtype=float)
    length = float(np.linalg.norm(axis))
    if not np.isfinite(length) or length == 0.0:
        raise SceneError(f"{file}: joint {joint.name} has no direction: axis {axis.tolist()}")
    return ChainJoint(
        name=joint.name,
        slides=joint.type == "prismatic",
        is_continuous=joint.type == "continuous",
        T_link_joint=T_link_joint,
        axis=axis / length,
        limits=_limits(joint, file),
        speed=float((joint.limit.velocity if joint.limit else None) or 0.0),
    )


def _limits(joint: Any, file: str) -> tuple[float, float]:
    """Lower and upper limit; infinite for a continuous joint and where both are the same."""
    limit = joint.limit
    if joint.type == "continuous" or limit is None:
        return -np.inf, np.inf
    lower, upper = float(limit.lower or 0.0), float(limit.upper or 0.0)
    if lower > upper:
        message = f"joint {joint.name}: its lower limit {lower:g} is above the upper, {upper:g}"
        raise SceneError(f"{file}: {message}")
    return (lower, upper) if lower < upper else (-np.inf, np.inf)


def _fixed_mimic(joint: Any, file: str) -> Array:
    """The constant motion (4, 4) of a joint with a mimic factor of 0; else SceneError."""
    factor = 1.0 if joint.mimic.multiplier is None else float(joint.mimic.multiplier)
    if factor != 0.0:
        message = (
            f"joint {joint.name} moves with joint {joint.mimic.joint} (mimic, factor {factor:g}): "
            f"a chain with coupled joints cannot be followed; name a tip before it with --tip"
        )
        raise SceneError(f"{file}: {message}")
    still = _chain_joint(joint, np.eye(4), file)
    return _motion(still, float(joint.mimic.offset or 0.0))


def _motion(joint: ChainJoint, value: float) -> Array:
    """The motion (4, 4) of a joint at a value, rad or m."""
    if joint.slides:
        T = np.eye(4)
        T[:3, 3] = joint.axis * value
        return T
    x, y, z = joint.axis
    for turn, along in ((rotation_x, x), (rotation_y, y), (rotation_z, z)):
        if abs(along) == 1.0:
            return turn(value * along)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    T = np.eye(4)
    T[:3, :3] += np.sin(value) * cross + (1.0 - np.cos(value)) * cross @ cross
    return T
