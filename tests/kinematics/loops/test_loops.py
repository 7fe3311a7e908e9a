"""The shipped loops of the room compute what their sources say, bit for bit."""

import subprocess
import sys

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch, inverse_from_seed, rpy


def near_seeds(rng, q):
    return q + rng.uniform(-0.6, 0.6, q.shape)


@pytest.mark.parametrize("options", [{}, {"position_only": True}, {"damping": 1e-3}], ids=str)
def test_newton_from_a_seed_takes_the_steps_that_the_source_says(compared, arm, rng, options):
    for q in rng.uniform(-2, 2, (5, 6)):
        inverse_from_seed(arm, forward(arm, q), near_seeds(rng, q), **options)
    assert set(compared) == {"descend_rows"}


def test_redundant_arms_move_towards_a_resting_posture_as_the_source_says(compared, seven, rng):
    q = rng.uniform(-1, 1, 7)
    inverse_from_seed(seven, forward(seven, q), near_seeds(rng, q), q_rest=np.zeros(7), steps=15)
    assert compared == ["descend_rows"]


def test_arms_with_slides_and_half_turns_of_the_flange_are_led_as_the_source_says(compared, rng):
    slides = Mechanism.from_standard_dh(
        alpha=[1.2, -0.7, 0.4, 1.1, -1.5, 0.3],
        a=[100, 0, 50, 30, 0, 10],
        d=[200, 0, 0, 90, 0, 40],
        kinds="RRPRPR",
    )
    for axis in np.eye(3):
        q = rng.uniform(-1, 1, 6)
        T = forward(slides, q) @ rpy(*(axis * np.pi))
        inverse_from_seed(slides, T, q, steps=8)
    assert set(compared) == {"descend_rows"}


def test_without_llvmlite_numpy_answers_the_same_and_one_line_says_so():
    code = """
import sys
sys.modules["llvmlite"] = None
import numpy as np
from kinematics import Mechanism, forward, inverse, inverse_from_seed
arm = Mechanism.from_standard_dh(
    alpha=np.radians([90, 0, -90, 90, -90, 0]),
    a=[0, 431.8, 20.3, 0, 0, 0], d=[671.83, 0, 150.05, 431.8, 0, 0])
T = forward(arm, [0.3, -0.4, 0.5, 0.6, 0.7, 0.8])
print(inverse_from_seed(arm, T, [0.2, -0.3, 0.4, 0.5, 0.6, 0.7]).q.round(9).tolist())
print(len(inverse(arm, T)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[0.3, -0.4, 0.5, 0.6, 0.7, 0.8]", "8"]
    (line,) = done.stderr.splitlines()
    assert "llvmlite" in line


def test_the_room_starts_without_what_compiles():
    code = "import kinematics, sys; print({'numba', 'llvmlite'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")


def test_closed_forms_of_one_pose_compute_what_the_source_says(compared, hokkaido, puma, ur5e, rng):
    for arm in (hokkaido, puma, ur5e):
        for T in forward(arm, rng.uniform(-np.pi, np.pi, (8, 6))):
            inverse(arm, T)
        inverse(arm, forward(arm, np.zeros(6)))
    assert set(compared) == {"solve_spherical", "solve_parallel", "write_misses"}


def test_roots_of_corrected_arms_are_led_as_the_source_says(compared, puma, rng):
    links = puma.T_link_joint.copy()
    links[:, :3, 3] += rng.uniform(-0.05, 0.05, (6, 3))
    links[3:5, :3, 3] += 0.02
    corrected = Mechanism(puma.joints, links, puma.T_last_flange)
    inverse_batch(corrected, forward(corrected, rng.uniform(-2, 2, (6, 6))))
    assert "lead_by_chords" in compared


def test_roots_of_general_arms_are_polished_as_the_source_says(compared, odd_arms, rng):
    general = odd_arms[2]
    inverse_batch(general, forward(general, rng.uniform(-2, 2, (3, 6))))
    inverse(general, forward(general, np.zeros(6)))
    assert {"recover", "descend_rows", "write_least_sizes", "write_misses"} <= set(compared)
