"""All six joint values from three half-angles: see `solvers/elimination/recovery.py`."""

from math import atan2, cos, pi, sin, tan

from kinematics.loops.chain_kernel import follow, move
from resources.loops import FLAG, WHOLE, flags, reals, shipped, wholes, written

SCRATCH = written(reals(2), reals(2))
"""Frames (4, 12), and lines (5, 14): the direction u of an axis, its point p, p x u, p.p u -
2 (p.u) p, p.u and p.p."""


@shipped(
    links=reals(3),
    turning=flags(1),
    order=wholes(1),
    reading=(WHOLE, FLAG),
    S=reals(3),
    pose=wholes(1),
    halves=reals(2),
    q=written(reals(2)),
    T=written(reals(2)),
    scratch=SCRATCH,
)
def recover(links, turning, order, reading, S, pose, halves, q, T, scratch):  # type: ignore[no-untyped-def]
    """Writes the joint values of candidates with half-angles (K, 3) into q (K, 6).

    links: G0 to G5 (6, 4, 4); that which holds the pose is not read. turning: whether the joint in
    each place turns, (6,). order: the joint in each place, (6,). reading: the place of the pose,
    and whether the ring is read backwards. S: poses (N, 4, 4). T: (4, 4), scratch.
    """
    place, is_backwards = reading
    for k in range(len(pose)):
        _write_link(S[pose[k]], is_backwards, T)
        values = q[k]
        for n in range(3):
            at = 0 if n == 0 else 3 + n
            half = halves[k, n]
            value = 2.0 * half if turning[at] else tan(half)
            values[at] = value if n == 0 else -value
        _write_rest(links, turning, place, T, values, scratch)
        _write_inner(links, place, T, values, scratch)
        first = scratch[0][3]
        for n in range(6):
            first[n] = -values[n] if is_backwards else values[n]
        for n in range(6):
            values[order[n]] = first[n]


def _write_link(S, is_backwards, T):  # type: ignore[no-untyped-def]
    """Writes a pose S (4, 4), or its inverse where the ring is read forwards, into T."""
    for row in range(3):
        T[row, 3] = S[row, 3] if is_backwards else 0.0
        for column in range(3):
            T[row, column] = S[row, column] if is_backwards else S[column, row]
            if not is_backwards:
                T[row, 3] -= S[column, row] * S[column, 3]
    T[3, 0] = T[3, 1] = T[3, 2] = 0.0
    T[3, 3] = 1.0


def _write_rest(links, turning, place, T, values, scratch):  # type: ignore[no-untyped-def]
    """Step 1: writes K into row 2 of the frames, and its line into row 0 of the lines."""
    frames, lines = scratch
    start = T if place == 3 else links[3]
    for n in range(12):
        frames[0, n] = start[n // 4, n % 4]
    here = 0
    for at in (4, 5, 0):
        move(frames[here], 1.0 if turning[at] else 0.0, values[at])
        follow(frames, here, T if place == at else links[at], 1 - here)
        here = 1 - here
    known, K = frames[here], frames[2]
    for row in range(3):
        K[4 * row + 3] = 0.0
        for column in range(3):
            K[4 * row + column] = known[4 * column + row]
            K[4 * row + 3] -= known[4 * column + row] * known[4 * column + 3]
    _write_line(K, lines[0])


def _write_line(frame, line):  # type: ignore[no-untyped-def]
    """Writes the line (14,) of the z axis of a frame (12,)."""
    ux, uy, uz = frame[2], frame[6], frame[10]
    px, py, pz = frame[3], frame[7], frame[11]
    along, squared = px * ux + py * uy + pz * uz, px * px + py * py + pz * pz
    line[0], line[1], line[2], line[3], line[4], line[5] = ux, uy, uz, px, py, pz
    line[6], line[7], line[8] = py * uz - pz * uy, pz * ux - px * uz, px * uy - py * ux
    line[9] = squared * ux - 2.0 * along * px
    line[10] = squared * uy - 2.0 * along * py
    line[11] = squared * uz - 2.0 * along * pz
    line[12], line[13] = along, squared


def _write_inner(links, place, T, values, scratch):  # type: ignore[no-untyped-def]
    """Steps 2 to 4: writes the values of places 1 to 3."""
    frames, lines = scratch
    G_1 = T if place == 1 else links[1]
    G_2 = T if place == 2 else links[2]
    # Rows that M1 does not change are linear in cos q2 and sin q2: three values of q2 show how.
    for n in range(3):
        _write_between(G_1, n * pi / 2, G_2, frames)
        _write_line(frames[1], lines[1 + n])
    values[2] = _second(lines)
    _write_between(G_1, values[2], G_2, frames)
    rest, seen, line = frames[1], lines[0], lines[4]
    _write_line(rest, line)
    across = along = 0.0
    for n in (0, 3, 6, 9):
        across += line[n] * seen[n + 1] - line[n + 1] * seen[n]
        along += line[n] * seen[n] + line[n + 1] * seen[n + 1]
    values[1] = atan2(across, along)
    c, s = cos(values[1]), sin(values[1])
    K, x, y = frames[2], 0.0, 0.0
    for column in range(2):
        turned = (c * rest[column] - s * rest[4 + column]) * K[0]
        turned += (s * rest[column] + c * rest[4 + column]) * K[4] + rest[8 + column] * K[8]
        if column == 0:
            x = turned
        else:
            y = turned
    values[3] = atan2(y, x)


def _write_between(G_1, angle, G_2, frames):  # type: ignore[no-untyped-def]
    """Writes G1 M2 G2 into row 1 of the frames."""
    for n in range(12):
        frames[0, n] = G_1[n // 4, n % 4]
    move(frames[0], 1.0, angle)
    follow(frames, 0, G_2, 1)


def _second(lines):  # type: ignore[no-untyped-def]
    """q2 by least squares, from the line of K and those at q2 = 0, 90 and 180 deg."""
    cc = ss = cs = c = s = 0.0
    for n in (2, 5, 8, 11, 12, 13):
        offset = 0.5 * (lines[1, n] + lines[3, n])
        cosine, sine = 0.5 * (lines[1, n] - lines[3, n]), lines[2, n] - offset
        wanted = lines[0, n] - offset
        cc, ss, cs = cc + cosine * cosine, ss + sine * sine, cs + cosine * sine
        c, s = c + cosine * wanted, s + sine * wanted
    return atan2(cc * s - cs * c, ss * c - cs * s)
