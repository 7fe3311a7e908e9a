"""Shapes with very many flat faces get right verdicts within bounded memory."""

import tracemalloc

from geometry import (
    Box,
    Sphere,
    VerdictKind,
    check_pair,
    hull,
    verify,
)

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH


def capsule(at):
    """The hull of two balls about x = 0 and x = 50, with 3,700 faces within 0.01 mm of round."""
    return hull(Sphere(5), Sphere(5).moved(at(50)), chord=0.01)


def test_a_hull_of_thousands_of_faces_gets_its_verdict_in_bounded_memory(at):
    shape = capsule(at)
    top = float(shape.corners[:, 1].max())
    beam = Box((10, 10, 10))
    trough = Box((200, 40, 40)) - Box((100, 10.5, 10.5))
    cases = [
        (beam, at(25, top + 5.0), TOUCH),
        (beam, at(25, top + 5.0 + 1e-4), FREE),
        (beam, at(25, top + 5.0 - 1e-4), HIT),
        (beam, at(25), HIT),
        (trough, at(25), FREE),
        (trough, at(25, 5.25 - top), TOUCH),
        (trough, at(25, 0.3), HIT),
    ]
    tracemalloc.start()
    for other, T, kind in cases:
        for args in ((shape, at(), other, T), (other, T, shape, at())):
            verdict = check_pair(*args)
            assert verdict.kind is kind
            assert verify(verdict, *args)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 250e6
