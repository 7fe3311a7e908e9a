"""Schematic bodies move with the right links, and slides keep to their sleeves."""

from pathlib import Path

import numpy as np

from geometry import contains, mesh_of, volume
from kinematics import Mechanism, link_poses
from kinematics.arm.joints import Joint, JointKind
from scenes.files.loader import robot_from_document
from scenes.files.robots.schematic import schematic_of
from scenes.files.text.documents import parse_document
from scenes.library import load_robot


def test_a_robot_file_without_bodies_is_drawn_from_its_mechanism_and_says_so() -> None:
    text = (
        "robot: 1\ntitle: x\nsource: y\nready: [0, 0]\nmechanism:\n"
        "  modified_dh: [{name: a, d: 100}, {name: b, alpha: 90, a: 0}]\n"
        "  flange: {at: [200, 0, 0]}\n"
    )
    robot = robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))
    assert robot.schematic
    assert [(b.name, b.link) for b in robot.bodies] == [
        ("link_0", 0),
        ("axis_1", 0),
        ("link_1", 1),
        ("axis_2", 1),
        ("link_2", 2),
        ("flange", 2),
    ]
    assert ("link_0", "link_1") in robot.allowed


def test_the_rod_of_a_slide_stays_in_its_sleeve_over_the_whole_travel() -> None:
    slide = Joint("z", JointKind.PRISMATIC, 300.0, 1200.0, 500.0, 1e3, 1e4)
    roll = Joint("c", JointKind.REVOLUTE, -3.0, 3.0, 1.0, 1.0, 1.0)
    arm = Mechanism.from_axes(
        axes=[[0, 0, 1], [1, 0, 0]],
        points=[[0, 0, 0], [0, 0, 400]],
        T_base_flange_zero=np.array([[1.0, 0, 0, 250], [0, 1, 0, 0], [0, 0, 1, 400], [0, 0, 0, 1]]),
        joints=(roll, slide),
    )
    rod = next(
        body for body in schematic_of(arm, np.array([0.0, 750.0])).bodies if body.name == "link_2"
    )
    for travel in (300.0, 750.0, 1200.0):
        T_base_rod = link_poses(arm, np.array([0.0, travel]))[2] @ rod.T_link_body
        sleeve_in_rod = np.linalg.inv(T_base_rod) @ [0, 0, 400, 1]
        assert contains(rod.solid, sleeve_in_rod[None, :3])[0]


def test_a_joint_without_limits_gets_a_rod_of_some_length() -> None:
    free = Joint("z", JointKind.PRISMATIC, -np.inf, np.inf, 500.0, 1e3, 1e4)
    arm = Mechanism.from_axes(
        axes=[[0, 0, 1]],
        points=[[0, 0, 0]],
        T_base_flange_zero=np.eye(4) + 300 * np.eye(4, k=3)[:, :4] * [0, 0, 0, 1],
        joints=(free,),
    )
    rod = next(body for body in schematic_of(arm, np.zeros(1)).bodies if body.name == "link_1")
    lo, hi = rod.solid.bounds()
    assert np.all(np.isfinite([lo, hi]))


def test_no_body_of_a_drawn_arm_reaches_past_its_flange() -> None:
    for name in ("abb_irb2400_12", "yaskawa_gp8", "ufactory_xarm7", "ur3e"):
        robot = load_robot(name)
        mechanism = robot.mechanism
        T_base_links = link_poses(mechanism, robot.ready)
        T_base_flange = T_base_links[-1] @ mechanism.T_last_flange
        for body in schematic_of(mechanism, robot.ready).bodies[-4:]:
            T = np.linalg.inv(T_base_flange) @ T_base_links[body.link] @ body.T_link_body
            if body.link >= mechanism.n - 1 and body.name != f"axis_{mechanism.n - 1}":
                assert mesh_of(body.solid.moved(T)).vertices[:, 2].max() < 1e-6


def test_any_arm_can_be_drawn_however_its_axes_lie() -> None:
    rng = np.random.default_rng(11)
    for case in range(60):
        n = int(rng.integers(1, 9))
        # Every third arm has only right angles, every fifth has no lengths.
        alpha = rng.uniform(-np.pi, np.pi, n) if case % 3 else rng.choice([0, np.pi / 2, np.pi], n)
        a, d = (rng.choice([0, 0, 100, 350], n) * (case % 5 != 0) for _ in range(2))
        arm = Mechanism.from_modified_dh(
            alpha=alpha, a=a, d=d, theta0=np.zeros(n), kinds="".join(rng.choice(["R", "R", "P"], n))
        )
        drawn = schematic_of(arm, np.zeros(n))
        assert {body.link for body in drawn.bodies} == set(range(n + 1))
        assert all(volume(body.solid, 1.0) > 0 for body in drawn.bodies)
