"""An arm that is read from a URDF has the solutions of the same arm in rows of a DH table."""

from pathlib import Path

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse
from scenes.files.file_poses import rpy_of
from scenes.files.urdf.urdf_robot import read_urdf

pytest.importorskip("yourdfpy", reason="make test-oracles installs yourdfpy")
pytestmark = pytest.mark.oracle

KINDS = ("RRRRRR", "RRPRRR", "PRPRPR", "RRRRR")


def random_arm(kinds: str) -> Mechanism:
    rng = np.random.default_rng(len(kinds))
    n = len(kinds)
    return Mechanism.from_modified_dh(
        alpha=rng.uniform(-3, 3, n),
        a=rng.uniform(50, 400, n),
        d=rng.uniform(-300, 300, n),
        theta0=rng.uniform(-3, 3, n),
        kinds=kinds,
    )


def urdf_of(mechanism: Mechanism) -> str:
    """The URDF of a chain: each joint by its place in the link before, m and rad, 17 digits."""
    frames = [*mechanism.T_link_joint, mechanism.T_last_flange]
    types = [*({"R": "continuous", "P": "prismatic"}[kind] for kind in mechanism.kinds), "fixed"]
    lines = ['<robot name="random">', '<link name="l0"/>']
    for i, (T, kind) in enumerate(zip(frames, types, strict=True), start=1):
        xyz = " ".join(repr(float(x)) for x in T[:3, 3] / 1000.0)
        turn = " ".join(repr(float(x)) for x in np.radians(rpy_of(T)))
        limit = '<limit lower="-9" upper="9" velocity="1" effort="1"/>' if kind[0] == "p" else ""
        lines += [
            f'<link name="l{i}"/><joint name="j{i}" type="{kind}"><parent link="l{i - 1}"/>'
            f'<child link="l{i}"/><origin xyz="{xyz}" rpy="{turn}"/><axis xyz="0 0 1"/>{limit}'
            "</joint>"
        ]
    return "\n".join([*lines, "</robot>\n"])


@pytest.mark.parametrize("kinds", KINDS)
def test_an_arm_from_a_urdf_has_the_same_solutions(kinds: str, tmp_path: Path) -> None:
    mechanism = random_arm(kinds)
    path = tmp_path / "random.urdf"
    path.write_text(urdf_of(mechanism), encoding="utf-8")
    read = read_urdf(path, meshes=False).robot.mechanism
    rng = np.random.default_rng(1)
    turning = mechanism.revolute == 1.0
    for q in rng.uniform(-2.5, 2.5, (4, mechanism.n)) * np.where(turning, 1.0, 80.0):
        T = forward(mechanism, q)
        np.testing.assert_allclose(forward(read, q), T, atol=1e-6)
        wanted, found = inverse(mechanism, T), inverse(read, T)
        gap = np.abs(found.q[:, None] - wanted.q[None])
        gap = np.where(turning, np.minimum(gap, 2 * np.pi - gap), gap / 100.0).max(axis=-1)
        assert len(found.q) == len(wanted.q) > 0
        assert gap.min(axis=0).max() < 1e-6
        assert found.complete == wanted.complete
