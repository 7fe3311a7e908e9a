"""The request of `cellwright ik`: goal and conditions; a sentence for every clash of options."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.options.typed_digits import Digits
from app.reports.joint_values import from_degrees, is_revolute, joint_names
from kinematics import (
    KinematicsError,
    Mechanism,
    invert,
    pose_from_xyzoat,
    translation,
    with_goal_at_tool,
)
from kinematics.solving.choice import solver_of
from scenes import Robot, load_robot
from scenes.files.text.words import did_you_mean

MOST_SWEPT = 3600


@dataclass(frozen=True, eq=False)
class Request:
    """A goal for the flange of `mechanism`.

    mechanism: The robot's mechanism, or for a position one that holds the tool as well.
    T_flange_tool: The tool in its flange; the identity where the mechanism holds the tool.
    locked: joint (from 0) to its value, rad or mm; nan for the joint that --sweep moves.
    tolerance_mm, tolerance_rad: how far the pose of the tool may be off by the digits of the goal
    as it was typed; 0 where its numbers are whole.
    """

    robot: Robot
    mechanism: Mechanism
    T_base_flange: NDArray[np.float64]
    T_flange_tool: NDArray[np.float64]
    position_only: bool
    locked: dict[int, float]
    elbow: float | None
    seed: NDArray[np.float64] | None
    tolerance_mm: float = 0.0
    tolerance_rad: float = 0.0

    @property
    def arm_to_tool(self) -> Mechanism:
        """The mechanism with the tool as its flange: digits of the goal are those of the tool."""
        return self.mechanism.with_flange(self.mechanism.T_last_flange @ self.T_flange_tool)

    @property
    def T_base_tool(self) -> NDArray[np.float64]:
        """The goal for the tool."""
        return self.T_base_flange @ self.T_flange_tool


def request_of(args: argparse.Namespace) -> Request:
    """The checked request of a command line; raises KinematicsError where options clash."""
    robot = load_robot(args.robot)
    _refuse_clashes(args)
    mechanism, T_flange_tool = _aim(robot, args)
    if args.pose is not None:
        T_base_tool = pose_from_xyzoat(args.pose, args.dialect)
    else:
        T_base_tool = translation(*args.position)
    tolerance_mm, tolerance_rad = _tolerances(args.pose or args.position)
    request = Request(
        robot=robot,
        mechanism=mechanism,
        T_base_flange=T_base_tool @ invert(T_flange_tool),
        T_flange_tool=T_flange_tool,
        position_only=args.position is not None,
        locked=locked_of(mechanism, robot.name, args.lock, args.sweep is not None),
        elbow=None if args.elbow is None else float(np.radians(args.elbow)),
        seed=_seed(robot, args.seed),
        tolerance_mm=tolerance_mm,
        tolerance_rad=tolerance_rad,
    )
    _refuse_unfit_options(request, args)
    return request


def _tolerances(goal: Sequence[Digits]) -> tuple[float, float]:
    """How far the tool may be off, mm and rad, by the digits of X Y Z or X Y Z O A T.

    Each angle turns the tool about an axis of its own, so that the turns add up at most.
    """
    half = [number.half_unit for number in goal]
    return float(np.linalg.norm(half[:3])), float(np.radians(sum(half[3:])))


def _aim(robot: Robot, args: argparse.Namespace) -> tuple[Mechanism, NDArray[np.float64]]:
    """The mechanism and the tool pose T_flange_tool that the goal is meant for."""
    mechanism, n = robot.mechanism, robot.mechanism.n
    if args.position is None:
        if mechanism.position_only and args.seed is None:
            raise KinematicsError(
                f"{robot.name} cannot set an orientation: write --position X Y Z instead of --pose"
            )
        return mechanism, robot.T_flange_tool
    if n != 3 and args.seed is None:
        raise KinematicsError(
            f"a position leaves {robot.name} with its {n} joints a whole range: give --pose, or "
            "--seed for the joint values nearest to it"
        )
    if n != 3:
        whole = mechanism.with_flange(mechanism.T_last_flange @ robot.T_flange_tool)
        return whole, np.eye(4)
    return with_goal_at_tool(mechanism.with_goals(position_only=True), robot.T_flange_tool)


def _refuse_clashes(args: argparse.Namespace) -> None:
    """Raises KinematicsError for options that exclude each other on every robot."""
    ways = {
        "--elbow": args.elbow is not None,
        "--lock": bool(args.lock),
        "--eliminate": args.eliminate is not None,
        "--eigen": args.eigen is not None,
        "--matrices": args.matrices is not None,
        "--seed": args.seed is not None,
    }
    given = [name for name, is_given in ways.items() if is_given]
    together = ({"--eliminate", "--eigen", "--matrices"}, {"--eliminate", "--eigen", "--lock"})
    if len(given) > 1 and not any(set(given) <= allowed for allowed in together):
        raise KinematicsError(f"{' and '.join(given)} do not go together: give one of them")
    if args.sweep is not None and not set(given) <= {"--lock"}:
        other = next(name for name in given if name != "--lock")
        raise KinematicsError(f"--sweep goes with --lock or alone, not with {other}")
    if args.trace and (args.sweep is not None or not set(given) <= {"--seed", "--elbow"}):
        raise KinematicsError("--trace goes with --seed, or with --elbow, or alone")
    if args.sweep is not None and not 1 <= args.sweep <= MOST_SWEPT:
        raise KinematicsError(f"--sweep takes 1 to {MOST_SWEPT} steps, not {args.sweep}")


def _refuse_unfit_options(request: Request, args: argparse.Namespace) -> None:
    """Raises KinematicsError for options that mean nothing to this arm."""
    name, n = request.robot.name, request.mechanism.n
    for option, is_given in (("--elbow", args.elbow is not None), ("--lock", bool(args.lock))):
        if is_given and n <= 6:
            raise KinematicsError(
                f"{option} is for arms of more than six axes, which a pose leaves a range; "
                f"{name} has {n}"
            )
    free = n - len(request.locked)
    if (args.eliminate or args.eigen) and n > 6 and free != 6:
        raise KinematicsError(
            f"elimination is for six joints, and {name} has {n}: hold {n - 6} of them with "
            "--lock JOINT=VALUE"
        )
    if args.elbow is not None and not np.isfinite(args.elbow):
        raise KinematicsError("--elbow must be a finite number of degrees")
    wants_angle = args.elbow is not None or (args.sweep is not None and not args.lock)
    if wants_angle and not solver_of(request.mechanism)[0].redundant:
        hint = " (--lock JOINT sweeps a joint)" if args.sweep is not None and n > 6 else ""
        hint = hint or (": hold a joint with --lock JOINT=VALUE instead" if n > 6 else "")
        raise KinematicsError(f"{name} has no elbow angle{hint}")


def _seed(robot: Robot, values: list[float] | None) -> NDArray[np.float64] | None:
    if values is None:
        return None
    if len(values) != robot.mechanism.n:
        names = " ".join(joint_names(robot.mechanism))
        raise KinematicsError(
            f"{robot.name} has {robot.mechanism.n} joints ({names}), "
            f"but --seed gives {len(values)} values"
        )
    return from_degrees(robot.mechanism, values)


def locked_of(mechanism: Mechanism, name: str, words: list[str], swept: bool) -> dict[int, float]:
    """Locked joints (from 0) and their values, rad or mm, from words JOINT=VALUE.

    The value is nan for the joint to be swept, whose word has no value.
    """
    locked: dict[int, float] = {}
    for word in words:
        key, equals, text = word.partition("=")
        joint = _joint(mechanism, name, key.strip())
        if joint in locked:
            raise KinematicsError(f"--lock {word}: {key} is locked twice")
        if not equals and not swept:
            raise KinematicsError(f"--lock {word}: write JOINT=VALUE, in degrees or mm")
        locked[joint] = _value(mechanism, joint, word, text) if equals else np.nan
    open_joints = sum(np.isnan(value) for value in locked.values())
    if swept and words and open_joints != 1:
        raise KinematicsError(
            "--sweep with --lock moves one joint: leave the value of just one --lock out"
        )
    return locked


def _value(mechanism: Mechanism, joint: int, word: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise KinematicsError(f"--lock {word}: {text!r} is no number of degrees or mm")
    return float(np.radians(value)) if is_revolute(mechanism)[joint] else value


def _joint(mechanism: Mechanism, robot: str, key: str) -> int:
    """The index of a joint (from 0) from its name, or from its number counted from 1."""
    names = joint_names(mechanism)
    folded = [name.casefold() for name in names]
    if key.casefold() in folded:
        return folded.index(key.casefold())
    number = re.fullmatch(r"[jJ]?(\d+)", key)
    if number and 1 <= int(number[1]) <= len(names):
        return int(number[1]) - 1
    near = did_you_mean(key, names)
    raise KinematicsError(
        f"--lock: {robot} has no joint {key!r}; it has {', '.join(names)}, or 1 to {len(names)}"
        f"{near}"
    )
