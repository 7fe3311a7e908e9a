"""All zeros of analytic functions of period 2 pi, with a certificate that they are all.

Each function is known by samples. Its Fourier series

    f(t) = Re sum over k of c_k exp(i k t)

gives values, derivatives and bounds: |f''| <= sum of k^2 |c_k|, |f'''| <= sum of k^3 |c_k|.

 1. The series is used if its last coefficients are rounding; their sum bounds its error.
 2. The period is cut into cells of width H. Between two ends a function differs from the straight
    line by at most H^2/8 times the bound of its second derivative. So a cell has no zero if f has
    one sign at both ends and is farther from 0 than this. The same test for f' shows that f is
    monotone in the cell; then the signs at the ends say whether there is one zero or none.
 3. Other cells are cut into four, up to SPLITS times. A function with a cell that stays open is
    not settled: it has two zeros next to each other, or it is 0 along a range.
 4. A zero in a monotone cell is computed by inverse interpolation of third order, then by Newton
    steps, and by halving where they leave what is left of the cell.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

LAST = 1e-12  # sum of the last quarter of the coefficients of a series that is used, f is about 1
NOISE = 1e-15  # coefficients below this are rounding
SPLITS = 6
PARTS = 4  # cells from one that is cut
WIDEST = 256  # open cells: a function with more of them is 0 along a range
CELLS = 4  # for each coefficient of the series
STEPS = 60  # at most; bisection alone would need 50
STILL = 1e-14  # rad: a step of Newton's method that ends it
INTO = 0.37  # of a cell: where in its cell t = -pi/2 lies, so that no special angle is an end


@dataclass(frozen=True, eq=False)
class Zeros:
    """Zeros t (K,), rad, of the functions `row` (K,); settled: (R,), whether they are all."""

    row: NDArray[np.int64]
    t: Array
    settled: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Cells:
    """Cells from `start` (k,) of one width, with f and f' (k, 2) at both ends, for rows (k,)."""

    row: NDArray[np.int64]
    start: Array
    width: float
    f: Array
    slope: Array

    def part(self, which: NDArray[np.bool_]) -> "_Cells":
        return _Cells(
            self.row[which], self.start[which], self.width, self.f[which], self.slope[which]
        )


def sample_angles(count: int) -> Array:
    """The angles t (count,), rad, at which `series` takes its samples; none is -pi/2 or pi/2."""
    return np.asarray((np.arange(count) + 0.5) * (2.0 * np.pi / count))


