"""Makes a `Mechanism` of the mechanism in a robot file, in any of its written forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinematics import ClosedChain, Mechanism, Meeting, SideJoint, limit_excesses
from kinematics.arm.joints import FIXED, Joint, JointKind
from scenes.files.file_poses import pose_of
from scenes.files.schema import DhRowIn, JointIn, LinkRowIn, LoopsIn, MechanismIn, RobotIn
from scenes.world.frozen import Array

KINDS = {"revolute": JointKind.REVOLUTE, "prismatic": JointKind.PRISMATIC}
FIXED_ROW = "fixed"
# Degrees, mm: limits go to rad and back, so a value beyond one by less than this is at the limit.
AT_LIMIT = 1e-9


def mechanism_of(file: RobotIn) -> Mechanism:
    """The mechanism of a robot file, in mm and rad (the file has degrees)."""
    chain = replace(_chain_of(file), position_only=file.targets == "position")
    return chain if file.loops is None else _closed(chain, file.loops)


def _closed(chain: Mechanism, loops: LoopsIn) -> ClosedChain:
    """The arm whose joints from base to flange are the chain, with its loops."""
    side = [SideJoint(joint_of(row), row.on, row.axis, row.point) for row in loops.joints]
    meetings = [
        Meeting((row.links[0], row.links[1]), row.at, row.axis, row.name or "")
        for row in loops.close
    ]
    return ClosedChain(chain, side, meetings, loops.drives, loops.assembly)


def _chain_of(file: RobotIn) -> Mechanism:
    chain = file.mechanism
    T_base_first = pose_of(chain.base.at, chain.base.rpy)
    T_flange = pose_of(chain.flange.at, chain.flange.rpy)
    rows = rows_of(chain)
    kinds = "".join(FIXED if row.kind == FIXED_ROW else KINDS[row.kind].value for row in rows)
    joints = tuple(joint_of(row) for row in rows if row.kind != FIXED_ROW)
    if chain.axes is not None:
        return Mechanism.from_axes(
            axes=[row.axis for row in chain.axes],
            points=[row.point for row in chain.axes],
            T_base_flange_zero=T_flange,
            T_base_first=T_base_first,
            joints=joints,
            name=file.title,
            source=file.source,
        )
    if chain.links is not None:
        return Mechanism.from_links(
            alpha=_radians(chain.links, "alpha"),
            t=[row.t for row in chain.links],
            theta0=_radians(chain.links, "theta"),
            sign=[row.sign for row in chain.links],
            T_base_first=T_base_first,
            T_last_flange=T_flange,
            kinds=kinds,
            joints=joints,
            name=file.title,
            source=file.source,
        )
    modified = chain.modified_dh is not None
    make = Mechanism.from_modified_dh if modified else Mechanism.from_standard_dh
    table = chain.modified_dh or chain.standard_dh or []
    return make(
        alpha=_radians(table, "alpha"),
        a=[row.a for row in table],
        beta=_radians(table, "beta"),
        d=[row.d for row in table],
        theta0=_radians(table, "theta"),
        sign=[row.sign for row in table],
        T_base_first=T_base_first,
        T_last_flange=T_flange,
        kinds=kinds,
        joints=joints,
        name=file.title,
        source=file.source,
    )


def rows_of(chain: MechanismIn) -> Sequence[JointIn]:
    """The rows of the mechanism, in the form that the file uses."""
    return chain.modified_dh or chain.standard_dh or chain.axes or chain.links or []


def form_of(chain: MechanismIn) -> str:
    """The key of the form that the file uses: "modified_dh", "standard_dh", "axes" or "links"."""
    forms = ("modified_dh", "standard_dh", "axes", "links")
    return next(form for form in forms if getattr(chain, form) is not None)


def joint_of(row: JointIn) -> Joint:
    """One joint with its limits in rad and mm; a limit that the file does not give is infinite."""
    kind = KINDS[row.kind]
    lower, upper = row.limits or (-np.inf, np.inf)
    unit = unit_of(kind)
    return Joint(
        name=row.name,
        kind=kind,
        lower=lower * unit,
        upper=upper * unit,
        speed=(row.speed or np.inf) * unit,
        acceleration=(row.acceleration or np.inf) * unit,
        jerk=(row.jerk or np.inf) * unit,
    )


def unit_of(kind: JointKind) -> float:
    """Factor from a file's unit to ours: rad per degree for a revolute joint, 1 for a slide."""
    return float(np.radians(1.0)) if kind is JointKind.REVOLUTE else 1.0


def joint_values(mechanism: Mechanism, values: Sequence[float]) -> Array:
    """q (n,) in rad and mm, from joint values of a file in degrees and mm."""
    return np.asarray(values, dtype=float) * [unit_of(joint.kind) for joint in mechanism.joints]


def joint_faults(mechanism: Mechanism, values: Sequence[float]) -> list[tuple[int | None, str]]:
    """Faults of joint values of a file (degrees, mm): pairs of index or None, and sentence."""
    if len(values) != mechanism.n:
        return [(None, f"needs {mechanism.n} joint values, not {len(values)}")]
    found: list[tuple[int | None, str]] = [
        (i, sentence)
        for i, (joint, value) in enumerate(zip(mechanism.joints, values, strict=True))
        if (sentence := _limit_fault(joint, value))
    ]
    q = joint_values(mechanism, values)
    if not found and not mechanism.closes(q):
        found = [(None, mechanism.open_loop(q))]
    beyond = limit_excesses(mechanism, q) if not found else ()
    return found + [(None, str(excess)) for excess in beyond if excess.passive]


def _limit_fault(joint: Joint, value: float) -> str:
    name = "deg" if joint.kind is JointKind.REVOLUTE else "mm"
    lower, upper = joint.lower / unit_of(joint.kind), joint.upper / unit_of(joint.kind)
    beyond = max(lower - value, value - upper)
    if beyond <= AT_LIMIT:
        return ""
    return (
        f"joint {joint.name} at {value:g} {name} is outside its limits {lower:g} to {upper:g} "
        f"{name} ({beyond:g} {name} too far)"
    )


def _radians(rows: Sequence[DhRowIn] | Sequence[LinkRowIn], column: str) -> Array:
    return np.radians([getattr(row, column) for row in rows])
