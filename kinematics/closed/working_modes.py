"""Working modes: the side on which each leg of an arm with closed loops stands.

A leg is a driven joint and the passive bar that it moves: the bar is a rod, or turns in the plane
of the joint. With the hand held, the leg stands on one of two sides, as a triangle on its base; in
between it is stretched or folded, at its dead centre. The sides of all legs together are the
working mode.
"""

from kinematics.arm.axes import all_parallel
from kinematics.closed.closing_steps import Step, Triangle, signs_in
from kinematics.closed.linkage import Closing, Linkage
from kinematics.closed.rods import RodReach, rods_of
from kinematics.poses.transforms import Array


def legs_of(linkage: Linkage, driven: tuple[int, ...]) -> tuple[Step, ...]:
    """The legs of driven joints, in their order; a joint without a leg is left out."""
    found = (_leg(linkage, joint, driven) for joint in driven)
    return tuple(leg for leg in found if leg is not None)


def _leg(linkage: Linkage, joint: int, driven: tuple[int, ...]) -> Step | None:
    rods = rods_of(linkage)
    for number, closing in enumerate(linkage.closings):
        if joint not in linkage.loop_of(closing):
            continue
        if number in rods:
            return RodReach(joint, rods[number])
        for path in _sides(linkage, closing):
            bars = [k for k in path if k not in driven]
            if path[:1] == [joint] and path[1:] == bars[:1]:
                return Triangle(joint, number, bars[0])
    return None


def _sides(linkage: Linkage, closing: Closing) -> list[list[int]]:
    """The joints of both sides of a plane loop of turning joints, in order; else none."""
    loop = linkage.loop_of(closing)
    at_zero = linkage.at_zero
    turning = all(linkage.revolute[k] > 0.0 for k in loop)
    if not turning or not all_parallel(at_zero[0, [k + 1 for k in loop], :3, 2]):
        return []
    return [[k for k in linkage.paths[link] if k in loop] for link in closing.links]


def mode_words(linkage: Linkage, legs: tuple[Step, ...], y: Array) -> tuple[str, ...]:
    """A sign for each leg at each row y (N, J): + on the side of the drawing, or at the dead
    centre, - on the other."""
    drawn = signs_in(linkage, legs, linkage.at_zero)
    other = signs_in(linkage, legs, linkage.frames(y)) * drawn < 0.0
    return tuple("".join("-" if leg else "+" for leg in row) for row in other)
