"""One call of every compiled loop with every kind of argument: what fills the compiler's store."""

import numpy as np

from geometry.batch_kernel import find_gaps, find_hits, find_nearest, find_open
from geometry.packing import pack_bodies, rows_of
from geometry.primitives import Sphere


def run_every_kernel() -> None:
    """Calls each loop on two balls; returns when all are compiled and loaded."""
    packed = pack_bodies([Sphere(1.0), Sphere(1.0)], {0: np.eye(4)})
    T = rows_of(np.eye(4)[None, None])
    work = (np.empty(12), np.empty(12), np.empty((4, 10)), np.empty(11))
    pairs = np.array([[0, 1]], dtype=np.int64)
    near, grown = np.empty(2, dtype=np.int64), np.zeros(3)
    rooms = (np.zeros((2, 3)), np.empty(12), work, np.empty(11), near, grown)
    tables = (packed.shapes, packed.places, packed.bodies, packed.plan(pairs))
    room = np.empty((8, 3), dtype=np.int64)
    find_hits(tables, T, pairs, 1e-5, True, rooms, room)
    here = np.zeros(1, dtype=np.int64)
    find_open(tables, T, here, np.ones(1), pairs, np.ones((1, 1)), rooms, room)
    items = np.array([[0, 0, 1]], dtype=np.int64)
    find_gaps(tables, T, items, np.zeros(1), rooms, np.empty(1), np.empty(1, dtype=np.int64))
    find_nearest(tables, T, pairs, rooms, np.full((1, 10), -1.0))
