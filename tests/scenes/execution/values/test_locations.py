"""Locations in runs: the laws of their products in every dialect, and the poses they lead to.

The test has its own reference: the matrices of each dialect's O, A, T in the axes in which it
multiplies, and the constant turn from the 1985 hand (it approaches along x) to a tool (along z).
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry import Box
from geometry.solids.tree import contains
from kinematics import rotation_x, rotation_y, rotation_z, translation, xyzoat_from_pose
from scenes import Run, simulate

DIALECTS = ("hokkaido", "val", "vplus")
NO_TURN = {"hokkaido": (0, 0, 0), "val": (90, -90, 0), "vplus": (0, 0, 0)}
BACK = {"hokkaido": "-50, 0, 0", "val": "0, 0, -50", "vplus": "0, 0, -50"}
HAND_TO_TOOL = {"hokkaido": rotation_y(np.pi / 2), "val": np.eye(4), "vplus": np.eye(4)}
ZEROS_TURN = "W214"

angle = st.one_of(st.sampled_from([0.0, 90.0, -90.0, 180.0, 60.0]), st.floats(-180, 180))
six_numbers = st.tuples(*[st.floats(-800, 800)] * 3, *[angle] * 3)


def place(numbers, dialect: str) -> np.ndarray:
    """The location (4, 4) of six numbers, in the axes in which the dialect multiplies."""
    o, a, t = np.radians(numbers[3:])
    if dialect == "hokkaido":
        turn = rotation_z(o) @ rotation_y(a) @ rotation_x(t)
    elif dialect == "val":
        turn = rotation_z(o - np.pi / 2) @ rotation_y(a + np.pi / 2) @ rotation_z(t)
    else:
        turn = rotation_z(o) @ rotation_y(a) @ rotation_z(t)
    return translation(*numbers[:3]) @ turn


def tool(numbers, dialect: str) -> np.ndarray:
    return place(numbers, dialect) @ HAND_TO_TOOL[dialect]


def listed(numbers) -> str:
    return ", ".join(f"{float(value):.17g}" for value in numbers)


def ran(cell, dialect: str, lines: str, **options: object) -> Run:
    run = simulate(cell, f";! language 2\n;! dialect {dialect}\n{lines}\nEND", **options)
    told = [d.message for d in run.diagnostics if d.code != ZEROS_TURN]
    assert not told and not run.problems, (told, run.problems)
    return run


def known(cell, dialect: str, lines: str) -> dict[str, np.ndarray]:
    return dict(ran(cell, dialect, lines).end_state.locations)


def near(actual: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(actual, expected, atol=1e-9)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(six_numbers)
@settings(max_examples=15, deadline=None)
def test_a_product_with_a_location_of_zeros_leaves_a_location_as_it_is(paper_cell, dialect, a):
    null = ", ".join(map(str, NO_TURN[dialect]))
    found = known(
        paper_cell,
        dialect,
        f"POINT A = {listed(a)}\nSET BEHIND = A:NULL\nSET BEFORE = NULL:A\n"
        f"SET SHORT = A:TRANS(0, 0, 0)\nSET BARE = A:TRANS()\nSET EMPTY = A:TRANS(,,,,,)\n"
        f"SET FULL = A:TRANS(0, 0, 0, {null})\nSET TWICE = INVERSE(INVERSE(A))",
    )
    for name in ("BEHIND", "BEFORE", "SHORT", "BARE", "EMPTY", "FULL"):
        np.testing.assert_array_equal(found[name], found["A"], err_msg=name)
    near(found["TWICE"], found["A"])
    near(found["A"], tool(a, dialect))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(six_numbers, six_numbers, six_numbers)
@settings(max_examples=15, deadline=None)
def test_locations_multiply_as_their_matrices(paper_cell, dialect, a, b, c):
    found = known(
        paper_cell,
        dialect,
        f"POINT A = {listed(a)}\nPOINT B = {listed(b)}\nPOINT C = {listed(c)}\n"
        f"SET AB = A:B\nSET LEFT = AB:C\nSET BC = B:C\nSET RIGHT = A:BC\nSET ALL = A:B:C\n"
        f"SET TRANSED = TRANS({listed(a)}):TRANS({listed(b)})\n"
        "SET ONE = INVERSE(A):A\nSET OTHER = A:INVERSE(A)\nSET NOTHING = NULL\n"
        "SET UNDONE = INVERSE(AB)\nSET PARTS = INVERSE(B):INVERSE(A)",
    )
    A, B, C = (place(numbers, dialect) for numbers in (a, b, c))
    near(found["AB"], A @ B @ HAND_TO_TOOL[dialect])
    near(found["TRANSED"], found["AB"])
    near(found["ALL"], A @ B @ C @ HAND_TO_TOOL[dialect])
    near(found["LEFT"], found["RIGHT"])
    near(found["ONE"], found["NOTHING"])
    near(found["OTHER"], found["NOTHING"])
    near(found["UNDONE"], found["PARTS"])


@pytest.mark.parametrize("dialect", DIALECTS)
@given(six_numbers)
@settings(max_examples=15, deadline=None)
def test_a_location_taken_apart_and_put_together_is_itself(paper_cell, dialect, a):
    run = ran(
        paper_cell,
        dialect,
        f"POINT A = {listed(a)}\nDECOMPOSE V[] = A\nDECOMPOSE N[] = NULL\n"
        "SET B = TRANS(V[1], V[2], V[3], V[4], V[5], V[6])\nSET C = NORMAL(A)\n"
        "SET S = SHIFT(A BY 1, 2, 3)\nX = DX(A:TRANS(3, 4))\nD = DISTANCE(A, A:TRANS(0, 3, 4))",
    )
    found, numbers = run.end_state.locations, run.end_state.variables
    near(found["B"], found["A"])
    near(found["C"], found["A"])
    near(found["S"], translation(1, 2, 3) @ found["A"])
    assert [numbers[f"N[{i}]"] for i in range(1, 7)] == [0, 0, 0, *NO_TURN[dialect]]
    assert numbers["X"] == pytest.approx((place(a, dialect) @ [3, 4, 0, 1])[0], abs=1e-9)
    assert numbers["D"] == pytest.approx(5)


def test_the_hand_at_o_a_t_0_60_0_keeps_its_angles(paper_cell):
    run = ran(paper_cell, "hokkaido", "POINT A 600 0 500 0 60 0\nDECOMPOSE V[] = A:TRANS(0, 0, 0)")
    assert [run.end_state.variables[f"V[{i}]"] for i in (4, 5, 6)] == pytest.approx([0, 60, 0])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_appro_goes_back_by_the_length_that_a_product_does(paper_cell, dialect):
    point = listed(xyzoat_from_pose(tool((600, 100, 500, 20, 60, 30), "hokkaido"), dialect))
    start = f"POINT A = {point}\nMOVE A\n"
    back = f"A:TRANS({BACK[dialect]})"
    for appro, product in (
        ("APPRO A, 50", f"MOVE {back}"),
        ("APPROS A, 50", f"MOVES {back}"),
        ("DEPARTS 50", f"MOVES HERE:TRANS({BACK[dialect]})"),
        ("DEPART 50", f"MOVE DEST:TRANS({BACK[dialect]})"),
    ):
        ends = [ran(paper_cell, dialect, start + motion).end_state.q for motion in (appro, product)]
        np.testing.assert_allclose(*ends, atol=1e-9)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_HERE_stores_the_pose_of_the_tool(paper_cell, oracle, dialect):
    lines = "DRIVE 1, 20\nDRIVE 2, 15\nDRIVE 4, 40\nHERE A\nHERE #P\nSET B = HERE\nSET D = DEST\n"
    lines += "SET K = #P:NULL\nCALL TAKE(A:NULL)\nEND\n.PROGRAM TAKE(L)\nSET G = L\n.END"
    run = simulate(paper_cell, f";! language 2\n;! dialect {dialect}\n{lines}\n")
    found = run.end_state.locations
    expected = oracle(run.end_state.q) @ rotation_y(np.pi / 2)
    assert not run.problems
    for name in ("A", "B", "D", "G", "K"):
        near(found[name], expected)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_tool_is_moved_and_turned_in_the_axes_of_products(paper_cell, oracle, dialect):
    """At A with TOOL T the flange has the pose that it has at A:INVERSE(T) without TOOL."""
    point = listed(xyzoat_from_pose(tool((600, 100, 500, 20, 60, 30), "hokkaido"), dialect))
    T = f"TRANS(10, 20, 30, {listed(np.add(NO_TURN[dialect], (5, 10, -5)))})"
    start = f"POINT A = {point}\nMOVE A\n"
    with_tool = ran(paper_cell, dialect, f"{start}TOOL {T}\nSET X = TOOL\nSET Y = {T}\nMOVES A")
    without = ran(paper_cell, dialect, f"{start}MOVES A:INVERSE({T})")
    near(oracle(with_tool.end_state.q), oracle(without.end_state.q))
    near(with_tool.end_state.locations["X"], with_tool.end_state.locations["Y"])
    undone = ran(paper_cell, dialect, f"TOOL {T}\nTOOL TRANS(0, 0, 0)\nSET X = TOOL")
    assert undone.end_state.tool is None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_FEED_and_BASE_take_a_location_as_a_frame_without_the_turn_of_the_tool(pick_cell, dialect):
    a = (500, 100, 315, 20, 30, 40)
    lines = f"POINT A = {listed(a)}\nFEED NUT AT A\nFEED NUT AT TRANS(1, 2, 3)\n"
    run = ran(pick_cell, dialect, lines + "BASE A\nSET B = BASE\nFEED NUT AT A:TRANS(1, 2, 3)")
    parts = run.end_state.parts
    near(parts["NUT"], place(a, dialect))
    near(parts["NUT.2"], translation(1, 2, 3))
    near(parts["NUT.3"], translation(1, 2, 3))
    near(run.end_state.base, place(a, dialect))
    near(run.end_state.locations["B"], run.end_state.locations["A"])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_location_in_a_frame_counts_from_its_corner_along_its_edges(paper_cell, dialect):
    lines = "POINT O 500 100 300 0 0 0\nPOINT X 500 200 300 0 0 0\nPOINT Y 400 100 300 0 0 0\n"
    lines += "SET F = FRAME(O, X, Y, O)\nPOINT P 10 20 30 40 50 60\nSET IN = F:P\nSET ALONE = F"
    found = known(paper_cell, dialect, lines)
    F = translation(500, 100, 300) @ rotation_z(np.pi / 2)
    near(found["IN"], F @ tool((10, 20, 30, 40, 50, 60), dialect))
    near(found["ALONE"], F @ HAND_TO_TOOL[dialect])


def test_a_called_file_reads_angles_in_its_own_dialect(paper_cell):
    """A location passed from one file to another remains the same pose of the tool."""
    giver = ";! language 2\n;! dialect vplus\n.PROGRAM GIVE\nPOINT A 600 0 500 0 150 0\n"
    giver += "SET B = A:TRANS(0, 0, -50)\n.END\n"
    text = "POINT C 600 0 500 0 60 0\nCALL GIVE\nSET D = C:TRANS(-50, 0, 0)\nSET E = A"
    found = ran(paper_cell, "hokkaido", text, others=[(giver, "give.val")]).end_state.locations
    near(found["A"], found["C"])
    near(found["B"], found["D"])
    near(found["E"], found["A"])


def test_a_named_piece_is_turned_by_the_angles_of_the_location_alone(cell_with, cube):
    rib = Box((40, 10, 10)).named("rib").moved(translation(0, 0, 20))
    cell = cell_with(parts=[replace(cube("PLATE", (0, 0, 0), (300, 300, 20)), solid=rib)])
    run = ran(cell, "hokkaido", "DEFORM PLATE.RIB BY TRANS(0, 0, 5, 90, 0, 0)")
    inside = contains(run.end_state.shapes["PLATE"], [[0, 19, 25], [0, -19, 25], [19, 0, 25]])
    assert inside.tolist() == [True, True, False]
