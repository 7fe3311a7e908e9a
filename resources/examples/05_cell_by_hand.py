"""Solids, contact and a proven motion without any file: `python 05_cell_by_hand.py`.

A peg in a hole of the same radius touches the wall and does not collide. A pin with a radius 1 mm
smaller goes all the way down, which is proven for the whole way and not only at samples.
"""

import numpy as np

from geometry import Box, Cylinder, certified, check_pair, sweep, verify, verify_sweep

plate = Box((80, 80, 40)) - Cylinder(radius=10, height=60)
peg = Cylinder(radius=10, height=50)


def at(x: float, z: float) -> np.ndarray:
    """A pose at that place without a turn, mm."""
    T_world_peg = np.eye(4)
    T_world_peg[[0, 2], 3] = x, z
    return T_world_peg


for name, T_world_peg in (
    ("above", at(0, 60)),
    ("in the hole", at(0, 10)),
    ("1 mm beside", at(1, 10)),
):
    verdict = check_pair(plate, np.eye(4), peg, T_world_peg)
    checked = verify(verdict, plate, np.eye(4), peg, T_world_peg)
    print(f"{name}: {verdict.kind.name}, accepted by the independent check: {checked}")


# The motion goes 60 mm down in the time from 0 to 1. No point of the pin moves farther than 60 mm,
# and its velocity is constant (bends and kinks are 0).
def poses(times: np.ndarray) -> np.ndarray:
    """T_world_pin at each time, for the one moving body: (m, 1, 4, 4)."""
    return np.array([[at(0, 60 - 60 * t)] for t in times])


pin = Cylinder(radius=9, height=50)
bodies = [pin], [plate], poses, np.eye(4)[None]
found = certified(sweep(*bodies, reach=60.0, bends=0.0, kinks=0.0), *bodies)
accepted = verify_sweep(found, *bodies, reach=60.0, bends=0.0, kinks=0.0)
print(f"the whole way down: {found.kind.name}, {len(found.proof.claims)} claims, {accepted}")
