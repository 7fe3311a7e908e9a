"""The loops of `interior_kernel` with NumPy for all cells at once: the same steps, more slowly."""

from __future__ import annotations

import numpy as np

from kinematics.motion.laws.squares.barrier_kernel import GAUSS, WEIGHTS, write_step
from kinematics.motion.laws.squares.interior_kernel import (
    ACTIVE,
    BACK,
    CENTRED,
    GOOD_STEP,
    INSIDE,
    MOST_PULLS,
    PULLED,
    SHRINK,
    SHRINK_LITTLE,
    TIGHTEN_AT,
    TRIALS,
    WHOLE_STEP,
)
from kinematics.motion.laws.squares.law_rows import Rows, bounds_by_numpy
from kinematics.motion.laws.squares.rows_kernel import INTERVAL
from kinematics.poses.transforms import Array

Spline = tuple[Array, Array, Array]
Cells = tuple[np.ndarray, Array, Array]
Span = tuple[int, int]


def squares_of(W: Array, x: Array) -> Array:
    """Bernstein coefficients (k, 3) of b on the intervals; 0 on both ends."""
    squares = np.zeros((len(x), 3))
    squares[1:-1, 0] = W[1:-1, 0] * x[:-2] + W[1:-1, 1] * x[1:-1]
    squares[1:-1, 1] = x[1:-1]
    squares[1:-1, 2] = W[1:-1, 2] * x[1:-1] + W[1:-1, 3] * x[2:]
    return squares


def minimise_time_twin(
    spline: Spline,
    inverses: Array,
    caps: Array,
    cells: Cells,
    span: Span,
    rows: Rows,
    options: tuple[float, float, int],
    x: Array,
    room: tuple[Array, ...],
) -> int:
    """`minimise_time`."""
    vectors, H, margins = room[:3]
    first_gap, last_gap, most = options
    chosen = rows.chosen[slice(*span)]
    number = len(x) + chosen[:, :, 0].size + 2.0 * chosen.sum()
    mu, is_tight = -1.0, first_gap < TIGHTEN_AT
    for step in range(most):
        T, vectors[0], H[:] = _time(spline, x)
        if mu < 0.0:
            mu = T * first_gap / number
        _add_barrier(spline, cells, span, rows, margins, x, mu, vectors[0], H)
        decrement = write_step(vectors, H)
        share = _allowed_share(spline, cells, span, rows, margins, x, vectors[1])
        if share == 0.0:
            return -1
        x[1:-1] += share * vectors[1, 1:-1]
        if share > GOOD_STEP and decrement < CENTRED * number:
            if mu * number < last_gap * T:
                return step + 1
            mu *= SHRINK if share > WHOLE_STEP else SHRINK_LITTLE
            if not is_tight and mu * number < TIGHTEN_AT * T:
                is_tight = True
                tighten_twin(spline, inverses, caps, cells, span, rows, x, room)
                pull_inside_twin(spline, cells, span, rows, PULLED, 1.0, margins, x)
    return most


def pull_inside_twin(
    spline: Spline,
    cells: Cells,
    span: Span,
    rows: Rows,
    factor: float,
    last: float,
    margins: Array,
    x: Array,
) -> int:
    """`pull_inside`."""
    for _ in range(MOST_PULLS):
        if _is_inside(spline, cells, span, rows, margins, x):
            x *= last
            return 0
        x *= factor
    return -1


def tighten_twin(
    spline: Spline,
    inverses: Array,
    caps: Array,
    cells: Cells,
    span: Span,
    rows: Rows,
    x: Array,
    room: tuple[Array, ...],
) -> int:
    """`tighten`."""
    margins, found, scratch = room[2], room[3], room[5]
    squares = squares_of(spline[1], x)
    bounds_by_numpy(spline[0], squares, inverses, caps, cells, *span, scratch, found)
    part = slice(*span)
    b, slope, bend = _at_samples(cells, span, rows, squares)
    lines = rows.lines[part]
    speed = np.sqrt(b / rows.tops[part]).max(axis=1)
    pull = np.abs(lines[..., 0] * b[..., None] + lines[..., 1] * slope[..., None])
    kick = np.abs(_jerk_values(lines, b, slope, bend)) * np.sqrt(b)[..., None]
    for k, value in enumerate((speed, pull.max(axis=(1, 2)), kick.max(axis=(1, 2)))):
        bound = found[part, k]
        share = np.ones(len(bound))
        np.divide(value, bound, out=share, where=bound > ACTIVE)
        share = np.minimum(share, 1.0)
        margins[part, k] = share**2 if k == 0 else share
    return 0


