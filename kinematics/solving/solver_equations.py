"""The equations by which the solver of an arm finds all its solutions, with the arm's numbers.

One function for each geometry; the derivations stand at the heads of the solvers.
Angles are printed in degrees and lengths in mm.
"""

from functools import singledispatch
from typing import Any

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.closed.closing_steps import choices
from kinematics.families.anthropomorphic import ArmGeometry, WristGeometry
from kinematics.families.corrected_arms import CorrectedArm
from kinematics.families.corrected_seven import CorrectedSeven
from kinematics.families.parallel_axes import ParallelArm
from kinematics.families.planar import PlanarArm
from kinematics.families.seven_axis import SevenAxisArm
from kinematics.solvers.decoupled import DecoupledArm
from kinematics.solvers.elimination import EliminationArm
from kinematics.solvers.extended import ExtendedArm
from kinematics.solvers.mirrored import Mirrored
from kinematics.solvers.parts.three_joints_to_a_point import Positioner
from kinematics.solvers.seven.elbow_equation import recognise_equation
from kinematics.solvers.seven.ends_locked import EndsLocked
from kinematics.solvers.three_slides import ThreeSlides
from kinematics.solvers.through_loops import LoopArm
from kinematics.solving.choice import solver_of

ROUND = 1e-9  # mm, deg: a printed number below this is 0


def equations_of(mechanism: Mechanism) -> tuple[str, ...]:
    """The equations of the solver of a mechanism, a line each; UnsolvableMechanism without one."""
    return _equations(solver_of(mechanism)[1])


@singledispatch
def _equations(geometry: Any) -> tuple[str, ...]:
    """Of a solver without equations of its own: Newton's method from many seeds."""
    return (
        "forward(q) = T, by Newton's method from many seeds; what no seed leads to stays unknown",
    )


def _mm(value: float) -> str:
    return f"{0.0 if abs(value) < ROUND else value:.6g} mm"


def _deg(angle: float) -> str:
    degrees = float(np.degrees(angle))
    return f"{0.0 if abs(degrees) < ROUND else degrees:.6g} deg"


def _bars(upper: float, fore: float, last: str) -> tuple[str, ...]:
    """The two bars that reach a point t, by the law of cosines."""
    return (
        f"|t|^2 = upper^2 + fore^2 + 2 upper fore cos(bend), upper = {_mm(upper)}, "
        f"fore = {_mm(fore)}: two values of bend, hence of {last}",
    )


def _wrist(wrist: WristGeometry, first: int, before: str) -> tuple[str, ...]:
    """The wrist of joints first, first + 1, first + 2, which makes what the others leave."""
    a, b, c = first, first + 1, first + 2
    return (
        f"({before})^-1 R = Rot(axis {a}, q{a}) Rot(axis {b}, q{b}) Rot(axis {c}, q{c}), axis {b} "
        f"at {_deg(wrist.lean_4)} to axis {a} and {_deg(wrist.lean_6)} to axis {c}: "
        f"two values of q{b}, then q{a} and q{c}",
    )


@_equations.register
def _anthropomorphic(arm: ArmGeometry) -> tuple[str, ...]:
    return (
        "(X, Y, Z) is the wrist centre from axis 1, at the height of axis 2",
        f"x^2 = X^2 + Y^2 - lateral^2, lateral = {_mm(arm.lateral)}: two values of x, and "
        "q1 = atan2(Y, X) - atan2(lateral, x)",
        f"t = (x - shoulder, Z), shoulder = {_mm(arm.shoulder)}",
        *_bars(arm.upper, arm.fore, "q3, then q2"),
        *_wrist(arm.wrist, 4, "turns 1 to 3"),
    )


