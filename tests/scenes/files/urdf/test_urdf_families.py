"""URDF files whose axes miss each other by rounding, or by a slip, get the family of their arm."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from kinematics import classify, elbow_angle, forward, inverse
from scenes.files.urdf.urdf_robot import read_urdf

pytest.importorskip("yourdfpy", reason="make test-oracles installs yourdfpy")
pytestmark = pytest.mark.oracle
FAMILIES = {
    "unimation_puma560_description/urdf/puma560_robot.urdf": "spherical wrist",
    "abb_irb140_description/urdf/irb140.urdf": "spherical wrist",
    "kuka_description/kuka_lbr_iiwa/urdf/lbr_iiwa_14_r820.urdf": "elbow angle",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_file_of_the_toolbox_gets_the_family_of_its_arm(name: str) -> None:
    spec = find_spec("rtbdata")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("make test-oracles installs rtb-data")
    file = Path(spec.submodule_search_locations[0]) / "xacro" / name
    arm = read_urdf(file, meshes=False).robot.mechanism
    assert (classify(arm).solver or "").split(",")[0] == FAMILIES[name]
    q = np.linspace(0.4, -0.7, arm.n)
    angle = elbow_angle(arm, q) if arm.n == 7 else None
    found = inverse(arm, forward(arm, q), elbow_angle=angle)
    assert found.complete
    assert np.abs(found.q - q).max(axis=1).min() < 1e-9
