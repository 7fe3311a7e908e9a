"""Check poses of the Unimation PUMA 560.

Kinematics: Corke and Armstrong-Helouvry, "A search for consensus among model parameters
reported for the PUMA 560", ICRA 1994, as tabled in the Robotics Toolbox for Python 1.5.0
(Puma560, MIT), with its base 671.83 mm over the mounting face. Poses: that toolbox's own
forward kinematics, printed with nine decimals; 1e-6 mm covers their rounding.
"""

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse

CHECK_POSES = [
    (
        (0, 45, -135, 0, 45, 0),
        [
            [0.707106781, 0.0, 0.707106781, 737.128708116],
            [0.0, 1.0, 0.0, -150.05],
            [-0.707106781, 0.0, 0.707106781, 956.858708116],
            [0, 0, 0, 1],
        ],
    ),
    (
        (-118, 81, -137, 61, 51, 183),
        [
            [-0.137697392, -0.651357309, -0.746172289, -337.588291116],
            [0.965884029, -0.255128789, 0.044467331, -315.29656054],
            [-0.219334153, -0.714592861, 0.664266191, 1322.943858465],
            [0, 0, 0, 1],
        ],
    ),
    (
        (-78, 2, -115, 129, -38, -209),
        [
            [-0.7239189, 0.230353756, 0.650291146, 23.940899172],
            [-0.637855458, 0.135629381, -0.75811944, -834.333713522],
            [-0.262834246, -0.963608747, 0.048747728, 499.495652869],
            [0, 0, 0, 1],
        ],
    ),
]
# Classic (standard) table; alpha in deg, lengths in mm.
PUMA = Mechanism.from_standard_dh(
    alpha=np.radians([90, 0, -90, 90, -90, 0]),
    a=[0, 431.8, 20.3, 0, 0, 0],
    d=[671.83, 0, 150.05, 431.8, 0, 0],
)


@pytest.mark.parametrize(("q_deg", "T"), CHECK_POSES)
def test_forward_kinematics_gives_the_check_pose(q_deg, T):
    assert np.abs(forward(PUMA, np.radians(q_deg)) - T).max() < 1e-6


@pytest.mark.parametrize(("q_deg", "T"), CHECK_POSES)
def test_inverse_kinematics_leads_back_to_the_joint_values(q_deg, T):
    answer = inverse(PUMA, T)
    assert len(answer) == 8
    gaps = np.abs((np.degrees(answer.q) - q_deg + 180) % 360 - 180).max(axis=1)
    assert gaps.min() < 1e-6
