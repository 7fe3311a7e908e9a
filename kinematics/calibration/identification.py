"""Identification: the parameters of an arm by least squares from measured places or poses.

1. Of the model (`prediction`) the frame of the measuring device and the target on the flange are
   fitted first, where they are unknown, about the nominal arm.
2. Parameters that no poses could tell apart are held, by the columns at random joint values; then
   those that the measured poses do not tell apart (`identifiability`).
3. Gauss and Newton's method with Levenberg's damping, columns by central differences.
4. Turns are weighted against places by what is left of either after a first fit.
5. A row far from all others is left out, one at a time, and named. Every fifth row is kept aside:
   what is left there tells how well the arm is predicted at poses that were not used.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.calibration.identifiability import Held, split
from kinematics.calibration.measurements import Measurements, fitted_frame
from kinematics.calibration.prediction import Arm, Model, Parameter
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, rotation_angle
from kinematics.tolerances import FARTHEST_CORRECTION

NEVER_TOLD = 1e-6
"""Share of a column: less of it independent of the others, at random joint values, is rounding."""

BARELY_TOLD = 1e-3
"""Share of a column: with less, noise of 0.02 mm moves the parameter by mm."""

SETTLED = 1e-12
"""Rad or share of the size: a smaller step of all parameters ends the iteration."""

LEAST_TURN = 1e-12
"""Rad: turns that are left by less are exact, so that their weight stays as it is."""

LEAST_DAMPING = 1e-4
"""Share of the length of a column: the first damping that is tried after a step that led up."""

FAR_OFF = 6.0
"""Times the median miss: noise is as far off in one of a million million rows."""

EXACT = 1e-7
"""Of the size: a row is no outlier below it, however exact all others are: digits of a file."""

ANOTHER_ARM = 0.1
"""Rad or share of the size: an arm off by more in one number is not the one that was measured."""

SAME_DIGITS = 9  # of joint values, rad or mm: rows that agree in them are measured twice
ROUNDS, EASE, WORST_DAMPING = 60, 10.0, 1e6
RANDOM_POSES, SEED = 200, 5
KEPT_ASIDE, MOST_LEFT_OUT, SURPLUS = 5, 0.1, 1.5


@dataclass(frozen=True, eq=False)
class Calibration:
    """What was identified. Arrays of rows have an entry for each measurement.

    parameters: those of the measuring frame and of the target where they are unknown, then those
    of the arm. values, deviations: (K,), rad or mm; 0 where held. never_told, not_told: parameters
    held because no poses, or not these poses, tell them apart. condition: largest by smallest
    singular value of the identification matrix. mm_before, mm_after, rad_before, rad_after: (N,),
    rad None where places alone were measured. aside, left_out: masks (N,).
    """

    mechanism: Mechanism
    parameters: tuple[Parameter, ...]
    values: Array
    deviations: Array
    kept: tuple[int, ...]
    never_told: tuple[Held, ...]
    not_told: tuple[Held, ...]
    condition: float
    T_device_base: Array
    T_flange_target: Array
    free_frame: bool
    free_target: bool
    mm_before: Array
    mm_after: Array
    rad_before: Array | None
    rad_after: Array | None
    aside: NDArray[np.bool_]
    left_out: NDArray[np.bool_]

    @property
    def is_better(self) -> bool:
        """Whether poses kept aside are missed by less than before, on average."""
        aside = self.aside & ~self.left_out
        return bool(aside.any() and self.mm_after[aside].mean() < self.mm_before[aside].mean())

    @property
    def arm_values(self) -> Array:
        """The values of the arm's own parameters, in the order in which they were given."""
        others = 6 * self.free_frame + self._target_count * self.free_target
        return self.values[others:]

    @property
    def _target_count(self) -> int:
        return 3 if self.rad_after is None else 6


def identify(
    parameters: Sequence[Parameter],
    arm: Arm,
    measured: Measurements,
    T_flange_target: Array,
    free_frame: bool | None = False,
    free_target: bool | None = False,
) -> Calibration:
    """The parameters of an arm from measured places or poses of a target on its flange.

    arm: see `Arm`. T_flange_target: the target, or a first guess of it. free_frame: whether the
    frame of the measuring device is unknown, else it is the base. free_target: whether the target
    is. None for either: unknown where the nominal arm misses by more than corrections explain.
    Raises KinematicsError where there are too few rows, or where too many are far off.
    """
    fit = ~_kept_aside(len(measured))
    if fit.sum() < 3:
        raise KinematicsError(f"{len(measured)} measured poses are too few for any calibration")
    model = _model(parameters, arm, measured.rows(fit), T_flange_target, free_frame, free_target)
    told, never = _told_at_random(model, measured.q.shape[1])
    left_out = np.zeros(len(measured), bool)
    while True:
        used = measured.rows(fit & ~left_out)
        kept, not_told = _told_here(model, used, told)
        x, weight = _weighted_fit(model, used, kept)
        _refuse_another_arm(model, x, used)
        worst = _outlier(model, x, weight, measured, left_out)
        if worst is None:
            break
        left_out[worst] = True
        _refuse_many(left_out, worst, model, x, measured)
    return _calibration(model, measured, x, weight, kept, (never, not_told), fit, left_out)


