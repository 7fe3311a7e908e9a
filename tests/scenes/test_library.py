"""The shipped robots, cells and programs agree with their sources."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from geometry import contains, mesh_of, overlap, volume
from kinematics import forward, link_poses
from language import parse
from scenes.errors import SceneError
from scenes.files.loader import robot_from_document
from scenes.files.text.documents import parse_document
from scenes.library import (
    cell_names,
    cell_path,
    load_cell,
    load_robot,
    program_names,
    program_path,
    robot_names,
    robot_path,
)
from scenes.world.frozen import Array
from scenes.world.robot import Robot

FIGURE_5 = """\
10 POINT READY 670 0 950 0 0 0
20 POINT LOC1 700 0 280 0 90 0
30 POINT LOC2 450 450 370 30 40 50
40 POINT LOC3 630 200 760 -30 -10 -10
50 READY
60 MOVE LOC1
70 MOVES LOC2
80 APPROS LOC3 30
90 DRAW -30 -40 -50
100 DRIVE 2 30
110 OPENI 50
120 CLOSEI 10
130 END
"""


def test_the_shipped_robots_cells_and_programs_have_their_names() -> None:
    assert len(robot_names()) == 38
    assert {"hokkaido1985", "puma560", "ur5e", "abb_irb120", "gantry_6axis"} < set(robot_names())
    assert {"kakazu1985", "drilling", "puma_bench", "ur_pick_place"} < set(cell_names())
    assert {"figure5", "into_table", "pick_place", "puma_pick"} < set(program_names())
    assert set(cell_names()) - {"kakazu1985", "drilling", "puma_bench"} < set(program_names()), (
        "a cell of the gallery opens with the program of its name"
    )


def test_a_path_finds_a_file_as_a_name_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.robot.yaml").write_bytes(robot_path("puma560").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert load_robot("mine.robot.yaml").title == load_robot("puma560").title
    assert load_robot(tmp_path / "mine.robot.yaml").name == "mine"


def test_the_program_of_figure_5_is_shipped_as_printed() -> None:
    assert program_path("figure5").read_text() == FIGURE_5


@pytest.mark.parametrize("name", ["figure5", "into_table", "pick_place", "puma_pick"])
def test_the_shipped_programs_have_no_diagnostics(name: str) -> None:
    assert not parse(program_path(name).read_text()).diagnostics


@pytest.mark.parametrize("name", robot_names())
def test_the_check_poses_of_a_robot_hold(name: str) -> None:
    robot = load_robot(name)
    assert len(robot.check_poses) == 3
    np.testing.assert_array_equal(robot.check_poses[0].q, robot.ready)
    for check in robot.check_poses:
        T = forward(robot.mechanism, check.q)
        np.testing.assert_allclose(T[:3, 3], check.T_base_flange[:3, 3], rtol=0, atol=1e-6)
        # The source has nine decimals.
        np.testing.assert_allclose(T[:3, :3], check.T_base_flange[:3, :3], rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", robot_names())
def test_every_shipped_arm_says_where_its_numbers_come_from(name: str) -> None:
    robot = load_robot(name)
    joints = robot.mechanism.joints
    assert robot.source
    assert robot.limits_source
    assert np.all(np.isfinite([(j.lower, j.upper, j.speed, j.jerk) for j in joints]))
    assert robot.rated.payload_kg is None or robot.rated.source


@pytest.mark.parametrize("name", robot_names())
def test_the_tool_of_every_shipped_arm_approaches_along_its_last_axis(name: str) -> None:
    robot = load_robot(name)
    if name == "textbook_leg":
        pytest.skip("a foot comes down along its sole's normal, square to the ankle's roll axis")
    T_base_link = link_poses(robot.mechanism, robot.ready)[-1]
    approach = (T_base_link @ robot.mechanism.T_last_flange @ robot.T_flange_tool)[:3, 2]
    assert abs(approach @ T_base_link[:3, 2]) == pytest.approx(1.0)


def test_the_tools_of_scara_arms_point_down() -> None:
    for name in ("adept_cobra600", "epson_gx4_a351"):
        robot = load_robot(name)
        T = forward(robot.mechanism, robot.ready) @ robot.T_flange_tool
        np.testing.assert_allclose(T[:3, 2], [0, 0, -1], atol=1e-12)


def test_the_links_of_the_1985_arm_are_450_500_450_170_long() -> None:
    arm = load_robot("hokkaido1985")
    T = link_poses(arm.mechanism, np.zeros(6))
    shoulder, elbow, wrist = T[2][:3, 3], T[3][:3, 3], T[5][:3, 3]
    tool = (T[6] @ arm.mechanism.T_last_flange @ arm.T_flange_tool)[:3, 3]
    np.testing.assert_allclose(shoulder, [0, 0, 450], atol=1e-9)
    np.testing.assert_allclose(elbow - shoulder, [500, 0, 0], atol=1e-9)
    np.testing.assert_allclose(wrist - elbow, [450, 0, 0], atol=1e-9)
    np.testing.assert_allclose(tool - wrist, [170, 0, 0], atol=1e-9)


def test_the_tool_of_the_1985_arm_points_along_x_of_its_hand() -> None:
    T_flange_tool = load_robot("hokkaido1985").T_flange_tool
    np.testing.assert_array_equal(T_flange_tool[:3, 2], [1, 0, 0])


def bounds_at_zero(robot: Robot, name: str) -> list[float]:
    """x0, x1, y0, y1, z0, z1 of a body in the base with all joints at zero, mm."""
    body = next(body for body in robot.bodies if body.name == name)
    T_base_body = link_poses(robot.mechanism, np.zeros(6))[body.link] @ body.T_link_body
    points = mesh_of(body.solid.moved(T_base_body)).vertices
    return np.column_stack([points.min(axis=0), points.max(axis=0)]).ravel().tolist()


FIGURE_8 = {  # the segments of the listing, in the base with the arm stretched along x
    "B": [-450, 170, -250, 250, 0, 300],
    "J": [-100, 100, -120, 120, 300, 550],
    "AR": [-70, 570, -70, 70, 380, 520],
    "BF": [430, 800, -70, 70, 380, 520],
    "CP": [800, 1020, -70, 70, 380, 520],
    "DF": [900, 1052, -39, 39, 400, 500],  # flattened between the cheeks of CP, see the file
    "G1": [1050, 1070, -80, 80, 400, 500],
}


@pytest.mark.parametrize("name", FIGURE_8)
def test_the_bodies_of_the_1985_arm_have_the_bounds_of_figure_8(name: str) -> None:
    bounds = bounds_at_zero(load_robot("hokkaido1985"), name)
    np.testing.assert_allclose(bounds, FIGURE_8[name], atol=1e-9)


def test_the_fingers_of_the_1985_arm_close_on_the_tool_point() -> None:
    hand = load_robot("hokkaido1985").hand
    assert hand is not None
    for finger, side in zip(hand.fingers, (-1, 1), strict=True):
        lo, hi = finger.solid.moved(finger.T_flange_finger).bounds()
        np.testing.assert_allclose([lo[0], hi[0]], [-50, 40])
        np.testing.assert_allclose(sorted([lo[1], hi[1]], key=abs), [0, 20 * side])


def test_the_table_and_the_conveyor_stand_as_in_figure_8() -> None:
    cell = load_cell("kakazu1985")
    bounds = {f.name: f.solid.moved(f.T_world_body).bounds() for f in cell.fixtures}
    np.testing.assert_allclose(bounds["TR1"], [[-200, -1050, 0], [200, -360, 200]])
    np.testing.assert_allclose(bounds["TR2"], [[200, -600, 0], [620, 600, 210]])


def placed(robot: Robot, q: Array, opening: float) -> dict[str, tuple]:
    T = link_poses(robot.mechanism, q)
    bodies = {b.name: (b.solid, T[b.link] @ b.T_link_body, b.link) for b in robot.bodies}
    for finger in robot.fingers:
        T_flange_finger = np.array(finger.T_flange_finger)
        T_flange_finger[:3, 3] += opening * finger.share * finger.direction
        T_base_finger = T[-1] @ robot.mechanism.T_last_flange @ T_flange_finger
        bodies[finger.name] = (finger.solid, T_base_finger, robot.mechanism.n)
    return bodies


@pytest.mark.parametrize("name", ["hokkaido1985", "puma560"])
def test_an_arm_in_easy_postures_overlaps_itself_only_where_its_file_allows(name: str) -> None:
    robot, rng = load_robot(name), np.random.default_rng(8)
    # A third of the range around ready avoids the postures in which any arm hits itself.
    half = (robot.mechanism.upper - robot.mechanism.lower) / 6
    found = set()
    for _ in range(12):
        q = np.clip(
            robot.ready + rng.uniform(-half, half), robot.mechanism.lower, robot.mechanism.upper
        )
        q[2] = robot.ready[2] + rng.uniform(-0.5, 0.5)
        bodies = placed(robot, q, rng.uniform(10, 100))
        for a, b in combinations(sorted(bodies), 2):
            shared = overlap(*bodies[a][:2], *bodies[b][:2])
            if shared is not None and shared.volume_mm3 > 1e-6:
                found.add((a, b))
    assert found <= robot.allowed


def test_the_workpiece_fits_between_the_fingers() -> None:
    part = load_cell("kakazu1985").parts[0]
    lo, hi = part.solid.bounds()
    assert hi[1] - lo[1] == part.grasp_opening == 30


def test_the_peg_stands_in_the_hole_of_its_rack_without_touching_it() -> None:
    bench = load_cell("puma_bench")
    rack = next(fixture for fixture in bench.fixtures if fixture.name == "feeder")
    peg = bench.parts_by_name["PEG"]
    assert overlap(rack.solid, rack.T_world_body, peg.solid, peg.T_world_feed) is None
    axis = np.linalg.inv(rack.T_world_body) @ peg.T_world_feed @ [0, 0, 15, 1]
    assert not contains(rack.solid, axis[None, :3])[0]


DH_ROWS = {
    "modified_dh": ("{name: a, a: 10, alpha: 90, d: 20, theta: 30}", "{name: b, a: 5}"),
    "standard_dh": (
        "{name: a, a: 5, alpha: 90, d: 20, theta: 30}",
        "{name: b, d: 7, kind: prismatic}",
    ),
    "links": ("{name: a, t: [5, 0, 20], alpha: 90, theta: 30}", "{name: b, t: [1, 2, 3]}"),
    "axes": (
        "{name: a, axis: [0, 0, 1], point: [0, 0, 0]}",
        "{name: b, axis: [0, 2, 0], point: [9, 0, 0]}",
    ),
}


@pytest.mark.parametrize("form", DH_ROWS)
def test_every_written_form_of_a_mechanism_is_read(form: str) -> None:
    rows = "".join(f"    - {row}\n" for row in DH_ROWS[form])
    text = f"robot: 1\ntitle: x\nsource: y\nready: [0, 0]\nmechanism:\n  {form}:\n{rows}"
    robot = robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))
    q = np.array([0.3, 0.5])
    np.testing.assert_allclose(
        forward(robot.mechanism, q), written_out(form, q), atol=1e-12, err_msg=form
    )


def written_out(form: str, q: Array) -> Array:
    """The same mechanisms as products of elementary poses."""
    c, s = np.cos, np.sin

    def rz(t: float) -> Array:
        return np.array([[c(t), -s(t), 0, 0], [s(t), c(t), 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])

    def ry(t: float) -> Array:
        return np.array([[c(t), 0, s(t), 0], [0, 1, 0, 0], [-s(t), 0, c(t), 0], [0, 0, 0, 1]])

    def at(x: float, y: float, z: float) -> Array:
        T = np.eye(4)
        T[:3, 3] = x, y, z
        return T

    rx90 = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
    theta = np.radians(30) + q[0]
    match form:
        case "modified_dh":
            return at(10, 0, 0) @ rx90 @ at(0, 0, 20) @ rz(theta) @ at(5, 0, 0) @ rz(q[1])
        case "standard_dh":
            return rz(theta) @ at(0, 0, 20) @ at(5, 0, 0) @ rx90 @ at(0, 0, 7 + q[1])
        case "links":
            return rz(theta) @ at(5, 0, 20) @ rx90 @ rz(q[1]) @ at(1, 2, 3)
        case _:
            return rz(q[0]) @ at(9, 0, 0) @ ry(q[1]) @ at(-9, 0, 0)


def test_solids_follow_their_steps_groups_and_repetitions() -> None:
    steps = (
        "[{add: {box: [10, 10, 10], repeat: {step: [20, 0, 0], n: 3}}}, "
        "{cut: {group: [{add: {box: [4, 4, 20]}}, {cut: {box: [2, 2, 30]}}]}}, "
        "{common: {box: [30, 30, 5], at: [10, 0, 0]}}]"
    )
    text = (
        "robot: 1\ntitle: x\nsource: y\nready: [0]\nmechanism: {links: [{name: a, t: [0, 0, 0]}]}\n"
        f"bodies: [{{name: b, link: 0, solid: {steps}}}]\n"
    )
    robot = robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))
    # Two of three cubes lie within x = -5 to 25 mm, 5 mm high; a frame of 4x4 without 2x2 is cut
    # from one of them.
    assert volume(robot.bodies[0].solid) == pytest.approx(2 * 10 * 10 * 5 - (16 - 4) * 5)


@pytest.mark.parametrize("find", [robot_path, program_path, cell_path])
def test_a_shipped_file_asked_for_with_its_suffix_is_told_its_name(find, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = {robot_path: "ur5e", program_path: "figure5", cell_path: "drilling"}[find]
    shipped = find(name)
    with pytest.raises(SceneError, match=f"is called {name}, without"):
        find(shipped.name)
    (tmp_path / shipped.name).write_bytes(shipped.read_bytes())
    assert find(shipped.name) == Path(shipped.name)
