"""Arms calibrated from measured places: how far off they are then where nobody measured.

Run: python tests/benchmarks/bench_calibration.py [--places 60] [--arms 5] [--seed 1]

Every link of a shipped arm is off by 0.3 mm and 0.05 deg or so; places of the tool are measured
with noise of 0.02 mm in each direction, or with none. What is told is the miss of the written robot
file at joint values that were not measured, before and after.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, most, show, timed
from measuring import fastest

from kinematics import Mechanism, forward
from kinematics.arm.displaced_links import displaced
from kinematics.calibration.measurements import Measurements
from kinematics.calibration.prediction import small_motion
from scenes import Robot, load_robot, robot_path
from scenes.files.loader import robot_from_document
from scenes.files.robots.calibration import calibrated, corrected_document
from scenes.files.schema import RobotIn
from scenes.files.text.documents import read_document
from scenes.files.validation import validated

ARMS = ("puma560", "ur5e", "hokkaido1985", "kuka_lbr_iiwa_7_r800")
OFF_MM, OFF_DEG, NOISE, UNSEEN = 0.3, 0.05, 0.02, 1000
EXACT_MM, NOISY_MM = 1e-4, 0.04  # targets: digits of the file; twice the noise


def joint_values(robot: Robot, rng: np.random.Generator, count: int) -> np.ndarray:
    lower, upper = np.maximum(robot.mechanism.lower, -3.0), np.minimum(robot.mechanism.upper, 3.0)
    return rng.uniform(lower, upper, (count, robot.mechanism.n))


def built(robot: Robot, rng: np.random.Generator) -> Mechanism:
    """The arm as it was built, every link a little off."""
    each = np.repeat([OFF_MM, np.radians(OFF_DEG)], 3)
    D = [small_motion(each * rng.normal(size=6)) for _ in robot.mechanism.joints]
    return displaced(robot.mechanism, np.array(D))


def misses(name: str, places: int, noise: float, rng: np.random.Generator) -> tuple[float, float]:
    """Mean miss at joint values that were not measured, mm: of the shipped and the written file."""
    robot = load_robot(name)
    true, tool = built(robot, rng), robot.T_flange_tool
    q, unseen = joint_values(robot, rng, places), joint_values(robot, rng, UNSEEN)
    measured = (forward(true, q) @ tool)[:, :3, 3] + noise * rng.normal(size=(places, 3))
    document = read_document(robot_path(name), "robot file")
    file = validated(document, RobotIn)
    result = calibrated(file, Measurements(q, measured), "bench", False, False)
    written = robot_from_document(corrected_document(document, result)).mechanism
    wanted = (forward(true, unseen) @ tool)[:, :3, 3]
    before, after = (
        float(np.linalg.norm((forward(arm, unseen) @ tool)[:, :3, 3] - wanted, axis=1).mean())
        for arm in (robot.mechanism, written)
    )
    return before, after


def figures(places: int, arms: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name in ARMS:
        for noise, limit in ((0.0, EXACT_MM), (NOISE, NOISY_MM)):
            found = [misses(name, places, noise, rng) for _ in range(arms)]
            before, after = np.mean(found, axis=0)
            label = f"{name}, {places} places, noise {noise:g} mm: missed elsewhere"
            yield Figure(label, after, "mm", "as drawn", before, most(limit))
    seconds = fastest(lambda: misses("puma560", places, NOISE, rng), 3)
    yield timed("puma560: identified, written and read", seconds, "ms")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--places", type=int, default=60)
    parser.add_argument("--arms", type=int, default=5)
    options = parser.parse_args()
    show(figures(options.places, options.arms, options.seed), options)
