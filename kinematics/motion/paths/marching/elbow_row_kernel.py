"""The elbow angle of a seven-axis arm as one more equation of a march: it stays what it was.

With S, E, W of `families/seven_axis.py`, u the unit vector from S to W and g = E - S, the elbow
stands at the angle psi where

    cos(psi) (u x up) . g - sin(psi) (up . g - (u . g)(u . up)) = 0,

because the two factors are the components of g along f and e of `families/elbow_angle.py`, times
the same length.
"""

from math import sqrt

from kinematics.loops.chain_kernel import place_frames

# The numbers of an elbow: S; E in the frame of link 3 and W in that of link 4; cos, sin of psi.
_S, _E, _W, _COS, _SIN = 0, 3, 6, 9, 10
ELBOW = 11
_NEVER_ZERO = 1e-300  # the least divisor, where W lies in S
_STEP = 1e-4  # rad: of the central difference that the bend of the equation is taken by


def write_elbow(frames, elbow, size, row):  # type: ignore[no-untyped-def]
    """Writes how the equation changes with the joints into row (n,); gives what it misses.

    Both by the size.
    """
    ux, uy, uz, gx, gy, gz, far = _vectors(frames, elbow)
    c, s = elbow[_COS], elbow[_SIN]
    along = ux * gx + uy * gy + uz * gz
    value = c * (uy * gx - ux * gy) - s * (gz - along * uz)
    wx, wy, wz = ux * far + elbow[_S], uy * far + elbow[_S + 1], uz * far + elbow[_S + 2]
    ex, ey, ez = gx + elbow[_S], gy + elbow[_S + 1], gz + elbow[_S + 2]
    for i in range(len(row)):
        row[i] = 0.0
    for i in range(4):
        zx, zy, zz = frames[i, 2], frames[i, 6], frames[i, 10]
        px, py, pz = frames[i, 3], frames[i, 7], frames[i, 11]
        ax, ay, az = wx - px, wy - py, wz - pz
        ax, ay, az = zy * az - zz * ay, zz * ax - zx * az, zx * ay - zy * ax
        over = ux * ax + uy * ay + uz * az
        ax, ay, az = (ax - ux * over) / far, (ay - uy * over) / far, (az - uz * over) / far
        bx = by = bz = 0.0
        if i < 3:
            bx, by, bz = ex - px, ey - py, ez - pz
            bx, by, bz = zy * bz - zz * by, zz * bx - zx * bz, zx * by - zy * bx
        turned = ax * gx + ay * gy + az * gz + ux * bx + uy * by + uz * bz
        across = ay * gx - ax * gy + uy * bx - ux * by
        row[i] = (c * across - s * (bz - turned * uz - along * az)) / size
    return value / size


def _vectors(frames, elbow):  # type: ignore[no-untyped-def]
    """u, E - S, and the distance of W from S, mm."""
    gx = _coordinate(frames[2], elbow, _E, 0) - elbow[_S]
    gy = _coordinate(frames[2], elbow, _E, 1) - elbow[_S + 1]
    gz = _coordinate(frames[2], elbow, _E, 2) - elbow[_S + 2]
    ux = _coordinate(frames[3], elbow, _W, 0) - elbow[_S]
    uy = _coordinate(frames[3], elbow, _W, 1) - elbow[_S + 1]
    uz = _coordinate(frames[3], elbow, _W, 2) - elbow[_S + 2]
    far = max(sqrt(ux * ux + uy * uy + uz * uz), _NEVER_ZERO)
    return ux / far, uy / far, uz / far, gx, gy, gz, far


def _coordinate(frame, elbow, at, k):  # type: ignore[no-untyped-def]
    """Coordinate k in the base of a point whose place in the frame is elbow[at : at + 3]."""
    row = 4 * k
    x, y, z = frame[row] * elbow[at], frame[row + 1] * elbow[at + 1], frame[row + 2] * elbow[at + 2]
    return x + y + z + frame[row + 3]


def write_elbow_bend(chain, state, frames, elbow, size, rooms):  # type: ignore[no-untyped-def]
    """Gives the second derivative of the equation while the joints move with q' alone.

    By a central difference of the row: an error of it bends the course of the elbow, never that of
    the tool. frames: hold those of state[0] again afterwards.
    """
    q, rates = state[0], state[1]
    trial, row, _ = rooms
    n, largest = len(q), 0.0
    for i in range(4):
        largest = max(largest, abs(rates[i]))
    if largest == 0.0:
        return 0.0
    bend = 0.0
    for side in range(2):
        step = (_STEP if side == 0 else -_STEP) / largest
        for i in range(n):
            trial[i] = q[i] + step * rates[i]
        place_frames(chain, trial, frames)
        write_elbow(frames, elbow, size, row)
        for i in range(4):
            bend += row[i] * rates[i] / (2.0 * step)
    place_frames(chain, q, frames)
    return bend
