"""`cellwright fk`: where the tool stands at given joint values."""

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.reports.joint_values import from_degrees, joint_names, nearness, outside_limits
from kinematics import (
    ClosedChain,
    JointKind,
    KinematicsError,
    Mechanism,
    forward,
    posture_of,
    xyzoat_from_pose,
)
from kinematics.solutions.accuracy import near_names, smallest_singular_values
from scenes import load_robot

FORMAT = "cellwright-fk"


def passive_values(mechanism: Mechanism, q: NDArray[np.float64]) -> dict[str, Any]:
    """The values of the passive joints by name, degrees or mm, under "passive", and the way of
    assembly, a sign by loop, under "assembly"; nothing of an arm without closed loops."""
    if not isinstance(mechanism, ClosedChain):
        return {}
    values = zip(mechanism.link_joints, mechanism.all_joints(q), strict=True)
    return {
        "passive": {
            joint.name: float(np.degrees(value) if joint.kind is JointKind.REVOLUTE else value)
            for joint, value in values
            if joint not in mechanism.joints
        },
        "assembly": mechanism.assembly.shown,
    }


def singularity_of(arm_to_tool: Mechanism, q: NDArray[np.float64]) -> dict[str, Any]:
    """How near the joint values are to being singular, and by what; the tool is the flange."""
    least = smallest_singular_values(arm_to_tool, q[None])[0]
    return {
        "smallest_singular_value": float(least),
        "near": list(near_names(arm_to_tool, q[None])[0]),
    }


def run(args: argparse.Namespace) -> int:
    """Prints the pose of the tool at the joint values of --q; gives exit code 0."""
    robot = load_robot(args.robot)
    mechanism = robot.mechanism
    if len(args.q) != mechanism.n:
        names = " ".join(joint_names(mechanism))
        raise KinematicsError(
            f"{robot.name} has {mechanism.n} joints ({names}), but --q gives {len(args.q)} values"
        )
    q = from_degrees(mechanism, args.q)
    T_base_flange = forward(mechanism, q)
    T_base_tool = T_base_flange @ robot.T_flange_tool
    answer: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "robot": robot.name,
        "q": list(args.q),
        "xyzoat": [float(x) for x in xyzoat_from_pose(T_base_tool, args.dialect)],
        "dialect": args.dialect,
        "posture": str(posture_of(mechanism, q)),
        "outside": outside_limits(mechanism, q),
        **passive_values(mechanism, q),
        **singularity_of(mechanism.with_flange(mechanism.T_last_flange @ robot.T_flange_tool), q),
        "T_base_tool": T_base_tool.tolist(),
        "T_base_flange": T_base_flange.tolist(),
    }
    if args.json:
        print(json.dumps(answer, indent=2))
        return 0
    print("tool  " + "".join(f"{name:>11}" for name in "XYZOAT") + f"   ({args.dialect}, mm, deg)")
    print("      " + "".join(f"{value:11.3f}" for value in answer["xyzoat"]))
    print("T_base_tool")
    print(np.array2string(T_base_tool, precision=6, suppress_small=True, floatmode="fixed"))
    print(f"posture {answer['posture']}")
    if "passive" in answer:
        shown = ", ".join(f"{name} {value:.3f}" for name, value in answer["passive"].items())
        print(f"passive {shown}   (deg or mm)")
        for name, sign in answer["assembly"].items():
            print(f"assembly {sign} of {name}   (+ as drawn)")
    for sentence in nearness(answer):
        print(sentence)
    for sentence in answer["outside"]:
        print(f"warning: {sentence}")
    return 0
