"""Part texts in the manner of TIPS-1: the lines of the figure, round trips, places of faults."""

from pathlib import Path

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, Prism, Solid, Sphere, contains, volume
from scenes import SceneError, SceneFileError, load_cell
from scenes.files.tips.tips_reader import parts_of_text, read_tips
from scenes.files.tips.tips_writer import tips_text
from scenes.world.placement import bodies_of

# Two parts of figure 8, with the brackets that are missing in the print.
FIGURE_8 = """00010 #F -450, 1000, -1050, 800, 0, 1500,
00070 #P J ( ) -101, 101, -120, 120, 0, 250;
00080 #1/P, CUBE, /1, (-100, 100, -120, 120, 0, 20);
00090 #2/P, CUBE, /1, (-100, 100, -120, -80, 0, 150);
00100 #3/P, CUBE, /1, (-100, 100, 80, 120, 0, 150);
00110 #4/P, CIRCLE, /1, 100(0, 150)(-101, 101, -120, -80, 143, 251);
00120 #5/P, CIRCLE, /1, 100(0, 150)(-101, 101, 80, 120, 143, 251);
00130 #E
00140 #E
00390 #P DF ( ) -51, 102, -50, 50, -51, 51;
00400 #1/P, CIRCLE, /1, 50(0, 0)(-51, 51, -50, 50, -51, 51);
00410 #2/P, CIRCLE, /1, 50(0, 0)(0, 102, -51, 51, -51, 51);
00420 #E
00430 #E
"""


def same(a: Solid, b: Solid, T: np.ndarray | None = None) -> bool:
    """Whether two solids hold the same random points, apart from points near the surface."""
    T = np.eye(4) if T is None else T
    low, high = a.bounds()
    points = np.random.default_rng(5).uniform(low - 1, high + 1, (4000, 3))
    away = np.abs(a.level(points)) > 1e-6
    placed = points @ T[:3, :3].T + T[:3, 3]
    return bool(np.array_equal(contains(a, points)[away], contains(b, placed)[away]))


def test_the_parts_of_figure_8_are_read_as_the_figure_shows_them() -> None:
    fork, wrist = parts_of_text(FIGURE_8)
    assert (fork.name, wrist.name) == ("J", "DF")
    assert fork.box == (-101, 101, -120, 120, 0, 250)
    # The cheeks are round about y, 150 mm above the foot, and flat below.
    inside = [[0, -100, 249], [0, 100, 249], [99, 100, 150], [0, 0, 10]]
    assert contains(fork.solid, inside).all()
    assert not contains(fork.solid, [[80, 100, 249], [0, 0, 100], [0, 121, 150]]).any()
    # A cylinder about y and one about x, although all boxes are about 2 r wide.
    assert contains(wrist.solid, [[0, 49, 0], [49, 0, 0], [101, 0, 49], [35, 49, 35]]).all()
    assert not contains(wrist.solid, [[-40, 0, 40], [60, 40, 40], [36, 49, 40]]).any()


def test_the_shipped_cell_has_the_same_fork_as_the_text() -> None:
    fork, _ = parts_of_text(FIGURE_8)
    own = bodies_of(load_cell("kakazu1985"))["arm.J"].solid
    assert volume(fork.solid, 0.005) == pytest.approx(volume(own, 0.005), rel=1e-6)


def test_signs_and_numbers_make_segments() -> None:
    text = """#P A
#1/P, CUBE, /1, (0, 40, 0, 40, 0, 40);
#1/N, CIRCLE, /1, 5(20, 20)(10, 30, 10, 30, -1, 41);
#1/P, CUBE, /1, (0, 40, 0, 40, 0, 10);
#2/P, SPHERE, /1, 8(100, 0, 0);
#E
""".replace("#P A", "#P A ( ) 0, 108, -8, 40, -8, 40;")
    (part,) = parts_of_text(text)
    exact = 40 * 40 * 10 - np.pi * 25 * 10 + 4 / 3 * np.pi * 512
    assert volume(part.solid, 0.002) == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("cell", ["kakazu1985", "puma_bench", "drilling"])
def test_every_body_of_a_cell_comes_back_from_its_text(cell: str) -> None:
    for name, body in bodies_of(load_cell(cell)).items():
        try:
            text = tips_text([(name, body.solid, np.eye(4))])
        except SceneError as refused:
            assert "has no words" in str(refused)
            continue
        (back,) = parts_of_text(text)
        assert back.name == name
        assert same(body.solid, back.solid)