@_equations.register
def _three_parallel(arm: ParallelArm) -> tuple[str, ...]:
    return (
        "h is the direction of axes 2, 3 and 4; (X, Y, Z) is the point C where axes 5 and 6 meet",
        f"y sin(lean) + Z cos(lean) = D, lean = {_deg(arm.lean)}, D = {_mm(arm.height)}, gives y; "
        "x^2 = X^2 + Y^2 - y^2: two values of x, and q1 = atan2(Y, X) - atan2(y, x)",
        "s is the sum of turns 2, 3 and 4: "
        "(turn 1)^-1 R = Rot(h, s) Rot(axis 5, q5) Rot(axis 6, q6), two values of q5, s and q6",
        f"t = C - e^(i s) tail - axis 2 across h, |tail| = {_mm(abs(arm.tail))}",
        *_bars(abs(arm.upper), abs(arm.fore), "q3, then q2"),
        "q4 is what q2 and q3 leave of s",
    )


@_equations.register
def _planar(arm: PlanarArm) -> tuple[str, ...]:
    lift = () if arm.slide is None else (f"q{arm.slide + 1} is the height along the axes",)
    numbers = [turn + 1 for turn in arm.turns]
    if len(numbers) == 2:
        rest: tuple[str, ...] = (
            "s, the turn of the pose about the axes, is that of the second bar: it gives "
            f"q{numbers[0]} and q{numbers[1]}",
        )
    else:
        rest = (
            f"t = flange - e^(i s) tail - axis {numbers[0]}, |tail| = {_mm(abs(arm.tail))}, s the "
            "turn of the pose about the axes",
            *_bars(abs(arm.upper), abs(arm.fore), f"q{numbers[1]}, then q{numbers[0]}"),
            f"q{numbers[2]} is what they leave of s",
        )
    return (*lift, *rest)


@_equations.register
def _positioned(geometry: Positioner) -> tuple[str, ...]:
    """Three joints that bring a point to a place (`parts/three_joints_to_a_point.py`)."""
    turns = geometry.kinds[0] == "R"
    kept = "its distance and its height along axis 1" if turns else "its two places across axis 1"
    degree = "a quartic in tan(q3 / 2)" if geometry.kinds[2] == "R" else "a quartic in q3"
    solved = degree if geometry.quartic else "an equation of degree two or less"
    return (
        f"a = {_mm(geometry.a * geometry.size)} between axes 1 and 2, at "
        f"{_deg(float(np.arctan2(geometry.sine, geometry.cosine)))} to one another",
        f"joint 1 does not change two numbers of the point: {kept}",
        f"these two equations give q3 by {solved}, then q2; q1 makes the rest",
    )


@_equations.register
def _position_alone(geometry: tuple) -> tuple[str, ...]:
    return ("the place of the flange alone is asked for", *_positioned(geometry[1]))


@_equations.register
def _decoupled(arm: DecoupledArm) -> tuple[str, ...]:
    return (
        "joints 1 to 3 bring the wrist centre to its place:",
        *_positioned(arm.positioner),
        *_wrist(arm.wrist, 4, "turns 1 to 3"),
    )


@_equations.register
def _three_slides(arm: ThreeSlides) -> tuple[str, ...]:
    a, b, c = (joint + 1 for joint in arm.turns)
    names = ", ".join(f"q{joint + 1}" for joint in arm.slides)
    return (
        f"R = Rot(axis {a}, q{a}) Rot(axis {b}, q{b}) Rot(axis {c}, q{c}), axis {b} at "
        f"{_deg(arm.wrist.lean_4)} to axis {a} and {_deg(arm.wrist.lean_6)} to axis {c}: "
        f"two values of q{b}, then q{a} and q{c}",
        f"the place of the flange is linear in {names}: three equations",
    )


@_equations.register
def _mirrored(arm: Mirrored) -> tuple[str, ...]:
    lead = "seen from the flange, with joint 6 as 1, 5 as 2 and so on, and T^-1 for T:"
    return (lead, *_equations(arm.geometry))


@_equations.register
def _corrected(arm: CorrectedArm) -> tuple[str, ...]:
    return (
        "those of the nominal arm:",
        *_equations(arm.geometry),
        f"each root is led to forward(q) = T of the arm as it is, up to {_mm(arm.shift_mm)} and "
        f"{_deg(arm.turn_rad)} off, by Newton's method; poses at which one could be lost go to the "
        "general equations",
    )


