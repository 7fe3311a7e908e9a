"""`cellwright robots calibrate`: the corrections of an arm from measured places of its tool."""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from app.programs.text_files import read_text_file, save_text_file
from kinematics import classify
from kinematics.calibration.identifiability import Held
from kinematics.calibration.identification import Calibration
from scenes import SceneError, load_robot, robot_path
from scenes.files.file_poses import pose_entries
from scenes.files.loader import robot_from_document
from scenes.files.robots.calibration import (
    CLOSED,
    Calibrated,
    calibrated,
    check_target_folder,
    corrected_document,
    corrections_lines,
)
from scenes.files.robots.measured_poses import MeasuredFile, measured_poses
from scenes.files.schema import RobotIn
from scenes.files.text.documents import read_document
from scenes.files.text.edits import flow_text, saved_bytes
from scenes.files.validation import validated
from scenes.library import is_shipped

FORMAT = "cellwright-robots-calibrate"
# Numbers of the tool that are told together, before "and 3 more" stands for the others.
FEW = 4
SUFFIX = ".robot.yaml"


def run(args: argparse.Namespace) -> int:
    """Identifies and tells corrections, and writes them; gives 1 where they make nothing better."""
    if len(args.words) != 2 or args.measured is None:
        raise SceneError("write `robots calibrate ROBOT --measured POSES.csv -o NAME.robot.yaml`")
    path = robot_path(args.words[1])
    robot = load_robot(args.words[1])
    if robot.mechanism.has_loops:
        raise SceneError(f"{robot.title}: {CLOSED}")
    document = read_document(path, "robot file")
    target = _target(args.output)
    if target is not None:
        check_target_folder(document, target)
    text = read_text_file(Path(args.measured)).text
    read = measured_poses(text, args.measured, robot.mechanism, args.dialect)
    kind = "places" if read.measured.turns is None else "poses"
    source = f"Identified from {len(read.measured)} measured {kind} of {Path(args.measured).name}"
    result = calibrated(
        validated(document, RobotIn),
        read.measured,
        source,
        None if args.frame is None else args.frame == "own",
        None if args.target is None else args.target == "unknown",
    )
    corrected = corrected_document(document, result)
    verdict = classify(robot_from_document(corrected).mechanism)
    found = result.calibration
    if args.json:
        print(json.dumps(_as_json(robot.name, read, result, verdict.reason), indent=2))
    else:
        _print_report(read, result, verdict.reason, has_target=target is not None)
    if found.is_better and target is not None:
        data = saved_bytes(corrected).decode("utf-8")
        save_text_file(target, data.replace("\r\n", "\n"), "\r\n" if "\r\n" in data else "\n")
        if not args.json:
            print(f"wrote {target}")
    return 0 if found.is_better else 1


def _target(name: str | None) -> Path | None:
    if name is None:
        return None
    target = Path(name)
    if not target.name.endswith(SUFFIX):
        raise SceneError(f"a robot file is called NAME{SUFFIX}, not {target.name!r}")
    if is_shipped(target):
        raise SceneError(f"{target}: shipped robot files stay as they are; choose another folder")
    return target


def _print_report(read: MeasuredFile, result: Calibrated, reason: str, has_target: bool) -> None:
    found = result.calibration
    for line in _notes(read, found):
        print(f"note: {line}")
    _print_poses_of_frame(found)
    for line in _untold(result):
        print(line)
    print(f"identified {len(found.kept)} numbers; condition {found.condition:.0f}\n")
    _print_table(found)
    if not found.is_better:
        print("the corrections make poses kept aside no better: nothing to correct is shown")
        return
    print(reason)
    if not has_target:
        print("\n" + "\n".join(corrections_lines(result)))


def _notes(read: MeasuredFile, found: Calibration) -> list[str]:
    notes = []
    if read.unused:
        notes.append(f"columns that do not count: {', '.join(read.unused)}")
    for row in np.flatnonzero(found.left_out):
        notes.append(
            f"line {read.lines[row]} is left out: it is {found.mm_after[row]:.3g} mm off the others"
        )
    return notes


