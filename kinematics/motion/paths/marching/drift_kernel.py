"""The acceleration of the tool while the joints do not accelerate: for the q'' of a node."""


def write_drift(chain, frames, rates, link):  # type: ignore[no-untyped-def]
    """Writes (dJ/dt) q' (6,) of the tool for joint rates (n,) into rows 0 and 1 of link (6, 3).

    Outward over the links: the acceleration of the joint's place and of the turning, and the
    angular velocity (row 2), with joint accelerations of 0.
    """
    turns = chain[2]
    n = len(turns)
    place, turn, spin, gap, spare, z = link[0], link[1], link[2], link[3], link[4], link[5]
    for k in range(3):
        place[k] = turn[k] = spin[k] = 0.0
    for i in range(n + 1):
        for k in range(3):
            gap[k] = frames[i, 4 * k + 3] - (frames[i - 1, 4 * k + 3] if i > 0 else 0.0)
        _add_cross(turn, gap, 1.0, place)
        for k in range(3):
            spare[k] = 0.0
        _add_cross(spin, gap, 1.0, spare)
        _add_cross(spin, spare, 1.0, place)
        if i == n:
            return
        for k in range(3):
            z[k] = frames[i, 4 * k + 2] * rates[i]
        if turns[i] > 0.0:
            _add_cross(spin, z, 1.0, turn)
            for k in range(3):
                spin[k] += z[k]
        else:
            _add_cross(spin, z, 2.0, place)


def _add_cross(a, b, factor, found):  # type: ignore[no-untyped-def]
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        found[k] += factor * (a[i] * b[j] - a[j] * b[i])
