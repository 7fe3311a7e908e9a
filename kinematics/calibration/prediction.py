"""The prediction of measured poses from the unknown numbers of an arm, and its derivatives.

T_device_target = T_device_base forward(arm(x), q) T_flange_target, where the frame of the measuring
device and the place of the target on the flange are known, or have 6 and 3 unknowns (poses: 6) in
front of those of the arm. Lengths are divided by the size of the arm, so that all unknowns are
alike.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinematics.arm.forward import flange_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.calibration.measurements import Measurements
from kinematics.poses.transforms import Array, rotation_about, translation

STEP = 1e-5
"""Rad or share of the size: the step of differences; both its errors are about 1e-10."""


@dataclass(frozen=True)
class Parameter:
    """A number of the arm that may be off: its name, and whether it is a turn, rad, else mm."""

    name: str
    is_turn: bool


AXES = (
    ("x", False),
    ("y", False),
    ("z", False),
    ("turn x", True),
    ("turn y", True),
    ("turn z", True),
)
FRAME = tuple(Parameter(f"{axis} of the measuring frame", turn) for axis, turn in AXES)
TARGET = tuple(Parameter(f"{axis} of the target", turn) for axis, turn in AXES)


Arm = Callable[[Array], Mechanism]
"""The mechanism of values of the parameters of an arm, rad and mm; zeros give the nominal arm."""


@dataclass(frozen=True, eq=False)
class Model:
    """The prediction of measured poses from scaled unknowns; see the head of this file."""

    arm: Arm
    own: tuple[Parameter, ...]
    size: float
    has_turns: bool
    free_frame: bool
    free_target: bool
    T_device_base: Array
    T_flange_target: Array

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All unknowns: of the measuring frame, of the target, of the arm."""
        frame = FRAME if self.free_frame else ()
        target = (TARGET if self.has_turns else TARGET[:3]) if self.free_target else ()
        return frame + target + self.own

    @property
    def scales(self) -> Array:
        """The unit of each unknown: 1 rad, or the size of the arm in mm."""
        return np.array([1.0 if p.is_turn else self.size for p in self.parameters])

    def parts(self, x: Array) -> tuple[Array, Mechanism, Array]:
        """T_device_base, the arm and T_flange_target at scaled unknowns x (K,)."""
        numbers = x * self.scales
        T_device_base, T_flange_target = self.T_device_base, self.T_flange_target
        if self.free_frame:
            T_device_base, numbers = T_device_base @ small_motion(numbers[:6]), numbers[6:]
        if self.free_target:
            count = 6 if self.has_turns else 3
            T_flange_target = T_flange_target @ small_motion(numbers[:count])
            numbers = numbers[count:]
        return T_device_base, self.arm(numbers), T_flange_target

    def poses(self, x: Array, q: Array) -> Array:
        """T_device_target (N, 4, 4) at joint values q (N, n)."""
        T_device_base, mechanism, T_flange_target = self.parts(x)
        return np.asarray(T_device_base @ flange_poses(mechanism, q) @ T_flange_target)

    def missed(self, x: Array, measured: Measurements, weight: float) -> Array:
        """All that is missed as one row (M,): places in sizes of the arm, turns times `weight`."""
        mm, rad = measured.missed(self.poses(x, measured.q))
        return np.concatenate([mm / self.size, weight * rad], axis=1).ravel()

    def columns(self, x: Array, measured: Measurements, weight: float, which: list[int]) -> Array:
        """The identification matrix (M, len(which)): what unknowns change, scaled."""
        found = []
        for k in which:
            step = np.zeros(len(x))
            step[k] = STEP
            ahead, behind = (self.missed(y, measured, weight) for y in (x + step, x - step))
            found.append((behind - ahead) / (2.0 * STEP))
        return np.stack(found, axis=1) if found else np.zeros((0, 0))


def small_motion(numbers: Array) -> Array:
    """The pose of a shift (3,), mm, and, where there are six numbers, a turn vector, rad."""
    T = translation(*numbers[:3])
    angle = float(np.linalg.norm(numbers[3:]))
    if angle:
        T[:3, :3] = rotation_about(numbers[3:] / angle, angle)
    return T