def _print_poses_of_frame(found: Calibration) -> None:
    if found.free_frame:
        entries = flow_text(pose_entries(found.T_device_base))
        print(f"the base stands in the measuring frame at {entries}")
    if found.free_target:
        entries = flow_text(pose_entries(found.T_flange_target))
        print(f"the measured target sits on the flange at {entries}")


def _untold(result: Calibrated) -> list[str]:
    """Sentences about the numbers of joints that are held at their nominal value."""
    found = result.calibration
    first = len(found.parameters) - len(result.numbers)
    joints = {
        first + i
        for i, number in enumerate(result.numbers)
        if number.owner not in ("base", "flange") and number.key not in ("shift", "turn")
    }
    never = [held for held in found.never_told if held.index in joints]
    lines = [_held_line(found, held, "by any poses") for held in never]
    lines += [_held_line(found, held, "by these poses") for held in found.not_told]
    others = len(found.never_told) - len(never)
    if others:
        lines.append(f"{others} further numbers do what the identified ones do: they stay nominal")
    return lines


def _held_line(found: Calibration, held: Held, by: str) -> str:
    name = found.parameters[held.index].name
    if not held.partners:
        return f"{name} changes nothing that is measured {by}: it stays nominal"
    partners = [found.parameters[k].name for k in held.partners]
    more = [f"{len(partners) - FEW} more"] if len(partners) > FEW else []
    told = [name, *partners[:FEW], *more]
    return f"{', '.join(told[:-1])} and {told[-1]} cannot be told apart {by}: {name} stays nominal"


def _figures(found: Calibration) -> list[dict[str, Any]]:
    """Mean and greatest miss of the poses that were used and of those kept aside."""
    rows = []
    for name, chosen in (("used", ~found.aside), ("kept aside", found.aside)):
        mask = chosen & ~found.left_out
        misses = [("mm", found.mm_before, found.mm_after)]
        if found.rad_before is not None and found.rad_after is not None:
            misses.append(("deg", np.degrees(found.rad_before), np.degrees(found.rad_after)))
        for unit, before, after in misses:
            if mask.any():
                own = (
                    before[mask].mean(),
                    before[mask].max(),
                    after[mask].mean(),
                    after[mask].max(),
                )
                names = ("before_mean", "before_max", "after_mean", "after_max")
                figures = {key: float(value) for key, value in zip(names, own, strict=True)}
                rows.append({"poses": name, "count": int(mask.sum()), "unit": unit, **figures})
    return rows


def _print_table(found: Calibration) -> None:
    print(f"{'poses':<16} {'':<4} {'before: mean':>12} {'max':>9} {'after: mean':>12} {'max':>9}")
    for row in _figures(found):
        name = f"{row['count']} {row['poses']}"
        print(
            f"{name:<16} {row['unit']:<4} {row['before_mean']:12.4f} {row['before_max']:9.4f} "
            f"{row['after_mean']:12.4f} {row['after_max']:9.4f}"
        )


def _as_json(name: str, read: MeasuredFile, result: Calibrated, reason: str) -> dict[str, Any]:
    found = result.calibration
    own = result.corrections
    return {
        "format": FORMAT,
        "version": 1,
        "robot": name,
        "ok": found.is_better,
        "why": reason,
        "identified": len(found.kept),
        "condition": found.condition,
        "frame": pose_entries(found.T_device_base) if found.free_frame else None,
        "target": pose_entries(found.T_flange_target) if found.free_target else None,
        "held": [
            {
                "number": found.parameters[held.index].name,
                "same_as": [found.parameters[k].name for k in held.partners],
                "by_any_poses": held in found.never_told,
            }
            for held in (*found.never_told, *found.not_told)
        ],
        "left_out_lines": [read.lines[row] for row in np.flatnonzero(found.left_out)],
        "residuals": _figures(found),
        "corrections": own.model_dump(exclude_unset=True),
        "deviations": {number.name: value for number, value in result.deviations.items()},
    }
