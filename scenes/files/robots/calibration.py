"""The calibration of a robot file: its numbers that may be off, and the file with corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from kinematics import Mechanism, link_poses
from kinematics.arm.joints import JointKind
from kinematics.calibration.identification import Calibration, identify
from kinematics.calibration.measurements import Measurements
from kinematics.calibration.prediction import Parameter
from scenes.errors import SceneError
from scenes.files.file_poses import pose_of
from scenes.files.robots.corrections import DH_FORMS, correctable_names, corrected_mechanism
from scenes.files.robots.mechanisms import form_of, mechanism_of
from scenes.files.schema import CorrectionsIn, DisplacementIn, JointCorrectionIn, RobotIn
from scenes.files.text.documents import Document, key_of
from scenes.files.text.edits import flow_text, reparsed
from scenes.files.text.new_sections import text_end
from scenes.world.frozen import Array

# Sine: neighbouring axes nearer to parallel than this get beta, which alone tilts such axes apart.
NEARLY_PARALLEL = 0.1
# Cosine: an axis of the drawing this near to x, y or z is told by it.
ALONG = 0.9
# Decimals of corrections in a file: at a metre an angle then moves nothing by 1e-6 mm either.
MM_DECIMALS, DEG_DECIMALS = 6, 8
CLOSED = "an arm with closed loops cannot be calibrated yet"
WIDTH = 96
KEYS = ("a", "alpha", "beta", "d", "theta", "shift", "turn")
TURNING = ("alpha", "beta", "theta")


@dataclass(frozen=True)
class Number:
    """One number of a robot file that may be off: its place and key, and which of a vector.

    owner: a joint, "base" or "flange".
    """

    owner: str
    key: str
    axis: int = 0

    @property
    def is_turn(self) -> bool:
        """Whether it is a turn, in degrees in the file."""
        return self.key in TURNING or self.key == "turn"

    @property
    def name(self) -> str:
        """The number in words: `a of joint_2`, `shift x of the flange`."""
        if self.key in ("shift", "turn"):
            own = f"the {self.owner}" if self.owner in ("base", "flange") else self.owner
            return f"{self.key} {'xyz'[self.axis]} of {own}"
        return f"{self.key} of {self.owner}"


def numbers_of(file: RobotIn) -> list[Number]:
    """The numbers that may be off, those first that are kept where two cannot be told apart.

    Zeros of joints and lengths come first, then tilts, then base and flange, which together take
    up what is off before the first joint and behind the last.
    """
    form, names = form_of(file.mechanism), correctable_names(file)
    base = [Number("base", key, axis) for key in ("shift", "turn") for axis in range(3)]
    flange = [Number("flange", key, axis) for key in ("shift", "turn") for axis in range(3)]
    if form not in DH_FORMS:
        return _drawn_numbers(mechanism_of(file), names) + base + flange
    # The first a and alpha of modified rows, and the last of standard ones, are base and flange.
    inner = names[:-1] if form == "standard_dh" else names[1:]
    found = [Number(name, key) for key in ("theta", "d") for name in names]
    found += [Number(name, key) for key in ("a", "alpha") for name in inner]
    twists = {row.name: np.radians(row.alpha) for row in getattr(file.mechanism, form)}
    found += [Number(name, "beta") for name in inner if abs(np.sin(twists[name])) < NEARLY_PARALLEL]
    return found + base + flange


def _drawn_numbers(mechanism: Mechanism, names: list[str]) -> list[Number]:
    """Displacements of joints in the drawing: zeros first, then shifts, then tilts."""
    z = link_poses(mechanism, np.zeros(mechanism.n))[1:, :3, 2]
    found = []
    for name, axis, joint in zip(names, z, mechanism.joints, strict=True):
        along = int(np.argmax(np.abs(axis)))
        if abs(axis[along]) > ALONG:
            key = "turn" if joint.kind is JointKind.REVOLUTE else "shift"
            found.append(Number(name, key, along))
    for key in ("shift", "turn"):
        rest = [Number(name, key, axis) for name in names[1:] for axis in range(3)]
        found += [number for number in rest if number not in found]
    return found


def corrections_of(numbers: Sequence[Number], values: Array, source: str) -> CorrectionsIn:
    """The corrections of a robot file, deg and mm, of values in rad and mm."""
    places = {"base": DisplacementIn(), "flange": DisplacementIn()}
    joints: dict[str, JointCorrectionIn] = {}
    for number, value in zip(numbers, values, strict=True):
        amount = float(np.degrees(value) if number.is_turn else value)
        if amount == 0.0:
            continue
        own = places.get(number.owner) or joints.get(number.owner) or JointCorrectionIn()
        now: Any = getattr(own, number.key)
        changed = list(now) if isinstance(now, list) else amount
        if isinstance(changed, list):
            changed[number.axis] = amount
        own = own.model_copy(update={number.key: changed})
        if number.owner in places:
            places[number.owner] = own
        else:
            joints[number.owner] = own  # type: ignore[assignment]
    return CorrectionsIn(source=source, base=places["base"], joints=joints, flange=places["flange"])


@dataclass(frozen=True, eq=False)
class Calibrated:
    """A calibration, the numbers of the file that it may correct, and their corrections."""

    calibration: Calibration
    numbers: tuple[Number, ...]
    corrections: CorrectionsIn

    @property
    def deviations(self) -> dict[Number, float]:
        """The standard deviation of each identified number, deg or mm."""
        first = len(self.calibration.parameters) - len(self.numbers)
        own = self.calibration.deviations[first:]
        return {
            number: float(np.degrees(value) if number.is_turn else value)
            for number, value in zip(self.numbers, own, strict=True)
            if value > 0.0
        }


def calibrated(
    file: RobotIn,
    measured: Measurements,
    source: str,
    free_frame: bool | None,
    free_target: bool | None,
) -> Calibrated:
    """The corrections of a robot file from measured poses of its tool.

    source: where the measurements come from, for the file. free_frame, free_target: see
    `identify`. The nominal arm is that of the file without corrections. SceneError for an arm with
    closed loops, KinematicsError where the measurements do not determine corrections.
    """
    if file.loops is not None:
        raise SceneError(f"{file.title}: {CLOSED}")
    plain = file.model_copy(update={"corrections": None})
    numbers = tuple(numbers_of(plain))

    def arm(values: Array) -> Mechanism:
        own = corrections_of(numbers, values, source)
        return corrected_mechanism(plain.model_copy(update={"corrections": own}))

    parameters = [Parameter(number.name, number.is_turn) for number in numbers]
    T_flange_tool = pose_of(file.tool.at, file.tool.rpy)
    found = identify(parameters, arm, measured, T_flange_tool, free_frame, free_target)
    values = np.array(
        [
            np.radians(round(np.degrees(value), DEG_DECIMALS))
            if number.is_turn
            else round(value, MM_DECIMALS)
            for number, value in zip(numbers, found.arm_values, strict=True)
        ]
    )
    return Calibrated(found, numbers, corrections_of(numbers, values, source))


def corrected_document(document: Document, result: Calibrated) -> Document:
    """The robot file with its corrections behind its text, in place of corrections before.

    No other character changes. SceneError where the file is one pair of braces.
    """
    text = document.text
    key, value = key_of(document.root, "corrections"), document.node(("corrections",))
    if key is not None and value is not None:
        end = text.find("\n", text_end(value))
        text = text[: key.start_mark.index] + ("" if end < 0 else text[end + 1 :])
    if text.lstrip().startswith("{"):
        raise SceneError(f"{document.path}: a file in braces takes no block of corrections")
    newline = "\r\n" if "\r\n" in text else "\n"
    block = newline.join(corrections_lines(result))
    return reparsed(document, f"{text.rstrip()}{newline}{newline}{block}{newline}")


def corrections_lines(result: Calibrated) -> Iterator[str]:
    """The block of corrections, with the standard deviation of each number in a comment."""
    own = result.corrections
    yield "corrections: # added to the mechanism above, mm and degrees; +- one standard deviation"
    yield "  source: >-"
    yield from (f"    {line}" for line in wrap(own.source, width=WIDTH, break_on_hyphens=False))
    yield from _displacement_line(result, "base", own.base, "  ")
    if own.joints:
        yield "  joints:"
    for name, row in own.joints.items():
        yield from _displacement_line(result, name, row, "    ")
    yield from _displacement_line(result, "flange", own.flange, "  ")


def _displacement_line(
    result: Calibrated, owner: str, own: DisplacementIn, indent: str
) -> Iterator[str]:
    """The line of one joint, of the base or of the flange; none where nothing is off."""
    entries = {key: _tidy(key, getattr(own, key)) for key in KEYS if key in own.model_fields_set}
    known = {n: d for n, d in result.deviations.items() if n.owner == owner}
    sure = [
        f"{number.key}{' ' + 'xyz'[number.axis] if number.key in ('shift', 'turn') else ''} "
        f"{known[number]:.2g}"
        for number in sorted(known, key=lambda number: (KEYS.index(number.key), number.axis))
        if number.key in entries
    ]
    if entries:
        yield f"{indent}{flow_text(owner)}: {flow_text(entries)} # +- {', '.join(sure)}"


def _tidy(key: str, value: Any) -> Any:
    """A correction without the digits that degrees have from radians."""
    decimals = DEG_DECIMALS if key in (*TURNING, "turn") else MM_DECIMALS
    if isinstance(value, list):
        return [round(item, decimals) + 0.0 for item in value]
    return round(value, decimals) + 0.0


def named_files(data: Any) -> Iterator[str]:
    """The files that a robot file names: meshes and included files, as they are written."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "file" and isinstance(value, str):
                yield value
            elif key == "include" and isinstance(value, dict):
                yield from (str(name) for name in value.values())
            else:
                yield from named_files(value)
    elif isinstance(data, list):
        for value in data:
            yield from named_files(value)


def check_target_folder(document: Document, target: Path) -> None:
    """SceneError where the file names others beside it, and would be written to another folder."""
    named = [name for name in named_files(document.data) if not Path(name).is_absolute()]
    if named and target.resolve().parent != document.path.resolve().parent:
        raise SceneError(
            f"{target}: the robot file names {named[0]} beside itself, so that the calibrated "
            f"file belongs in {document.path.resolve().parent}"
        )