def test_turned_solids_and_all_trees_come_back(at=None) -> None:
    from scenes.files.file_poses import pose_of

    rng = np.random.default_rng(11)
    block, rod = Box((30, 20, 10)), Cylinder(4, 60)
    trees = [
        (block + Sphere(9)) - rod.moved(pose_of((3, 1, 0), (20, 40, 60))),
        block - (rod - Box((9, 9, 9))),
        block - (rod & Box((9, 9, 9)).moved(pose_of((0, 0, 3)))),
        (block & Sphere(12)) + Cone(6, 2, 12).moved(pose_of((40, 0, 0), (0, 90, 0))),
        Cylinder(10, 20.5) + Cylinder(10, 20).moved(pose_of((50, 50, 0), (0, 90, 0))),
        Cylinder(10, 22).moved(pose_of((5, 5, 5))),
    ]
    for tree in trees:
        T = pose_of(tuple(rng.uniform(-50, 50, 3)), tuple(rng.uniform(-180, 180, 3)))
        for pose in (np.eye(4), T):
            (back,) = parts_of_text(tips_text([("X", tree, pose)]))
            assert same(tree, back.solid, pose)


def test_a_solid_that_a_part_text_cannot_hold_is_refused_with_a_better_format() -> None:
    with pytest.raises(SceneError, match=r"prism has no words.*part\.yaml"):
        tips_text([("X", Prism(((0, 0), (9, 0), (0, 9)), 4), np.eye(4))])


def test_all_faults_are_reported_at_once_with_line_and_column() -> None:
    text = """#F 0, 1, 0, 1, 0,
#P A ( ) 0, 10, 0, 10, 0, 10;
#1/P, CUB, /1, (0, 10, 0, 10, 0, 10);
#1/N, CIRCLE, /1, 2(5, 5)(0, 10, 0, 10, 0, 12);
#2/N, CUBE, /1, (0, 10, 0, 10, 0, 10);
#3/P, CUBE, /1, (0, 10, 10, 0, 0, 10);
#4/P, CIRCLE, /1, 2(50, 50)(0, 10, 0, 10, 0, 10);
#5/P, CUBE, /1, (0, 10, 0, x, 0, 10);
#6/P, CIRCLE, /1, 4(5, 5)(0, 10, 0, 10, 0, 10);
#E
#P A ( ) 0, 10, 0, 10, 0, 10;
hello
#Q
"""
    with pytest.raises(SceneFileError) as caught:
        parts_of_text(text, "x.tips")
    told = [(p.line, p.column, p.message) for p in caught.value.problems]
    assert [(line, column) for line, column, _ in told] == [
        (1, 2),
        (3, 7),
        (5, 4),
        (6, 29),
        (7, 19),
        (8, 28),
        (9, 19),
        (12, 1),
        (13, 2),
        (13, 1),
    ]
    assert "did you mean CUBE" in told[1][2]
    assert "misses the circle" in told[4][2]
    assert "direction of the axis" in told[6][2]
    assert "not closed" in told[-1][2]


def test_mutated_texts_never_end_in_anything_but_parts_or_problems() -> None:
    rng = np.random.default_rng(17)
    letters = "#/P(),;019.-eCX \n"
    for _ in range(400):
        text = list(FIGURE_8)
        for _ in range(int(rng.integers(1, 5))):
            at = int(rng.integers(len(text)))
            text[at] = letters[int(rng.integers(len(letters)))] * int(rng.integers(0, 3))
        try:
            assert parts_of_text("".join(text))
        except SceneFileError as fault:
            assert all(p.line >= 1 and p.column >= 1 and p.message for p in fault.problems)


def test_a_cell_includes_a_part_text_as_a_body(tmp_path: Path) -> None:
    (tmp_path / "fork.tips").write_text(FIGURE_8)
    cell_file = tmp_path / "a.cell.yaml"
    cell_file.write_text(
        "cell: 1\ntitle: text\ninclude: {fork: fork.tips}\nrobots:\n  arm: {use: hokkaido1985}\n"
        "fixtures:\n  F:\n    at: [900, 0, 0]\n    solid:\n      - add: {use: fork}\n"
    )
    cell = load_cell(cell_file)
    fork, wrist = read_tips(tmp_path / "fork.tips")
    both = fork.solid + wrist.solid
    assert volume(bodies_of(cell)["F"].solid) == pytest.approx(volume(both))
    (tmp_path / "fork.tips").write_text(FIGURE_8.replace("CUBE", "CUBA", 1))
    with pytest.raises(SceneFileError, match=r"fork\.tips:3:13: CUBA is no shape"):
        load_cell(cell_file)
