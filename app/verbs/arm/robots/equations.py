"""`cellwright robots NAME --equations`: by which equations an arm is solved, and its loop table."""

from collections.abc import Iterator
from textwrap import fill
from typing import Any

from app.verbs.arm.robots.rows import print_answer
from kinematics import KinematicsError, Mechanism, classify
from kinematics.arm.locked_joints import lock
from kinematics.families.corrected_seven import CorrectedSeven
from kinematics.families.seven_axis import SevenAxisArm
from kinematics.solvers.elimination.arm import PAIRS, EliminationArm
from kinematics.solvers.elimination.probing import PROBES
from kinematics.solvers.extended import ExtendedArm
from kinematics.solvers.seven.ends_locked import EndsLocked
from kinematics.solving.choice import chosen
from kinematics.solving.loop_table import LoopRow, LoopTable, loop_table
from kinematics.solving.solver_equations import equations_of
from scenes import Robot, load_robot

FORMAT = "cellwright-robots-equations"
HEADING = " #  joints in order  X   linear  dialytic  U         rank  roots        residual  use"
LEGEND = (
    "X: the joint of the eigenvalue. linear, dialytic: the pairs of joints that are eliminated. "
    f"U: on what it depends. roots: found of those known at {PROBES} probe poses. residual: median "
    "before Newton's method, in sizes of the arm."
)
WIDTH = 100


def show_equations(name: str, as_json: bool) -> int:
    """Prints the equations of an arm and its loop table; gives exit code 0."""
    robot = load_robot(name)
    arm, whose = six_joints_of(robot.mechanism)
    try:
        table, refusal = loop_table(arm), ""
    except KinematicsError as error:
        table, refusal = None, str(error)
    if as_json:
        print_answer(FORMAT, _as_json(robot, table, whose, refusal))
        return 0
    print(f"{robot.name}: {robot.title}")
    print(f"{classify(robot.mechanism).reason}\n\nEquations of its solver:")
    number = 0
    for line in equations_of(robot.mechanism):
        number += not line.endswith(":")
        lead = "     " if line.endswith(":") else f"{number:3d}. "
        print(fill(lead + line, WIDTH, subsequent_indent="     "))
    print()
    for line in [refusal] if table is None else _lines(robot.mechanism, table, whose):
        print(line)
    return 0


def six_joints_of(mechanism: Mechanism) -> tuple[Mechanism, str]:
    """The arm of six joints of the loop table, and a clause that says which it is, or ""."""
    geometry = chosen(mechanism.chain).geometry
    if isinstance(geometry, ExtendedArm):
        whole = geometry.whole(0)
        assert whole is not None, "an arm of this solver has a larger arm"
        added = range(mechanism.chain.n + 1, whole.mechanism.n + 1)
        return whole.mechanism, f"made up to six by joint {' and '.join(map(str, added))}"
    if isinstance(geometry, EndsLocked):
        held = " and ".join(str(joint + 1) for joint in geometry.joints)
        return geometry.core.core, f"with joint {held} held, the others counted from 1"
    if isinstance(geometry, SevenAxisArm | CorrectedSeven):
        return lock(mechanism, {6: 0.0}).core, "with joint 7 held at 0"
    return mechanism.chain, ""


def _lines(mechanism: Mechanism, table: LoopTable, whose: str) -> Iterator[str]:
    of = f" (the arm {whose})" if whose else ""
    yield f"Loops of the general equations U m + V n = 0{of}:"
    yield HEADING
    for row in table.rows:
        yield _line(row)
    yield fill(LEGEND, WIDTH)
    yield ""
    for sentence in reasons(mechanism, table, asked=not whose and not mechanism.has_loops):
        yield fill(sentence, WIDTH)


def _pair(joints: tuple[int, int]) -> str:
    return " ".join(str(joint + 1) for joint in sorted(joints))