def series(samples: Array) -> tuple[Array, Array]:
    """Coefficients c_k (..., k) of samples (..., N) at `sample_angles`, and errors (...)."""
    count = samples.shape[-1]
    c = np.fft.rfft(samples)[..., : count // 2] * (2.0 / count)
    c[..., 0] *= 0.5
    c *= np.exp(-1j * np.pi / count * np.arange(count // 2))
    return c, np.abs(c[..., 3 * count // 8 :]).sum(axis=-1)


def bounded_away(samples: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the functions with these samples (..., N) are positive, and negative, all around."""
    count = samples.shape[-1]
    c, error = series(samples)
    margin = (np.abs(c) @ np.arange(c.shape[-1])) * (np.pi / count) + error
    known = error <= LAST
    return known & (samples.min(axis=-1) > margin), known & (samples.max(axis=-1) < -margin)


def zeros(c: Array, error: Array, half: bool) -> Zeros:
    """Zeros of the series c (R, n), whose values err by at most error (R,).

    half: only those with t in [-pi/2, pi/2], or up to a cell beyond.
    """
    large = np.flatnonzero(np.abs(c).max(axis=0, initial=0.0) > NOISE)
    count = int(large[-1]) + 1 if len(large) else 1
    c = np.ascontiguousarray(c[:, :count])
    error = 2.0 * error + NOISE * count
    k = np.arange(count)
    sizes = np.abs(c)
    bounds = np.stack([sizes @ k**2, sizes @ k**3, error, error * count], axis=1)
    cells, settled = _first_cells(c, half), error <= 4.0 * LAST
    cells = cells.part(settled[cells.row])
    rows, angles = [], []
    for split in range(SPLITS + 1):
        one, still_open = _judged(cells, bounds)
        with_zero = cells.part(one)
        rows.append(with_zero.row)
        angles.append(_located(c, with_zero))
        if not still_open.any():
            break
        cells = cells.part(still_open)
        crowded = np.bincount(cells.row, minlength=len(c)) > WIDEST
        settled &= ~crowded
        if split == SPLITS:
            settled[cells.row] = False
            break
        cells = _cut(c, cells.part(~crowded[cells.row]))
    return Zeros(np.concatenate(rows), np.concatenate(angles), settled)


def _first_cells(c: Array, half: bool) -> _Cells:
    """The cells of step 2 before any is cut."""
    count = c.shape[1]
    cells = 1 << max(5, (CELLS * count - 1).bit_length())
    width = 2.0 * np.pi / cells
    begin = -0.5 * np.pi - INTO * width
    ends = cells // 2 + 2 if half else cells + 1
    k = np.arange(count)
    x = np.zeros((2, len(c), count), complex)
    x[0] = c * (np.exp(1j * k * begin) * (0.5 * cells))
    x[0, :, 0] *= 2.0
    x[1] = x[0] * (1j * k)
    f = np.fft.irfft(x, cells)
    f = np.take(f, np.arange(ends) % cells, axis=2)
    both = np.stack([f[..., :-1], f[..., 1:]], axis=-1).reshape(2, -1, 2)
    start = np.tile(begin + width * np.arange(ends - 1), len(c))
    return _Cells(np.repeat(np.arange(len(c)), ends - 1), start, width, both[0], both[1])


def _judged(cells: _Cells, bounds: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells have exactly one zero, and which stay open; the others have none."""
    second, third, error, slope_error = bounds.T[:, cells.row]
    bow = cells.width**2 / 8.0
    least, least_slope = np.abs(cells.f).min(axis=1), np.abs(cells.slope).min(axis=1)
    one_sign = (cells.f[:, 0] > 0.0) == (cells.f[:, 1] > 0.0)
    monotone = (cells.slope[:, 0] > 0.0) == (cells.slope[:, 1] > 0.0)
    monotone &= least_slope > bow * third + slope_error
    told = monotone & (least > error)
    empty = one_sign & (told | (least > bow * second + error))
    one = told & ~one_sign
    return one, ~(one | empty)


def _cut(c: Array, cells: _Cells) -> _Cells:
    """Cells of a quarter of the width in place of these cells."""
    width = cells.width / PARTS
    ends = cells.start[:, None] + width * np.arange(PARTS + 1)
    row = np.repeat(cells.row, PARTS + 1)
    f, slope = (values.reshape(ends.shape) for values in _values(c, row, ends.ravel()))
    return _Cells(
        np.repeat(cells.row, PARTS),
        ends[:, :-1].ravel(),
        width,
        np.stack([f[:, :-1], f[:, 1:]], axis=-1).reshape(-1, 2),
        np.stack([slope[:, :-1], slope[:, 1:]], axis=-1).reshape(-1, 2),
    )


def _values(c: Array, row: NDArray[np.int64], t: Array) -> tuple[Array, Array]:
    """f and f' (k,) of the functions `row` (k,) at t (k,)."""
    k = np.arange(c.shape[1])
    terms = c[row] * np.exp(1j * t[:, None] * k)
    return terms.real.sum(axis=1), -(terms.imag @ k)


def _located(c: Array, cells: _Cells) -> Array:
    """Step 4: the zeros (k,) of cells with one zero each."""
    if not len(cells.row):
        return np.empty(0)
    rise = cells.f[:, 1] - cells.f[:, 0]
    s = -cells.f[:, 0] / rise
    end = cells.start + cells.width
    t = cells.start + cells.width * s * s * (3.0 - 2.0 * s)
    t += rise * s * (1.0 - s) * ((1.0 - s) / cells.slope[:, 0] - s / cells.slope[:, 1])
    t = np.clip(t, cells.start, end)
    low, high = cells.start.copy(), end
    rising = rise > 0.0
    for _ in range(STEPS):
        f, slope = _values(c, cells.row, t)
        beyond = (f > 0.0) == rising
        high, low = np.where(beyond, t, high), np.where(beyond, low, t)
        with np.errstate(divide="ignore", invalid="ignore"):
            closer = t - f / slope
        inside = (closer >= low) & (closer <= high)
        step = np.where(inside, closer, 0.5 * (low + high)) - t
        t = t + step
        if np.abs(step).max() <= STILL:
            break
    return np.asarray(t)