def _kept_aside(count: int) -> NDArray[np.bool_]:
    return np.arange(1, count + 1) % KEPT_ASIDE == 0


def _model(
    parameters: Sequence[Parameter],
    arm: Arm,
    measured: Measurements,
    T_flange_target: Array,
    free_frame: bool | None,
    free_target: bool | None,
) -> Model:
    """The model with its first guesses, and with what is unknown decided."""
    own = tuple(parameters)
    nominal = arm(np.zeros(len(own)))
    size = size_of(nominal)
    known = Model(
        arm, own, size, measured.turns is not None, False, False, np.eye(4), T_flange_target
    )
    none = np.zeros(len(own))
    if free_frame is None:
        free_frame = _is_far(known, none, measured)
    model = known
    if free_frame:
        T = fitted_frame(known.poses(none, measured.q)[:, :3, 3], measured.places)
        model = replace(known, free_frame=True, T_device_base=T)
        model = _placed(model, measured)
    if free_target is None:
        free_target = _is_far(model, np.zeros(len(model.parameters)), measured)
    if free_target:
        model = _placed(replace(model, free_target=True), measured)
    return model


def _is_far(model: Model, x: Array, measured: Measurements) -> bool:
    """Whether the target is missed by more on average than corrections of an arm explain."""
    mm, rad = measured.missed(model.poses(x, measured.q))
    off = np.linalg.norm(mm, axis=1) / model.size + np.linalg.norm(rad, axis=1)
    return bool(np.median(off) > FARTHEST_CORRECTION)


def _placed(model: Model, measured: Measurements) -> Model:
    """The model with measuring frame and target fitted about the nominal arm."""
    count = len(model.parameters) - len(model.own)
    if not count:
        return model
    x = np.zeros(len(model.parameters))
    kept, _ = split(model.columns(x, measured, 1.0, list(range(count))), BARELY_TOLD)
    x = _fit(model, measured, kept, x, 1.0)
    T_device_base, _, T_flange_target = model.parts(x)
    return replace(model, T_device_base=T_device_base, T_flange_target=T_flange_target)


def _told_at_random(model: Model, n: int) -> tuple[list[int], tuple[Held, ...]]:
    """The unknowns that poses all round can tell apart, and those that no poses can."""
    none = np.zeros(len(model.parameters))
    rng = np.random.default_rng(SEED)
    nominal = model.arm(np.zeros(len(model.own)))
    reach = np.where(nominal.revolute == 1.0, np.pi, model.size)
    q = rng.uniform(-1.0, 1.0, (RANDOM_POSES, n)) * reach
    Ts = model.poses(none, q)
    anywhere = Measurements(q, Ts[:, :3, 3], Ts[:, :3, :3] if model.has_turns else None)
    kept, held = split(model.columns(none, anywhere, 1.0, list(range(len(none)))), NEVER_TOLD)
    return kept, tuple(held)


def _told_here(
    model: Model, used: Measurements, told: list[int]
) -> tuple[list[int], tuple[Held, ...]]:
    """Of the unknowns `told` those that these measurements tell apart, and those that are held."""
    each = 6 if model.has_turns else 3
    different = len(np.unique(used.q.round(SAME_DIGITS), axis=0))
    numbers = different * each
    columns = model.columns(np.zeros(len(model.parameters)), used, 1.0, told)
    kept, held = split(columns, BARELY_TOLD)
    if numbers < SURPLUS * len(kept):
        rows = int(np.ceil(SURPLUS * len(told) / each * KEPT_ASIDE / (KEPT_ASIDE - 1))) + 1
        raise KinematicsError(
            f"{different} different poses beside those kept aside give {numbers} numbers for "
            f"{len(told)} unknowns; measure {rows} poses or more"
        )
    renamed = [Held(told[h.index], tuple(told[p] for p in h.partners)) for h in held]
    return [told[k] for k in kept], tuple(renamed)


def _weighted_fit(model: Model, used: Measurements, kept: list[int]) -> tuple[Array, float]:
    """The unknowns by least squares (K,), and the weight of turns against places."""
    none = np.zeros(len(model.parameters))
    x = _fit(model, used, kept, none, 1.0)
    if not model.has_turns:
        return x, 1.0
    mm, rad = used.missed(model.poses(x, used.q))
    turns, places = float(np.sqrt(np.mean(rad**2))), float(np.sqrt(np.mean(mm**2)))
    if turns <= LEAST_TURN or places <= LEAST_TURN * model.size:
        return x, 1.0
    weight = places / model.size / turns
    return _fit(model, used, kept, x, weight), weight