def _line(row: LoopRow) -> str:
    order = " ".join(str(joint + 1) for joint in row.loop.order)
    lead = f"{row.number:2d}  {order:<15}  {row.loop.middle + 1}   {_pair(row.near_pair):<6}  "
    lead += f"{_pair(row.far_pair):<8}  "
    if row.result is None:
        return lead + row.refusal
    depends = "arm" if row.constant_u else "arm, pose"
    found = f"{row.result.known - row.result.missed} of {row.result.known}"
    residual = "-" if row.residual is None else f"{row.residual:.0e}"
    return f"{lead}{depends:<9} {row.rank:>4}  {found:<11}  {residual:<8}  {_use(row)}".rstrip()


def _use(row: LoopRow) -> str:
    return {0: "", 1: "first", 2: "where in doubt", 3: "where in doubt"}[row.turn]


def reasons(mechanism: Mechanism, table: LoopTable, asked: bool) -> Iterator[str]:
    """Which loop and pair the arm uses and why, a sentence each.

    asked: whether `ik --eliminate` can ask for the general equations of this very arm.
    """
    general = isinstance(chosen(table.mechanism).geometry, EliminationArm)
    if not general:
        use = "; `ik --eliminate` asks for the general equations instead" if asked else ""
        yield f"The equations above serve this arm{use}."
    if not table.used:
        yield "No loop finds the roots of this arm: the general equations are singular for it."
        return
    first = table.used[0]
    assert first.result is not None, "a loop in use was tried"
    near, far = (_pair(pair).replace(" ", " and ") for pair in (first.near_pair, first.far_pair))
    known, missed = first.result.known, first.result.missed
    finds = f"{known - missed} of {known} roots" if missed else "all roots"
    verb = "uses" if general else "would use"
    yield (
        f"It {verb} loop {first.number}, which eliminates joints {near} linearly and {far} "
        f"dialytically: it finds {finds} of the probe poses{_why(table, first)}."
    )
    later = [str(row.number) for row in table.used[1:]]
    if later:
        loops = "loop" if len(later) == 1 else "loops"
        yield f"Poses at which it is in doubt go to {loops} {' and '.join(later)}."
    for choice in PAIRS if asked else ():
        joints = f"{choice[0]} and {choice[1]}"
        loop = f"loop {table.forced[choice]}" if choice in table.forced else "none: it is singular"
        yield f"--eliminate {choice}, the patent's pair of joints {joints}: {loop}."


def _why(table: LoopTable, first: LoopRow) -> str:
    """Why the first loop is the first: what the others lack."""
    assert first.result is not None, "a loop in use was tried"
    others = [row for row in table.rows if row.result is not None and row is not first]
    if first.result.missed:
        return ", more than any other loop"
    if first.result.split:
        return " once coinciding eigenvalues are separated"
    sound = [row for row in others if row.result is not None and row.result.sound]
    if not sound:
        alike = any(row.result is not None and not row.result.missed for row in others)
        return " without false or coinciding eigenvalues" if alike else ", as no other loop does"
    count = f"{len(sound) + 1} loops that do"
    if all((first.residual or 1.0) <= (row.residual or 1.0) for row in sound):
        return f" with the smallest residual of {count}"
    return f", and of {count} its U is of the arm alone, which is faster"


def _as_json(robot: Robot, table: LoopTable | None, whose: str, refusal: str) -> dict[str, Any]:
    return {
        "robot": robot.name,
        "why": classify(robot.mechanism).reason,
        "equations": list(equations_of(robot.mechanism)),
        "six_joints": whose,
        "reason": refusal,
        "loops": [] if table is None else [_row_as_json(row) for row in table.rows],
        "eliminate": {} if table is None else dict(table.forced),
    }


def _row_as_json(row: LoopRow) -> dict[str, Any]:
    result = row.result
    return {
        "number": row.number,
        "order": [joint + 1 for joint in row.loop.order],
        "linear": sorted(joint + 1 for joint in row.near_pair),
        "dialytic": sorted(joint + 1 for joint in row.far_pair),
        "reason": row.refusal,
        "rank": row.rank,
        "constant_u": row.constant_u,
        "roots_found": None if result is None else result.known - result.missed,
        "roots_known": None if result is None else result.known,
        "residual": row.residual,
        "turn": row.turn,
    }
