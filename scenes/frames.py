"""Named frames of a cell: each stands in another, and all in the world."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.documents import Faults
from scenes.field_types import FramedPose
from scenes.frozen import Array, identity_pose
from scenes.mesh_shapes import Place
from scenes.poses import pose_of
from scenes.validation import did_you_mean

WORLD = "world"


def world_frames(frames: Mapping[str, FramedPose], faults: Faults) -> dict[str, Array]:
    """T_world_frame of every frame that can be placed; faults say why others cannot."""
    placed: dict[str, Array] = {WORLD: identity_pose()}
    if WORLD in frames:
        faults.add(("frames", WORLD), "the frame world is given, it cannot be moved", of_key=True)
    waiting = {name: frame for name, frame in frames.items() if name != WORLD}
    while ready := [name for name, frame in waiting.items() if frame.in_ in placed]:
        for name in ready:
            frame = waiting.pop(name)
            placed[name] = placed[frame.in_] @ pose_of(frame.at, frame.rpy)
    for name, frame in waiting.items():
        _note_unplaced(name, frame, frames, faults)
    return placed


def pose_in_world(
    pose: FramedPose, placed: Mapping[str, Array], loc: Place, faults: Faults
) -> Array:
    """T_world_inner of a pose in a named frame; the identity where the frame is unknown."""
    if pose.in_ not in placed:
        if not any(problem.path == f"frames.{pose.in_}.in" for problem in faults.problems):
            faults.add((*loc, "in"), _unknown(pose.in_, placed))
        return identity_pose()
    return placed[pose.in_] @ pose_of(pose.at, pose.rpy)


def _note_unplaced(
    name: str, frame: FramedPose, frames: Mapping[str, FramedPose], faults: Faults
) -> None:
    if frame.in_ not in frames:
        faults.add(("frames", name, "in"), _unknown(frame.in_, [WORLD, *frames]))
        return
    way = [name]
    while (above := frames[way[-1]].in_) in frames and above not in way:
        way.append(above)
    if above in frames:
        circle = " in ".join([*way[way.index(above) :], above])
        faults.add(("frames", name, "in"), f"the frames stand in a circle: {circle}")
    else:
        faults.add(("frames", name, "in"), f"{frame.in_} cannot be placed either")


def _unknown(name: str, known: Mapping[str, Array] | list[str]) -> str:
    return f'no frame is called "{name}"{did_you_mean(name, known)}'
