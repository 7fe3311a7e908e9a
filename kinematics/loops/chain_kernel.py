"""Frames of a chain of joints, its Jacobian, and its error to a wanted pose, row by row in numbers.

A chain is a tuple of arrays: the pose of each joint in the link before it (n, 4, 4), the flange in
the last link (4, 4), and 1.0 for each joint that turns, 0.0 for one that slides, (n,). Frames are
rows of twelve numbers: the upper three rows of a pose.
"""

from math import asin, atan2, cos, pi, sin, sqrt

from resources.loops import reals

CHAIN = (reals(3), reals(2), reals(1))
"""The kinds of a chain, for the loops that take one."""

_NO_TURN = 1e-8  # sine: below it, angle and sine are the same double
_NEAR_HALF_TURN = 1e-4  # rad: nearer to pi, the sine is too small to show the axis


def place_frames(chain, q, frames):  # type: ignore[no-untyped-def]
    """Writes the frame of each link, and of the flange behind them, into frames (n + 1, 12).

    q: (n,), rad or mm.
    """
    links, last, turns = chain
    n = len(turns)
    for k in range(12):
        frames[0, k] = links[0, k // 4, k % 4]
    for i in range(n):
        if i > 0:
            follow(frames, i - 1, links[i], i)
        move(frames[i], turns[i], q[i])
    follow(frames, n - 1, last, n)


def move(frame, turns, value):  # type: ignore[no-untyped-def]
    """Turns a frame (12,) about its z axis, or slides it along, in place."""
    c, s = cos(value), sin(value)
    for row in range(0, 12, 4):
        if turns > 0.0:
            x, y = frame[row], frame[row + 1]
            frame[row], frame[row + 1] = c * x + s * y, c * y - s * x
        else:
            frame[row + 3] += value * frame[row + 2]


def follow(frames, here, T, there):  # type: ignore[no-untyped-def]
    """Writes frame `here` times a pose T (4, 4) into frame `there`."""
    for row in range(0, 12, 4):
        x, y, z = frames[here, row], frames[here, row + 1], frames[here, row + 2]
        for column in range(4):
            frames[there, row + column] = x * T[0, column] + y * T[1, column] + z * T[2, column]
        frames[there, row + 3] += frames[here, row + 3]


def write_columns(chain, frames, J):  # type: ignore[no-untyped-def]
    """Writes the Jacobian (6, n) of the flange, linear over angular, base axes, into J."""
    turns = chain[2]
    n = len(turns)
    px, py, pz = frames[n, 3], frames[n, 7], frames[n, 11]
    for i in range(n):
        zx, zy, zz = frames[i, 2], frames[i, 6], frames[i, 10]
        if turns[i] > 0.0:
            x, y, z = px - frames[i, 3], py - frames[i, 7], pz - frames[i, 11]
            J[0, i], J[1, i], J[2, i] = zy * z - zz * y, zz * x - zx * z, zx * y - zy * x
            J[3, i], J[4, i], J[5, i] = zx, zy, zz
        else:
            J[0, i], J[1, i], J[2, i] = zx, zy, zz
            J[3, i] = J[4, i] = J[5, i] = 0.0


def write_error(frames, n, T, size, error):  # type: ignore[no-untyped-def]
    """Writes the error (6,) from frame n to a pose T (4, 4): lengths by the size, then the rotation
    vector, rad; see `pose_equations`."""
    for row in range(3):
        error[row] = (T[row, 3] - frames[n, 4 * row + 3]) / size
    x = _product(T, frames, n, 2, 1) - _product(T, frames, n, 1, 2)
    y = _product(T, frames, n, 0, 2) - _product(T, frames, n, 2, 0)
    z = _product(T, frames, n, 1, 0) - _product(T, frames, n, 0, 1)
    xx, yy = _product(T, frames, n, 0, 0), _product(T, frames, n, 1, 1)
    zz = _product(T, frames, n, 2, 2)
    sine = sqrt(x * x + y * y + z * z)
    angle = atan2(sine, xx + yy + zz - 1.0)
    if angle > pi - _NEAR_HALF_TURN:
        _write_half_turn(frames, n, T, angle, (x, y, z), error)
        return
    factor = angle / sine if sine > _NO_TURN else 0.5
    error[3], error[4], error[5] = factor * x, factor * y, factor * z


def _product(T, frames, n, row, column):  # type: ignore[no-untyped-def]
    """An entry of T R^T, R the rotation of frame n."""
    at = 4 * column
    return T[row, 0] * frames[n, at] + T[row, 1] * frames[n, at + 1] + T[row, 2] * frames[n, at + 2]


def _write_half_turn(frames, n, T, angle, doubled, error):  # type: ignore[no-untyped-def]
    """Writes the rotation vector of an angle near pi: (G + G^T) / 2 = cos I + (1 - cos) u u^T."""
    c = cos(angle)
    best, column = -1.0, 0
    for k in range(3):
        along = _product(T, frames, n, k, k) - c
        if along > best:
            best, column = along, k
    square = 0.0
    for row in range(3):
        both = _product(T, frames, n, row, column) + _product(T, frames, n, column, row)
        entry = 0.5 * both - (c if row == column else 0.0)
        error[3 + row] = entry
        square += entry * entry
    sign = doubled[0] * error[3] + doubled[1] * error[4] + doubled[2] * error[5]
    scale = (-angle if sign < 0.0 else angle) / sqrt(square)
    for row in range(3, 6):
        error[row] *= scale


def write_gap(frames, T, error):  # type: ignore[no-untyped-def]
    """Writes the gap (6,) from the last frame to a pose T (4, 4): lengths, and half the skew part
    of T R^T; gives the norm of Frobenius of the difference of the upper rows."""
    n = len(frames) - 1
    square = 0.0
    for i in range(3):
        error[i] = T[i, 3] - frames[n, 4 * i + 3]
        j, k = (i + 1) % 3, (i + 2) % 3
        turn = 0.0
        for column in range(3):
            r_j, r_k = frames[n, 4 * j + column], frames[n, 4 * k + column]
            turn += r_j * (T[k, column] - r_k) - r_k * (T[j, column] - r_j)
            gap = T[i, column] - frames[n, 4 * i + column]
            square += gap * gap
        error[3 + i] = 0.5 * turn
        square += error[i] * error[i]
    return sqrt(square)


def write_miss(frame, T, out, at):  # type: ignore[no-untyped-def]
    """Writes by how much a frame (12,) misses a pose T (4, 4), mm and rad, into out[at] and the
    place behind it; see `arm/residuals.py`."""
    place = turn = 0.0
    for row in range(3):
        for column in range(3):
            gap = frame[4 * row + column] - T[row, column]
            turn += gap * gap
        gap = frame[4 * row + 3] - T[row, 3]
        place += gap * gap
    out[at] = sqrt(place)
    out[at + 1] = 2.0 * asin(min(sqrt(0.125 * turn), 1.0))