def _time(spline: Spline, x: Array) -> tuple[float, Array, Array]:
    """`write_time`: the duration, its gradient (k,) and its Hessian (k, 3)."""
    knots, W, _ = spline
    squares, widths = squares_of(W, x)[1:-1], np.diff(knots)
    u = np.array(GAUSS)
    basis = np.stack([(1.0 - u) ** 2, 2.0 * u * (1.0 - u), u * u], axis=1)
    inverse = 1.0 / (squares @ basis.T)
    part = widths[1:-1, None] * np.array(WEIGHTS) * np.sqrt(inverse)
    gradient, H = np.zeros(len(x)), np.zeros((len(x), 3))
    g = np.einsum("mg,gk->mk", -0.5 * part * inverse, basis)
    h = np.einsum("mg,gk,gl->mkl", 0.75 * part * inverse * inverse, basis, basis)
    _add_local(W, np.arange(1, len(x) - 1), g, h, gradient, H)
    total = float(part.sum())
    for i, width, weight in ((1, widths[0], W[1, 1]), (len(x) - 2, widths[-1], W[-2, 2])):
        time = 3.0 * width / np.sqrt(weight * x[i])
        total += float(time)
        gradient[i] -= 0.5 * time / x[i]
        H[i, 0] += 0.75 * time / (x[i] * x[i])
    return total, gradient, H


def _add_local(W: Array, i: np.ndarray, g: Array, h: Array, gradient: Array, H: Array) -> None:
    """Adds gradients (c, 3) and Hessians (c, 3, 3) by the coefficients of b on intervals i (c,)."""
    turn = np.zeros((len(i), 3, 3))
    turn[:, 0, 0], turn[:, 0, 1] = W[i, 0], W[i, 1]
    turn[:, 1, 1] = 1.0
    turn[:, 2, 1], turn[:, 2, 2] = W[i, 2], W[i, 3]
    own = np.einsum("ckx,ck->cx", turn, g)
    twice = np.einsum("ckx,ckl,cly->cxy", turn, h, turn)
    for x in range(3):
        np.add.at(gradient, i + x - 1, own[:, x])
        for y in range(x, 3):
            np.add.at(H[:, y - x], i + x - 1, twice[:, x, y])


def _add_barrier(
    spline: Spline,
    cells: Cells,
    span: Span,
    rows: Rows,
    margins: Array,
    x: Array,
    mu: float,
    gradient: Array,
    H: Array,
) -> None:
    """`add_barrier`."""
    _, W, limits = spline
    gradient /= mu
    H /= mu
    gradient[1:-1] -= 1.0 / x[1:-1]
    H[1:-1, 0] += 1.0 / x[1:-1] ** 2
    for i, limit in ((1, limits[0]), (len(x) - 2, limits[1])):
        gradient[i] += 1.0 / (limit - x[i])
        H[i, 0] += 1.0 / (limit - x[i]) ** 2
    part = slice(*span)
    lines = _chosen_lines(rows, part)
    b, slope, bend = _at_samples(cells, span, rows, squares_of(W, x))
    g, h = _barrier(lines, margins[part], b, slope, bend)
    own = 1.0 / (margins[part, :1] * rows.tops[part] - b)
    g[..., 0] += own
    h[..., 0, 0] += own * own
    forms = rows.forms[part].reshape(-1, 3, 3, 3)
    local = np.einsum("cpfk,cpf->ck", forms, g)
    twice = np.einsum("cpfk,cpfg,cpgl->ckl", forms, h, forms, optimize=True)
    _add_local(W, cells[0][part, INTERVAL], local, twice, gradient, H)


