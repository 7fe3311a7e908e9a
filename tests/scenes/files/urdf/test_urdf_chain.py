"""Imported URDF files, compared with pinocchio: the flange at 1,000 joint values, to 1e-9 m."""

import logging
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from kinematics import forward
from scenes.files.robots.robot_writer import write_robot_file
from scenes.files.urdf.urdf_robot import read_urdf
from scenes.library import load_robot
from scenes.world.frozen import Array
from tests.depth import share

pytest.importorskip("yourdfpy", reason="make test-oracles installs yourdfpy")
pinocchio = pytest.importorskip("pinocchio", reason="make test-oracles installs pin")
pytestmark = pytest.mark.oracle

# Paths of the files in the packages, and the tip where a file leaves a choice.
EXAMPLES = {
    "ur_description/urdf/ur3_robot.urdf": None,
    "ur_description/urdf/ur5_robot.urdf": None,
    "ur_description/urdf/ur10_robot.urdf": None,
    "panda_description/urdf/panda.urdf": "panda_hand",
    "kinova_description/robots/kinova.urdf": None,
    "xarm_description/urdf/xarm7.urdf": None,
    "z1_description/urdf/z1.urdf": None,
    "so_arm_description/urdf/so100.urdf": None,
    "so_arm_description/urdf/so101.urdf": None,
    "finger_edu_description/robots/finger_edu.urdf": None,
    "talos_data/robots/talos_left_arm.urdf": None,
    "double_pendulum_description/urdf/double_pendulum_continuous.urdf": None,
    "tiago_description/robots/tiago_no_hand.urdf": "arm_7_link",
    "baxter_description/urdf/baxter.urdf": "left_gripper_base_link",
    "pr2_description/urdf/pr2.urdf": "r_gripper_palm_link",
    "romeo_description/urdf/romeo_small.urdf": "l_wrist",
    "b1_description/urdf/b1-z1.urdf": "gripperMover",
}
TOOLBOX = (
    "unimation_puma560_description/urdf/puma560_robot.urdf",
    "abb_irb140_description/urdf/irb140.urdf",
    "kuka_description/kuka_kr16/urdf/kr16_2.urdf",
    "kuka_description/kuka_kr120/urdf/kr120r2500pro.urdf",
    "kuka_description/kuka_kr210/urdf/kr210l150.urdf",
    "kuka_description/kuka_lbr_iiwa/urdf/lbr_iiwa_14_r820.urdf",
    "lynxmotion_al5d_description/urdf/al5d_robot.urdf",
)


def example(name: str) -> Path:
    spec = find_spec("cmeel")
    site = Path(pinocchio.__file__).parents[1]
    roots = [site, *site.parents, *(Path(p).parent for p in spec.submodule_search_locations or [])]
    for root in roots if spec else []:
        for below in ("cmeel.prefix/share", "share"):
            path = root / below / "example-robot-data/robots" / name
            if path.is_file():
                return path
    pytest.skip("make test-oracles installs example-robot-data")


def toolbox(name: str) -> Path:
    spec = find_spec("rtbdata")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("make test-oracles installs rtb-data")
    return Path(spec.submodule_search_locations[0]) / "xacro" / name


def worst_difference_m(urdf: Path, tip: str | None, tmp_path: Path) -> float:
    """Largest difference, m, of the robot file from pinocchio; directions count as 1 m levers."""
    logging.getLogger("yourdfpy").setLevel(logging.CRITICAL)
    imported = read_urdf(urdf, tip)
    robot = load_robot(
        write_robot_file(imported.robot, tmp_path / "imported.robot.yaml", imported.meshes)
    )
    mechanism, rng = robot.mechanism, np.random.default_rng(1986)
    lower, upper = (
        np.nan_to_num(mechanism.lower, neginf=-3),
        np.nan_to_num(mechanism.upper, posinf=3),
    )
    q = rng.uniform(lower, upper, (1000, mechanism.n))
    T = forward(mechanism, q)
    T[:, :3, 3] /= 1000.0
    base, flange = imported.base, imported.tip
    return float(np.abs(T - poses_of_pinocchio(urdf, base, flange, imported.joints, q)).max())


def poses_of_pinocchio(urdf: Path, base: str, tip: str, names: tuple[str, ...], q: Array) -> Array:
    """T_base_tip (N, 4, 4), m; joints that are not named stay at zero."""
    model = pinocchio.buildModelFromUrdf(str(urdf))
    data = model.createData()
    joints = [model.joints[model.getJointId(name)] for name in names]
    ids = [model.getFrameId(link, pinocchio.FrameType.BODY) for link in (base, tip)]
    poses = []
    for values in q:
        full = pinocchio.neutral(model)
        for joint, value in zip(joints, values, strict=True):
            slides = "P" in joint.shortname().removeprefix("JointModel")[:1]
            turns_on = joint.nq == 2
            unit = 0.001 if slides else 1.0
            at = slice(joint.idx_q, joint.idx_q + joint.nq)
            full[at] = [np.cos(value), np.sin(value)] if turns_on else [value * unit]
        pinocchio.framesForwardKinematics(model, data, full)
        T_world_base, T_world_tip = (data.oMf[i].homogeneous for i in ids)
        poses.append(np.linalg.inv(T_world_base) @ T_world_tip)
    return np.array(poses)


@pytest.mark.parametrize("name", share(list(EXAMPLES), 5))
def test_an_imported_example_robot_moves_as_in_pinocchio(name: str, tmp_path: Path) -> None:
    assert worst_difference_m(example(name), EXAMPLES[name], tmp_path) < 1e-9


@pytest.mark.parametrize("name", share(TOOLBOX, 3))
def test_an_imported_toolbox_robot_moves_as_in_pinocchio(name: str, tmp_path: Path) -> None:
    assert worst_difference_m(toolbox(name), None, tmp_path) < 1e-9
