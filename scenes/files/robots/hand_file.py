"""Makes a `Hand` of a checked file: of a hand file, or of the hand in a robot file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geometry import Cylinder
from scenes.files.file_poses import pose_of
from scenes.files.hand_schema import FingerIn, GripIn, HandFileIn, HandIn, OpeningIn, PlateIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.solids.solid_builder import SolidBuilder
from scenes.files.text.documents import Faults
from scenes.files.text.words import did_you_mean
from scenes.world.frozen import Array
from scenes.world.robot import Finger, GripRule, Hand, HandBody, Suction

# The name of the body that `mount: {plate: ...}` makes.
PLATE = "hand_plate"


def own_hand(file: HandIn, T_flange_tool: Array, faults: Faults, solids: SolidBuilder) -> Hand:
    """The hand of a robot file, without the bodies that belong to it."""
    here: Place = ("hand",)
    _check_opening(file.opening, (*here, "opening"), faults)
    grip = file.grip
    return Hand(
        fingers=_fingers(file.fingers, here, faults, solids),
        opening_min=file.opening.min,
        opening_max=file.opening.max,
        opening_start=file.opening.start,
        T_flange_grip=T_flange_tool if grip is None else pose_of(grip.at, grip.rpy),
    )


def hand_of(file: HandFileIn, name: str, faults: Faults, solids: SolidBuilder) -> Hand:
    """The hand of a file of its own, on a flange whose z is the approach axis.

    `faults` collects the faults, also those that the form does not show.
    """
    _check_names(file, faults)
    _check_grip(file, faults)
    T_flange_hand = _T_flange_hand(file)
    fingers = _fingers(file.fingers, (), faults, solids, T_flange_hand)
    opening = file.opening
    if opening is not None:
        _check_opening(opening, ("opening",), faults)
    grip = file.grip
    T_hand_grip = pose_of(grip.at, grip.rpy) if grip else pose_of(file.tool.at, file.tool.rpy)
    return Hand(
        fingers=fingers,
        opening_min=opening.min if opening else 0.0,
        opening_max=opening.max if opening else 0.0,
        opening_start=opening.start if opening else 0.0,
        T_flange_grip=T_flange_hand @ T_hand_grip,
        bodies=_bodies(file, T_flange_hand, faults, solids),
        rule=_rule(grip),
        suction=_suction(grip),
        gap=grip.closes_on.gap if grip and grip.closes_on else 0.0,
        T_flange_tool=T_flange_hand @ pose_of(file.tool.at, file.tool.rpy),
        name=name,
        title=file.title,
        source=file.source,
        assumptions=tuple(file.assumptions),
        path=faults.document.path,
        notes=faults.ordered_notes(),
    )


def _T_flange_hand(file: HandFileIn) -> Array:
    """The pose of the hand's frame on the flange: on the plate, where there is one."""
    T = pose_of(file.mount.at, file.mount.rpy)
    height = file.mount.plate.h if file.mount.plate else 0.0
    return pose_of((0.0, 0.0, height)) @ T


def _rule(grip: GripIn | None) -> GripRule:
    if grip is None:
        return GripRule.NONE
    return GripRule.FINGERS if grip.closes_on is not None else GripRule.SUCTION


def _suction(grip: GripIn | None) -> Suction | None:
    if grip is None or grip.suction is None:
        return None
    file = grip.suction
    return Suction(np.asarray(file.cups, dtype=float), file.d / 2.0, file.tolerance)


def _bodies(
    file: HandFileIn, T_flange_hand: Array, faults: Faults, solids: SolidBuilder
) -> tuple[HandBody, ...]:
    made = [_plate(file.mount.plate)] if file.mount.plate else []
    for i, body in enumerate(file.bodies):
        built = solids.solid(body.solid, ("bodies", i, "solid"))
        if built is not None:
            T = T_flange_hand @ pose_of(body.at, body.rpy)
            made.append(HandBody(body.name, built.solid, T, body.colour, built.own_colours()))
    return tuple(made)


def _plate(file: PlateIn) -> HandBody:
    solid = Cylinder(radius=file.d / 2.0, height=file.h)
    return HandBody(PLATE, solid, pose_of((0.0, 0.0, file.h / 2.0)), file.colour)


def _fingers(
    files: Sequence[FingerIn],
    here: Place,
    faults: Faults,
    solids: SolidBuilder,
    T_flange_hand: Array | None = None,
) -> tuple[Finger, ...]:
    """The fingers on the flange; `here` is the place of their hand in the file."""
    made = []
    for i, file in enumerate(files):
        finger = _finger(file, (*here, "fingers", i), faults, solids, T_flange_hand)
        made += [finger] if finger is not None else []
    return tuple(made)


def _finger(
    file: FingerIn, here: Place, faults: Faults, solids: SolidBuilder, T_flange_hand: Array | None
) -> Finger | None:
    built = solids.solid(file.solid, (*here, "solid"))
    direction = np.asarray(file.slide, dtype=float)
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        faults.add((*here, "slide"), "the finger needs a direction to slide in, not 0, 0, 0")
    if built is None or length == 0.0:
        return None
    T = pose_of(file.at, file.rpy)
    if T_flange_hand is not None:
        T, direction = T_flange_hand @ T, T_flange_hand[:3, :3] @ direction
    return Finger(
        file.name,
        built.solid,
        T,
        direction / length,
        file.share,
        file.colour,
        built.own_colours(),
    )


def _check_opening(opening: OpeningIn, here: Place, faults: Faults) -> None:
    if opening.min > opening.max:
        faults.add((*here, "min"), f"{opening.min:g} is above max {opening.max:g}")
    elif not opening.min <= opening.start <= opening.max:
        message = f"{opening.start:g} is not between min {opening.min:g} and max {opening.max:g}"
        faults.add((*here, "start"), message)


def _check_names(file: HandFileIn, faults: Faults) -> None:
    """Notes each body and finger that has the name of one before it."""
    seen = {PLATE} if file.mount.plate else set()
    places: list[tuple[Place, str]] = [
        (("bodies", i, "name"), body.name) for i, body in enumerate(file.bodies)
    ]
    places += [(("fingers", i, "name"), finger.name) for i, finger in enumerate(file.fingers)]
    for place, name in places:
        if name in seen:
            faults.add(place, f'two bodies are called "{name}"')
        seen.add(name)


def _check_grip(file: HandFileIn, faults: Faults) -> None:
    """Notes a grip rule that does not fit the fingers, and an opening without fingers."""
    names = [finger.name for finger in file.fingers]
    if file.fingers and file.opening is None:
        faults.add(("fingers",), "fingers need `opening: {max: ..., start: ...}`", of_key=True)
    elif file.opening is not None and not file.fingers:
        faults.add(("opening",), "an opening needs `fingers` that slide with it", of_key=True)
    closes_on = file.grip.closes_on if file.grip is not None else None
    if closes_on is None:
        if file.fingers:
            message = "fingers need `grip: {closes_on: {fingers: [...]}}`, which names them"
            faults.add(("grip",) if file.grip else ("fingers",), message, of_key=True)
        return
    for i, name in enumerate(closes_on.fingers):
        here: Place = ("grip", "closes_on", "fingers", i)
        if name not in names:
            faults.add(here, f'no finger is called "{name}"{did_you_mean(name, names)}')
        elif name in closes_on.fingers[:i]:
            faults.add(here, f'finger "{name}" is named twice')
