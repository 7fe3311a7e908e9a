"""The compiler in the background: nobody waits for it, and without it nothing is lost."""

import subprocess
import sys

import pytest

from geometry.compiled import HAS_NUMBA
from geometry.warmth import is_ready, warm_up


def in_a_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_room_starts_without_the_compiler():
    code = "import geometry, sys; print('numba' in sys.modules, 'fcl' in sys.modules)"
    assert in_a_process(code) == "False False"


@pytest.mark.skipif(not HAS_NUMBA, reason="numba is not installed")
def test_the_loops_are_ready_after_a_warm_up():
    warm_up()
    warm_up(wait=True)
    assert is_ready()


def test_leaving_during_the_warm_up_is_clean():
    assert in_a_process("import geometry; geometry.warm_up(); print('left')") == "left"


def test_without_numba_the_same_is_answered():
    code = """
import importlib.util as util
real = util.find_spec
util.find_spec = lambda name, *rest: None if name == "numba" else real(name, *rest)
import numpy as np
from geometry import Sphere, cell_clearance, first_hits, pack_bodies, warm_up
warm_up(wait=True)
T = np.tile(np.eye(4), (3, 1, 1, 1))
T[:, 0, 0, 3] = 0.0, 3.0, 9.0
packed = pack_bodies([Sphere(1), Sphere(2)], {1: np.eye(4)})
print(first_hits(packed, T, [(0, 1)], "compiled").tolist())
print(cell_clearance(packed, T, [(0, 1)]).distance_mm.round(6).tolist())
"""
    assert in_a_process(code).splitlines() == ["[0, -1, -1]", "[0.0, 0.0, 6.0]"]
