"""The corrections of a robot file: by how much one arm is off the mechanism that it was drawn as.

The numbers of the mechanism stay those of the maker, so that the differences can be read; here
the two are put together. Rows of a DH table take what is added to their own numbers. Joints given
by axes or links are displaced in the drawing, with everything behind them (`displaced`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinematics import Mechanism, link_poses, translation
from kinematics.arm.displaced_links import displaced
from kinematics.poses.transforms import inverted, rotation_about
from scenes.files.robots.mechanisms import FIXED_ROW, form_of, mechanism_of, rows_of
from scenes.files.schema import DhRowIn, DisplacementIn, JointCorrectionIn, RobotIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.text.words import did_you_mean
from scenes.world.frozen import Array

DH_FORMS = ("modified_dh", "standard_dh")
DH_KEYS = ("a", "alpha", "beta", "d", "theta")
PLACE_KEYS = ("shift", "turn")
# Degrees: the greatest turn of a correction; more is another arm, or radians taken for degrees.
MOST_TURN = 10.0


def corrected_mechanism(file: RobotIn) -> Mechanism:
    """The mechanism of a robot file with its corrections; their faults are known to be none."""
    own = file.corrections
    if own is None:
        return mechanism_of(file)
    by_rows = form_of(file.mechanism) in DH_FORMS
    mechanism = mechanism_of(_with_added_rows(file) if by_rows else file)
    moves = np.tile(np.eye(4), (mechanism.n, 1, 1))
    if not by_rows:
        named = zip(correctable_names(file), _points(mechanism), strict=True)
        for i, (name, point) in enumerate(named):
            moves[i] = _about(point, displacement(own.joints.get(name, JointCorrectionIn())))
    moves[0] = displacement(own.base) @ moves[0]
    moved = displaced(mechanism, moves)
    return moved.with_flange(moved.T_last_flange @ displacement(own.flange))


def correctable_names(file: RobotIn) -> list[str]:
    """The names of the rows that may have corrections: in a DH table all, else the joints."""
    by_rows = form_of(file.mechanism) in DH_FORMS
    rows = rows_of(file.mechanism)
    return [row.name for row in rows if by_rows or row.kind != FIXED_ROW]


def displacement(file: DisplacementIn) -> Array:
    """The displacement (4, 4), mm: the turn about the origin, then the shift."""
    turn = np.radians(file.turn)
    T = translation(*file.shift)
    angle = float(np.linalg.norm(turn))
    if angle:
        T[:3, :3] = rotation_about(turn / angle, angle)
    return T


def correction_faults(file: RobotIn) -> Iterator[tuple[Place, str]]:
    """Faults of the corrections that the form of the file does not show, each with its place."""
    own = file.corrections
    if own is None:
        return
    here = ("corrections",)
    if file.loops is not None:
        yield here, "an arm with closed loops takes no corrections yet"
        return
    form = form_of(file.mechanism)
    keys, others = (DH_KEYS, PLACE_KEYS) if form in DH_FORMS else (PLACE_KEYS, DH_KEYS)
    names = correctable_names(file)
    for name, row in own.joints.items():
        place = (*here, "joints", name)
        if name not in names:
            yield place, f'there is no joint "{name}" to correct{did_you_mean(name, names)}'
        for key in sorted(row.model_fields_set.intersection(others)):
            wanted = ", ".join(keys)
            yield (
                (*place, key),
                f"a joint of a mechanism in the form {form} is corrected by {wanted}",
            )
        for key in ("alpha", "beta", "theta"):
            yield from _turn_fault((*place, key), [getattr(row, key)])
        yield from _turn_fault((*place, "turn"), row.turn)
    yield from _turn_fault((*here, "base", "turn"), own.base.turn)
    yield from _turn_fault((*here, "flange", "turn"), own.flange.turn)


def _turn_fault(place: Place, degrees: list[float]) -> Iterator[tuple[Place, str]]:
    turn = float(np.linalg.norm(degrees))
    if turn > MOST_TURN:
        yield place, f"{turn:g} deg is no correction but another arm; it may be {MOST_TURN:g} deg"


def _with_added_rows(file: RobotIn) -> RobotIn:
    """The file with the corrections added to the numbers of its DH rows."""
    assert file.corrections is not None
    form, joints = form_of(file.mechanism), file.corrections.joints
    rows = [
        _added(row, joints[row.name]) if row.name in joints else row
        for row in getattr(file.mechanism, form)
    ]
    return file.model_copy(update={"mechanism": file.mechanism.model_copy(update={form: rows})})


def _added(row: DhRowIn, own: JointCorrectionIn) -> DhRowIn:
    return row.model_copy(update={key: getattr(row, key) + getattr(own, key) for key in DH_KEYS})


def _points(mechanism: Mechanism) -> Array:
    """The origin of each joint frame at q = 0, (n, 3), base frame, mm."""
    return np.asarray(link_poses(mechanism, np.zeros(mechanism.n))[1:, :3, 3])


def _about(point: Array, T: Array) -> Array:
    """The displacement T with its turn about a point (3,) of the base in place of the origin."""
    there = translation(*point)
    return np.asarray(there @ T @ inverted(there))