def _barrier(
    lines: Array, margins: Array, b: Array, slope: Array, bend: Array
) -> tuple[Array, Array]:
    """Gradients (c, 3, 3) and Hessians (c, 3, 3, 3) by b, b', b'' of the barrier at samples."""
    pull = margins[:, 1, None, None]
    a = np.concatenate([lines[..., :2], np.zeros((*lines.shape[:3], 1))], axis=3)
    value = lines[..., 0] * b[..., None] + lines[..., 1] * slope[..., None]
    near = 1.0 / (pull * pull - value * value)
    g = np.einsum("cpj,cpjf->cpf", 2.0 * value * near, a)
    second = 2.0 * (pull * pull + value * value) * near * near
    h = np.einsum("cpj,cpjf,cpjg->cpfg", second, a, a)
    a, has_jerk = lines[..., 2:], (lines[..., 2:] != 0.0).any(axis=3)
    root = (margins[:, 2, None] / np.sqrt(b))[..., None]
    fall = -0.5 * root / b[..., None]
    value = _jerk_values(lines, b, slope, bend)
    near = np.where(has_jerk, 1.0 / (root * root - value * value), 0.0)
    first = 2.0 * value * near
    second = 2.0 * (root * root + value * value) * near * near
    mixed = 2.0 * first * root * near * fall
    g += np.einsum("cpj,cpjf->cpf", first, a)
    g[..., 0] -= (2.0 * root * near * fall).sum(axis=2)
    h += np.einsum("cpj,cpjf,cpjg->cpfg", second, a, a)
    h[..., 0, 0] += (second * fall * fall).sum(axis=2)
    cross = np.einsum("cpj,cpjf->cpf", mixed, a)
    h[..., 0, :] -= cross
    h[..., :, 0] -= cross
    return g, h


def _allowed_share(
    spline: Spline,
    cells: Cells,
    span: Span,
    rows: Rows,
    margins: Array,
    x: Array,
    step: Array,
) -> float:
    """`allowed_share`."""
    share = 1.0
    for _ in range(TRIALS):
        trial = x + share * step
        trial[0] = trial[-1] = 0.0
        if _is_inside(spline, cells, span, rows, margins, trial):
            return share if share == 1.0 else INSIDE * share
        share *= BACK
    return 0.0


def _is_inside(
    spline: Spline, cells: Cells, span: Span, rows: Rows, margins: Array, x: Array
) -> bool:
    """Whether x keeps all rows strictly."""
    _, W, limits = spline
    if not (x[1] < limits[0] and x[-2] < limits[1] and (x[1:-1] > 0.0).all()):
        return False
    part = slice(*span)
    b, slope, bend = _at_samples(cells, span, rows, squares_of(W, x))
    if not ((b > 0.0) & (b < margins[part, :1] * rows.tops[part])).all():
        return False
    lines = _chosen_lines(rows, part)
    pull = np.abs(lines[..., 0] * b[..., None] + lines[..., 1] * slope[..., None])
    if not (pull < margins[part, 1, None, None]).all():
        return False
    root = (margins[part, 2, None] / np.sqrt(b))[..., None]
    return bool((np.abs(_jerk_values(lines, b, slope, bend)) < root).all())


def _chosen_lines(rows: Rows, part: slice) -> Array:
    """The lines (c, 3, n, 5) of rows that count, and 0 for the others."""
    joints = rows.lines.shape[2]
    pull, kick = rows.chosen[part, :, :joints, None], rows.chosen[part, :, joints:, None]
    lines = rows.lines[part]
    return np.concatenate(
        [np.where(pull, lines[..., :2], 0.0), np.where(kick, lines[..., 2:], 0.0)], axis=3
    )


def _at_samples(cells: Cells, span: Span, rows: Rows, squares: Array) -> tuple[Array, Array, Array]:
    """b, b' and b'' (c, 3) at the samples of the cells."""
    part = slice(*span)
    own = squares[cells[0][part, INTERVAL]]
    found = np.einsum("cpfk,ck->fcp", rows.forms[part].reshape(-1, 3, 3, 3), own)
    return found[0], found[1], found[2]


def _jerk_values(lines: Array, b: Array, slope: Array, bend: Array) -> Array:
    """q''' b + 1.5 q'' b' + 0.5 q' b'' over j at samples (c, 3, n)."""
    value: Array = lines[..., 2] * b[..., None] + lines[..., 3] * slope[..., None]
    return value + lines[..., 4] * bend[..., None]
