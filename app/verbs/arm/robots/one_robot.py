"""One robot: `cellwright robots NAME`, its elimination matrices, and a URDF as a robot file."""

import argparse
import sys
from pathlib import Path
from textwrap import fill
from typing import Any

from app.reports.joint_values import degrees_of
from app.reports.progress import progress
from app.verbs.arm.robots.rows import print_rows, robot_row
from kinematics import Joint, JointKind, classify, elimination_arm, save_arm
from scenes import SceneError, load_robot
from scenes.files.card_making import card_of


def show_robot(name: str, as_json: bool) -> int:
    """Prints everything known of one robot; gives exit code 0."""
    robot = load_robot(name)
    joints = robot.mechanism.joints
    passive = [j for j in robot.mechanism.link_joints if j not in joints]
    if as_json:
        rows: dict[str, Any] = {"joints": [joint_row(joint) for joint in joints]}
        rows |= {"profile": robot.profile.value}
        rows |= {"passive_joints": [joint_row(joint) for joint in passive]} if passive else {}
        print_rows([robot_row(card_of(robot)) | rows])
        return 0
    print(f"{robot.name}: {robot.title}")
    print(f"{classify(robot.mechanism).reason}\n")
    rated = robot.rated
    if rated.payload_kg is not None and rated.reach_mm is not None:
        print(f"payload {rated.payload_kg:g} kg, reach {rated.reach_mm:g} mm ({rated.source})")
    print("ready", " ".join(f"{value:g}" for value in degrees_of(robot.mechanism, robot.ready)))
    kind = "schematic" if robot.schematic else "its own"
    print(f"bodies {len(robot.bodies)}, {kind}; check poses {len(robot.check_poses)}\n")
    print(f"{'joint':<22} {'from':>9} {'to':>9}       {'speed /s':>9} {'/s^2':>9} {'/s^3':>9}")
    for row in map(joint_row, joints):
        print(
            f"{row['name']:<22} {row['lower']:>9g} {row['upper']:>9g} {row['unit']:<4}  "
            f"{row['speed']:>9g} {row['acceleration']:>9g} {row['jerk']:>9g}"
        )
    for row in map(joint_row, passive):
        print(f"{row['name']:<22} {row['lower']:>9g} {row['upper']:>9g} {row['unit']:<4}  passive")
    print(f"\nprofile {robot.profile.value}")
    notes = [("source", robot.source), ("motion", robot.limits_source)]
    for label, text in [*notes, ("assumed", ", ".join(robot.assumptions))]:
        if text:
            print(f"\n{fill(f'{label}: {text}', width=100, subsequent_indent='  ')}")
    return 0


def joint_row(joint: Joint) -> dict[str, Any]:
    """A joint as plain values: limits, speed, acceleration and jerk in degrees or mm."""
    is_turning = joint.kind is JointKind.REVOLUTE
    factor = 57.29577951308232 if is_turning else 1.0
    names = ("lower", "upper", "speed", "acceleration", "jerk")
    figures = {name: round(getattr(joint, name) * factor, 6) for name in names}
    return {"name": joint.name, "unit": "deg" if is_turning else "mm", **figures}


def write_matrices(args: argparse.Namespace) -> int:
    """Writes the matrices of stage 2 of an arm's elimination, which then need only a pose."""
    if len(args.words) != 2 or args.output is None:
        raise SceneError("write `robots matrices ROBOT -o FILE.npz`")
    if not args.output.endswith(".npz"):
        raise SceneError(f"a file of matrices is called NAME.npz, not {args.output!r}")
    robot = load_robot(args.words[1])
    arm = elimination_arm(robot.mechanism)
    save_arm(args.output, arm)
    loops = ", ".join(sorted(arm.forced)) or "neither 45 nor 12"
    print(
        f"wrote {args.output}: {robot.title}, {len(arm.loops)} loops; --eliminate can ask for "
        f"{loops}"
    )
    return 0


def import_urdf(args: argparse.Namespace) -> int:
    """Writes a URDF as a robot file."""
    if len(args.words) != 2 or args.output is None:
        raise SceneError("write `robots import FILE.urdf -o NAME.robot.yaml`")
    from scenes.files.robots.robot_writer import write_robot_file
    from scenes.files.urdf.urdf_robot import read_urdf

    with progress("Reading links") as on_progress:
        imported = read_urdf(
            Path(args.words[1]), args.tip, meshes=not args.no_meshes, on_progress=on_progress
        )
    write_robot_file(imported.robot, Path(args.output), imported.meshes)
    for note in imported.notes:
        print(f"note: {note}", file=sys.stderr)
    robot = load_robot(args.output)
    print(f"wrote {args.output}: {robot.title}, {robot.mechanism.kinds}")
    return 0