def _fit(model: Model, used: Measurements, kept: list[int], start: Array, weight: float) -> Array:
    """Gauss and Newton's method with Levenberg's damping over the unknowns `kept`."""
    x, damping = start.copy(), 0.0
    missed = model.missed(x, used, weight)
    for _ in range(ROUNDS):
        columns = model.columns(x, used, weight, kept)
        lengths = np.linalg.norm(columns, axis=0)
        while True:
            extra = np.diag(damping * lengths)
            matrix, right = np.vstack([columns, extra]), np.append(missed, np.zeros(len(kept)))
            step = np.linalg.lstsq(matrix, right, rcond=None)[0]
            ahead = x.copy()
            ahead[kept] += step
            now = model.missed(ahead, used, weight)
            if now @ now <= missed @ missed or np.abs(step).max() < SETTLED:
                break
            damping = EASE * damping or LEAST_DAMPING
            if damping > WORST_DAMPING:
                return x  # no step leads further down: a minimum to rounding
        damping = 0.0 if damping <= LEAST_DAMPING else damping / EASE
        x, missed = ahead, now
        if np.abs(step).max(initial=0.0) < SETTLED:
            return x
    return x


def _refuse_another_arm(model: Model, x: Array, used: Measurements) -> None:
    first = len(model.parameters) - len(model.own)
    worst = first + int(np.argmax(np.abs(x[first:])))
    if abs(x[worst]) > ANOTHER_ARM:
        parameter, value = model.parameters[worst], x[worst] * model.scales[worst]
        amount = f"{np.degrees(value):.3g} deg" if parameter.is_turn else f"{value:.3g} mm"
        raise KinematicsError(
            f"the measured poses are not those of this arm: {parameter.name} would be off by "
            f"{amount}"
        )
    if _is_far(model, x, used):
        mm, _ = used.missed(model.poses(x, used.q))
        raise KinematicsError(
            "the measured poses are not those of this arm: with all corrections half of them are "
            f"off by {np.median(np.linalg.norm(mm, axis=1)):.3g} mm or more"
        )


def _outlier(
    model: Model, x: Array, weight: float, measured: Measurements, left_out: NDArray[np.bool_]
) -> int | None:
    """The row that is farthest off, if it is far beyond the median of all."""
    mm, rad = measured.missed(model.poses(x, measured.q))
    off = np.linalg.norm(mm, axis=1) / model.size + weight * np.linalg.norm(rad, axis=1)
    off[left_out] = 0.0
    worst = int(np.argmax(off))
    median = float(np.median(off[~left_out]))
    return worst if off[worst] > max(FAR_OFF * median, EXACT) else None


def _refuse_many(
    left_out: NDArray[np.bool_], worst: int, model: Model, x: Array, measured: Measurements
) -> None:
    if left_out.sum() <= max(1.0, MOST_LEFT_OUT * len(measured)):
        return
    mm, _ = measured.missed(model.poses(x, measured.q))
    raise KinematicsError(
        f"more than a tenth of the {len(measured)} measured poses do not fit the others; pose "
        f"{worst + 1} is off by {np.linalg.norm(mm[worst]):.3g} mm"
    )


def _calibration(
    model: Model,
    measured: Measurements,
    x: Array,
    weight: float,
    kept: list[int],
    held: tuple[tuple[Held, ...], tuple[Held, ...]],
    fit: NDArray[np.bool_],
    left_out: NDArray[np.bool_],
) -> Calibration:
    """The answer, with what is missed before and after, and how sure each parameter is."""
    used = measured.rows(fit & ~left_out)
    columns = model.columns(x, used, weight, kept)
    missed = model.missed(x, used, weight)
    values = np.linalg.svd(columns, compute_uv=False)
    variance = missed @ missed / max(1, len(missed) - len(kept))
    spread = np.zeros(len(x))
    spread[kept] = np.sqrt(variance * np.diag(np.linalg.inv(columns.T @ columns)))
    before, after = (_misses(model, y, measured) for y in (np.zeros(len(x)), x))
    T_device_base, mechanism, T_flange_target = model.parts(x)
    return Calibration(
        mechanism=mechanism,
        parameters=model.parameters,
        values=x * model.scales,
        deviations=spread * model.scales,
        kept=tuple(kept),
        never_told=held[0],
        not_told=held[1],
        condition=float(values[0] / values[-1]),
        T_device_base=T_device_base,
        T_flange_target=T_flange_target,
        free_frame=model.free_frame,
        free_target=model.free_target,
        mm_before=before[0],
        mm_after=after[0],
        rad_before=before[1],
        rad_after=after[1],
        aside=~fit,
        left_out=left_out,
    )


def _misses(model: Model, x: Array, measured: Measurements) -> tuple[Array, Array | None]:
    """Distance, mm, and angle, rad, by which each row is missed, (N,) each."""
    Ts = model.poses(x, measured.q)
    mm = np.linalg.norm(measured.places - Ts[:, :3, 3], axis=1)
    if measured.turns is None:
        return mm, None
    return mm, rotation_angle(np.swapaxes(Ts[:, :3, :3], 1, 2) @ measured.turns)
