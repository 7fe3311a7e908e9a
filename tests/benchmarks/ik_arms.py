"""The arms and poses for the benchmarks of inverse kinematics."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinematics import Mechanism, rpy, translation

H = np.pi / 2
PUMA = {
    "alpha": np.array([H, 0, -H, H, -H, 0]),
    "a": np.array([0, 431.8, 20.3, 0, 0, 0]),
    "d": np.array([671.83, 0, 150.05, 431.8, 0, 0]),
}
UR5 = {
    "alpha": np.array([H, 0, 0, H, -H, 0]),
    "a": np.array([0, -425.0, -392.25, 0, 0, 0]),
    "d": np.array([89.159, 0, 0, 109.15, 94.65, 82.3]),
}
UR5E = {
    "alpha": np.array([H, 0, 0, H, -H, 0]),
    "a": np.array([0, -425.0, -392.2, 0, 0, 0]),
    "d": np.array([162.5, 0, 0, 133.3, 99.7, 99.6]),
}


PANDA_D = [333, 0, 316, 0, 384, 0, 0]
XARM7_D = [267, 0, 293, 0, 342.5, 0, 0]
GEN3_D = [0, -11.75, -420.76, -12.75, -314.36, -0.3501, 0]


@dataclass(frozen=True, eq=False)
class NamedArm:
    """An arm whose wrist is not spherical. peer: The module of ssik that solves it."""

    key: str
    name: str
    peer: str
    source: str
    mechanism: Mechanism


def named_arms() -> list[NamedArm]:
    """The arms of named_arms.json."""
    file = Path(__file__).with_name("named_arms.json")
    arms = json.loads(file.read_text(encoding="utf-8"))["arms"]
    return [
        NamedArm(key, row["name"], row["peer"], row["source"], _mechanism(row))
        for key, row in arms.items()
    ]


def _mechanism(row: dict[str, list[list[float]]]) -> Mechanism:
    flange = np.array(row["flange"])
    flange[:3, 3] *= 1000.0
    return Mechanism.from_axes(
        axes=row["axes"],
        points=1000.0 * np.array(row["points"]),
        T_base_flange_zero=flange,
        name=str(row["name"]),
        source=str(row["source"]),
    )


def seven_axis_arms() -> dict[str, Mechanism]:
    """Panda, xArm7 and Gen3 with the lengths of their robot files."""
    tables = {
        "Panda": ([0, -90, 90, 90, 90, -90, 90], [0, 0, 0, 82.5, 82.5, 0, 88], PANDA_D, 107.0),
        "xArm7": ([0, -90, 90, 90, 90, 90, -90], [0, 0, 0, 52.5, 77.5, 0, 76], XARM7_D, 97.0),
        "Gen3": ([180, 90, -90, 90, -90, 90, -90], [0] * 7, GEN3_D, -167.455),
    }
    return {
        name: Mechanism.from_modified_dh(
            alpha=np.radians(alpha), a=a, d=d, T_last_flange=translation(0, 0, flange), name=name
        )
        for name, (alpha, a, d, flange) in tables.items()
    }


def standard(table: dict[str, np.ndarray], name: str = "") -> Mechanism:
    return Mechanism.from_standard_dh(alpha=table["alpha"], a=table["a"], d=table["d"], name=name)


def random_tables(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Twists all round, offsets and lengths within half a metre (mm)."""
    alpha = rng.uniform(-np.pi, np.pi, 6)
    return {"alpha": alpha, "a": rng.uniform(-500, 500, 6), "d": rng.uniform(-500, 500, 6)}


def random_mechanism(rng: np.random.Generator, kinds: str = "RRRRRR") -> Mechanism:
    return Mechanism.from_standard_dh(**random_tables(rng), kinds=kinds)


def random_joints(rng: np.random.Generator, mechanism: Mechanism, count: int) -> np.ndarray:
    """Joint values (count, n) over full turns, slides within 400 mm."""
    reach = np.where(mechanism.revolute > 0, np.pi, 400.0)
    return np.asarray(rng.uniform(-1, 1, (count, mechanism.n)) * reach)


def deviating(rng: np.random.Generator, mechanism: Mechanism, amount: float) -> Mechanism:
    """The arm with every link and its flange moved by up to `amount` mm, and 0.1 deg per mm."""
    moved = []
    for T in (*mechanism.T_link_joint, mechanism.T_last_flange):
        change = rpy(*np.radians(0.1 * amount * rng.uniform(-1, 1, 3)))
        change[:3, 3] = amount * rng.uniform(-1, 1, 3)
        moved.append(T @ change)
    return Mechanism(mechanism.joints, np.array(moved[:-1]), moved[-1], mechanism.name)
