"""The published arm with sixteen real solutions: all of them, as printed numbers allow."""

import json
from pathlib import Path

import numpy as np
import pytest

from kinematics import Mechanism
from kinematics.solvers import elimination

FACTS = json.loads(Path(__file__).with_name("manseur_doty_1989.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def arm():
    mm = {name: 1000.0 * np.array(FACTS[name]) for name in ("a", "d")}
    return elimination.recognise(Mechanism.from_standard_dh(alpha=FACTS["alpha"], **mm))


@pytest.fixture(scope="module")
def pose():
    T = np.array(FACTS["pose"])
    T[:3, 3] *= 1000.0
    return T[None]


@pytest.mark.parametrize("eliminate", [None, "12"])
@pytest.mark.parametrize("eigen", ["ordinary", "generalized"])
def test_all_sixteen_solutions_are_found(arm, pose, eliminate, eigen):
    roots = elimination.solve(arm, pose, eliminate=eliminate, eigen=eigen)
    assert roots.count[0] == 16
    assert roots.complete[0]
    gap = roots.q[0][:, None] - np.array(FACTS["solutions"])
    gap = np.abs(gap - 2 * np.pi * np.round(gap / (2 * np.pi))).max(axis=2)
    # The file's pose and solutions carry some 1e-11; close roots multiply that by a hundred.
    assert gap.min(axis=0).max() < 1e-7
    assert sorted(gap.argmin(axis=1)) == list(range(16))
