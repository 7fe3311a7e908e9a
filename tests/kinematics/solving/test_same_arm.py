"""An arm has the same solutions however it is written down, wherever it stands, from either end."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    dh_from_axes,
    forward,
    inverse,
    inverse_batch,
    invert,
    link_poses,
    rerooted,
    rotation_x,
    rpy,
    translation,
)
from scenes import load_robot
from tests.depth import share

SHIPPED = (
    "puma560",
    "ur5e",
    "stanford_arm",
    "gantry_6axis",
    "adept_cobra600",
    "kuka_kr6_r900_2",
    "kinova_gen3_lite",
    "kinova_gen3_6dof",
    "yaskawa_hc10",
)
RANDOM = ("RRRRRR", "RRPRRR", "PRRRRR", "RPRRPR", "PRPRPR", "RRRRR", "RRPR")
# Roots of a chain that is not certified may be missed by either way of writing.
SEARCHED = ("RPRRPR",)
ARMS = SHIPPED + RANDOM


def random_arm(kinds: str, rng: np.random.Generator) -> Mechanism:
    n = len(kinds)
    return Mechanism.from_modified_dh(
        alpha=rng.uniform(-3, 3, n),
        a=rng.uniform(50, 400, n),
        d=rng.uniform(-300, 300, n),
        theta0=rng.uniform(-3, 3, n),
        kinds=kinds,
    )


def arm_and_values(name: str) -> tuple[Mechanism, np.ndarray]:
    """An arm, and joint values of four poses."""
    rng = np.random.default_rng(len(name))
    mechanism = load_robot(name).mechanism if name in SHIPPED else random_arm(name, rng)
    # A file rounds right angles; an arm of its family is what the tables below write down.
    reach = np.where(mechanism.revolute == 1.0, 2.5, 200.0)
    return mechanism, rng.uniform(-1, 1, (4, mechanism.n)) * reach


def assert_same_solutions(name: str, found, wanted, mechanism: Mechanism) -> None:
    """Both answers hold the same rows, or, where neither is certified, at least one in common."""
    gap = np.abs(found.q[:, None] - wanted.q[None])
    gap = np.where(mechanism.revolute == 1.0, np.minimum(gap, 2 * np.pi - gap), gap / 100.0)
    worst = gap.max(axis=-1)
    if name in SEARCHED:
        assert not found.complete
        assert worst.min() < 1e-6
        return
    assert len(found.q) == len(wanted.q) > 0
    assert worst.min(axis=0).max() < 1e-6
    assert (found.complete, found.continuum) == (wanted.complete, wanted.continuum)


def by_axes(mechanism: Mechanism) -> Mechanism:
    frames = link_poses(mechanism, np.zeros(mechanism.n))
    return Mechanism.from_axes(
        axes=3.7 * frames[1:, :3, 2],
        points=frames[1:, :3, 3] + 12.5 * frames[1:, :3, 2],
        kinds=mechanism.kinds,
        T_base_flange_zero=forward(mechanism, np.zeros(mechanism.n)),
    )


def modified_rows(mechanism: Mechanism):
    frames = link_poses(mechanism, np.zeros(mechanism.n))
    return dh_from_axes(
        axes=frames[1:, :3, 2],
        points=frames[1:, :3, 3],
        kinds=mechanism.kinds,
        T_base_flange_zero=forward(mechanism, np.zeros(mechanism.n)),
    )


def by_modified_dh(mechanism: Mechanism) -> Mechanism:
    return modified_rows(mechanism).mechanism()


def standard_rows(mechanism: Mechanism) -> dict:
    """Standard DH columns: a and alpha of a modified row belong to the standard row before."""
    rows = modified_rows(mechanism)
    first = rows.T_base_first @ translation(rows.a[0], 0, 0) @ rotation_x(rows.alpha[0])
    return {
        "alpha": [*rows.alpha[1:], 0.0],
        "a": [*rows.a[1:], 0.0],
        "d": rows.d,
        "theta0": rows.theta0,
        "kinds": rows.kinds,
        "T_base_first": first,
        "T_last_flange": rows.T_last_flange,
    }


def by_standard_dh(mechanism: Mechanism) -> Mechanism:
    return Mechanism.from_standard_dh(**standard_rows(mechanism))


def by_links(mechanism: Mechanism) -> Mechanism:
    rows = standard_rows(mechanism)
    t = np.column_stack([rows.pop("a"), np.zeros(mechanism.n), rows.pop("d")])
    return Mechanism.from_links(t=t, **rows)


@pytest.mark.parametrize("name", share(ARMS, 6))
@pytest.mark.parametrize("way", [by_axes, by_modified_dh, by_standard_dh, by_links])
def test_an_arm_has_the_same_solutions_in_every_way_of_writing(name, way):
    mechanism, q = arm_and_values(name)
    other = way(mechanism)
    for values in q:
        T = forward(mechanism, values)
        np.testing.assert_allclose(forward(other, values), T, atol=1e-6)
        assert_same_solutions(name, inverse(other, T), inverse(mechanism, T), mechanism)


@pytest.mark.parametrize("name", ARMS)
def test_an_arm_that_stands_elsewhere_has_the_same_solutions_for_poses_moved_along(name):
    mechanism, q = arm_and_values(name)
    T_world_base = translation(800, -1300, 450) @ rpy(0.4, -0.7, 2.2)
    T_flange_tool = translation(-20, 35, 110) @ rpy(-0.2, 0.5, 1.0)
    frames = mechanism.T_link_joint.copy()
    frames[0] = T_world_base @ frames[0]
    moved = replace(
        mechanism, T_link_joint=frames, T_last_flange=mechanism.T_last_flange @ T_flange_tool
    )
    for values in q:
        T = forward(mechanism, values)
        found = inverse(moved, T_world_base @ T @ T_flange_tool)
        assert_same_solutions(name, found, inverse(mechanism, T), mechanism)


@pytest.mark.parametrize("name", ARMS)
def test_an_arm_has_the_same_solutions_from_its_flange(name):
    mechanism, q = arm_and_values(name)
    back = rerooted(mechanism)
    for values in q:
        T = forward(mechanism, values)
        found = inverse(back, invert(T))
        found = replace(found, q=found.q[:, ::-1])
        assert_same_solutions(name, found, inverse(mechanism, T), mechanism)


@pytest.mark.parametrize("name", ARMS)
def test_a_batch_has_the_solutions_of_single_poses(name):
    mechanism, q = arm_and_values(name)
    Ts = forward(mechanism, q)
    batch = inverse_batch(mechanism, Ts)
    singles = [inverse(mechanism, T) for T in Ts]
    assert bool(batch.complete) == all(single.complete for single in singles)
    for rows, count, single in zip(batch.q, batch.count, singles, strict=True):
        assert_same_solutions(name, replace(single, q=rows[:count]), single, mechanism)
