"""Named frames of a cell: each is given in another frame, and all lead to the world."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.files.field_types import FramedPose
from scenes.files.file_poses import pose_of
from scenes.files.solids.mesh_shapes import Place
from scenes.files.text.documents import Faults
from scenes.files.text.words import did_you_mean
from scenes.world.frozen import Array, identity_pose

WORLD = "world"


def world_frames(frames: Mapping[str, FramedPose], faults: Faults) -> dict[str, Array]:
    """T_world_frame of every frame, by name.

    A frame that cannot be placed gets a fault and the pose of the world, so that poses given in
    that frame cause no further faults.
    """
    placed: dict[str, Array] = {WORLD: identity_pose()}
    if WORLD in frames:
        faults.add(("frames", WORLD), "the frame world is given, it cannot be moved", of_key=True)
    waiting = {name: frame for name, frame in frames.items() if name != WORLD}
    while waiting:
        ready = [name for name, frame in waiting.items() if frame.in_ in placed]
        for name in ready:
            frame = waiting.pop(name)
            placed[name] = placed[frame.in_] @ pose_of(frame.at, frame.rpy)
        if not ready:
            name = _first_to_tell(waiting)
            _note_unplaced(name, waiting.pop(name), frames, faults)
            placed[name] = identity_pose()
    return placed


def _first_to_tell(waiting: Mapping[str, FramedPose]) -> str:
    """The frame to report: one with an unknown parent, else the first of a circle of frames."""
    for name in waiting:
        way = [name]
        while (above := waiting[way[-1]].in_) in waiting and above not in way:
            way.append(above)
        if above not in waiting or above == name:
            return way[-1] if above not in waiting else name
    raise AssertionError("who follows the frames upward comes to an end or to a circle")


def pose_in_world(
    pose: FramedPose, placed: Mapping[str, Array], loc: Place, faults: Faults
) -> Array:
    """T_world_inner (4, 4) of a pose in a named frame; the identity where the frame is unknown."""
    if pose.in_ not in placed:
        if not _is_named(pose.in_, faults):
            faults.add((*loc, "in"), _unknown(pose.in_, placed))
        return identity_pose()
    return placed[pose.in_] @ pose_of(pose.at, pose.rpy)


def _note_unplaced(
    name: str, frame: FramedPose, frames: Mapping[str, FramedPose], faults: Faults
) -> None:
    if frame.in_ not in frames:
        if not _is_named(frame.in_, faults):
            faults.add(("frames", name, "in"), _unknown(frame.in_, [WORLD, *frames]))
        return
    way = [name]
    while (above := frames[way[-1]].in_) in frames and above not in way:
        way.append(above)
    circle = " in ".join([*way[way.index(above) :], above])
    faults.add(("frames", name, "in"), f"the frames stand in a circle: {circle}")


def _is_named(name: str, faults: Faults) -> bool:
    """Whether the file may have this frame, with a fault that was noted at the frame itself."""
    return faults.is_unsound(("frames",)) or faults.is_unsound(("frames", name))


def _unknown(name: str, known: Mapping[str, Array] | list[str]) -> str:
    return f'no frame is called "{name}"{did_you_mean(name, known)}'