@_equations.register
def _seven(arm: SevenAxisArm) -> tuple[str, ...]:
    upper, lower = (float(np.linalg.norm(v)) for v in (arm.E - arm.S, arm.W - arm.E))
    lead = "S shoulder, E elbow, W wrist centre; psi is the angle of E about the line S W"
    if arm.offset:
        return (
            lead,
            f"E lies in the half-plane of psi, and on the torus on which axes 1 and 2, "
            f"{_mm(arm.offset)} apart, move it: an equation of degree four in the place of E",
            "the place of E gives q1 and q2, and W two values of q4, then q3",
            *_wrist(arm.wrist, 5, "turns 1 to 4"),
        )
    return (
        lead,
        f"|S W|^2 is a combination of 1, cos q4, sin q4 (|S E| = {_mm(upper)}, |E W| = "
        f"{_mm(lower)}): two values of q4",
        "axes 1 to 3 bring the triangle S E W to psi: two values of q2, then q1 and q3",
        *_wrist(arm.wrist, 5, "turns 1 to 4"),
    )


@_equations.register
def _corrected_seven(arm: CorrectedSeven) -> tuple[str, ...]:
    return (
        "at an elbow angle, those of the nominal arm:",
        *_equations(arm.geometry),
        f"each root is led to the arm as it is, up to {_mm(arm.shift_mm)} off, by Newton's method",
    )


@_equations.register
def _ends_locked(arm: EndsLocked) -> tuple[str, ...]:
    held = " and ".join(f"q{joint + 1}" for joint in arm.joints)
    lines: tuple[str, ...] = ()
    if recognise_equation(arm.mechanism) is not None:
        lines = (
            "at an elbow angle, one equation for q7: where the triangle S E W stands gives the "
            "directions of axes 2 to 5, and z5 . z6 has the value that it has at rest",
        )
    lead = (
        f"with {held} held, the arm of the other six joints ({arm.solver.described(arm.geometry)}):"
    )
    return (*lines, lead, *_equations(arm.geometry))


@_equations.register
def _extended(arm: ExtendedArm) -> tuple[str, ...]:
    whole = arm.whole(0)
    assert whole is not None, "an arm of this solver has a larger arm"
    added = whole.mechanism.n - arm.mechanism.n
    joints = "joint, which has" if added == 1 else "joints, which have"
    return (
        f"made up to six by {added} more {joints} to stand at zero; the arm of six "
        f"({whole.solver.described(whole.geometry)}):",
        *_equations(whole.geometry),
    )


@_equations.register
def _through_loops(arm: LoopArm) -> tuple[str, ...]:
    if arm.from_chain is not None:
        back = "fixed ratios of parallelograms tell the driven joints"
    elif arm.steps is not None:
        count = choices(arm.steps)
        ways = f"in {2**count} ways: {count} of the steps have two" if count else "in one way"
        back = f"the loops give the driven joints step by step, {ways}"
    else:
        back = "the loops are closed by iteration from the drawing"
    chain = tuple(_equations(arm.geometry))
    return ("from base to flange, over passive joints:", *chain, f"then {back}")


@_equations.register
def _general(arm: EliminationArm) -> tuple[str, ...]:
    loop = arm.loops[0].stage.loop
    x = loop.middle + 1
    a, b = sorted(joint + 1 for joint in loop.order[1:3])
    d, e = sorted(joint + 1 for joint in loop.order[4:6])
    X = f"X = tan(q{x} / 2)" if arm.chain.kinds[loop.middle] == "R" else f"X = q{x}"
    return (
        f"U m + V n = 0: 20 equations; m the 8 products of joints {a} and {b} times 1 and X, n the "
        f"9 products of joints {d} and {e} times 1 and X, {X}",
        f"the 4 rows N with N U = 0 leave N V n = 0, without joints {a} and {b}",
        f"times 1, x{d}, x{e} and x{d} x{e} these are (A + X B) w = 0, 16 equations: up to 16 "
        f"values of X; w gives q{d} and q{e}, then m gives q{a} and q{b}, and the rest "
        f"q{loop.order[3] + 1}",
    )
