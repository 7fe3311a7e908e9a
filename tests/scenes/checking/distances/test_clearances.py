"""The least distances of a run, checked by plain geometry, and the warnings below the margin."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, Cylinder, Mesh, check_pair, mesh_of, pair_clearance
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.tessellation.patterns import polytope
from scenes import analyse, placements, simulate
from scenes.checking.distances import known_distances as distances
from scenes.checking.distances import over_stretch as stretches
from scenes.checking.distances.clearances import clearances
from scenes.world.placement import bodies_of

DOWN = "POINT A 500 0 300 0 90 0\nMOVE A\nDRAW 0 0 -40\nDRAW 0 0 40\nEND"
TABLE = ("TABLE", Box((420, 1200, 200)), (410, 0, 100))


def sampled_least(run, a, b, every=1):
    """The least distance, mm, of two bodies at the samples of a run, by the pair check alone."""
    trajectory = run.trajectory()
    names, poses = placements(run.cell, trajectory.q, trajectory.openings)
    known = bodies_of(run.cell)
    i, j = names.index(a), names.index(b)
    return min(
        check_pair(known[a].solid, T[i], known[b].solid, T[j]).gap_mm for T in poses[::every]
    )


def test_the_clearance_of_fingers_and_table_is_the_height_that_the_program_leaves(cell_with):
    run = simulate(cell_with(TABLE), DOWN)
    least = clearances(run).least
    # With the tool point at z = 260 mm the fingers end at 220 mm, 20 mm above the table.
    assert {least.body_a, least.body_b} <= {"arm.G2", "arm.G3", "TABLE"}
    assert least.distance_mm == pytest.approx(20.0, abs=0.01)
    assert 19.8 < least.proven_mm <= least.distance_mm
    assert least.line in (3, 4)
    a, b = least.points
    assert np.linalg.norm(a - b) == pytest.approx(least.distance_mm)
    assert a[2] == pytest.approx(220.0, abs=0.01)
    assert b[2] == pytest.approx(200.0)


def test_the_proven_distance_holds_at_every_sample_for_every_pair(cell_with):
    fixtures = [
        TABLE,
        ("POLE", Cylinder(20, 900), (500, 400, 450)),
        ("BLOCK", Box((50, 60, 70)), (300, 500, 600)),
    ]
    run = simulate(cell_with(*fixtures), DOWN.replace("END", "DRIVE 1 30\nEND"))
    found = clearances(run).nearest
    assert [near.distance_mm for near in found] == sorted(near.distance_mm for near in found)
    for near in found:
        least = sampled_least(run, near.body_a, near.body_b, 3)
        assert near.proven_mm <= least + 1e-6
        assert near.distance_mm <= least + max(0.01, 0.005 * least)


def test_a_pair_below_the_margin_gets_a_warning_with_names_distance_time_and_line(cell_with):
    report = analyse(cell_with(TABLE, margin=25.0), DOWN)
    warnings = [p for p in report.problems if p.code == "W303"]
    assert {w.figures["body_a"] for w in warnings} == {"arm.G2", "arm.G3"}
    first = warnings[0]
    assert (first.severity, first.figures["body_b"]) == ("warning", "TABLE")
    assert first.figures["distance_mm"] == pytest.approx(20.0, abs=0.02)
    assert first.message.endswith("the cell asks for 25 mm")
    assert first.line in (3, 4)
    assert first.time is not None
    assert report.ok
    assert not [
        p for p in analyse(cell_with(TABLE, margin=19.0), DOWN).problems if p.code == "W303"
    ]


def test_a_pair_that_collides_gets_an_error_and_no_warning(cell_with):
    report = analyse(cell_with(TABLE, margin=5.0), DOWN.replace("-40", "-80"))
    codes = [p.code for p in report.problems]
    assert "E501" in codes
    assert not [
        p for p in report.problems if p.code == "W303" and p.figures["body_a"] in ("arm.G2",)
    ]


def test_a_gripped_part_is_not_listed_as_near_its_fingers_and_its_support(pick_cell):
    program = (
        "POINT PICK 500 0 215 0 90 0\nPOINT OVER 500 0 315 0 90 0\nFEED PEG\nOPENI 40\nMOVE OVER\n"
        "MOVES PICK\nCLOSEI 30\nHAND\nMOVES OVER\nEND"
    )
    report = analyse(replace(pick_cell, margin=1.0), program)
    assert not [p for p in report.problems if p.code == "W303"]
    pairs = {frozenset((n.body_a, n.body_b)) for n in report.clearances.nearest}
    assert frozenset(("PEG", "POST")) not in pairs
    assert frozenset(("arm.G2", "PEG")) not in pairs


def test_the_distance_from_a_hole_is_measured_and_the_hole_is_not_filled(cell_with):
    plate = Box((400, 400, 20)) - Cylinder(150, 60)
    cell = cell_with(("PLATE", plate, (500, 0, 250)))
    least = clearances(simulate(cell, DOWN)).least
    assert least.body_b == "PLATE"
    # The bar of the hand, 100 by 160 mm, ends 50 mm above the plate, with its corners over a hole
    # of 300 mm.
    assert least.distance_mm == pytest.approx(np.hypot(150 - np.hypot(50, 80), 50), abs=0.2)


def test_clearance_in_a_program_is_a_bound_over_the_whole_motion(cell_with):
    program = "POINT A 500 0 300 0 90 0\nMOVE A\nDRAW 0 0 -40\nC = CLEARANCE()\nEND"
    run = simulate(cell_with(TABLE), program)
    assert 19.8 < run.end_state.variables["C"] <= 20.0


def test_the_distance_proven_for_a_hole_holds_between_its_moments_too(cell_with):
    plate = Box((400, 400, 20)) - Cylinder(150, 60)
    run = simulate(cell_with(("PLATE", plate, (500, 0, 250))), DOWN)
    distances.forget()
    names, poses = placements(run.cell, run.trajectory().q[::4], run.trajectory().openings[::4])
    known = bodies_of(run.cell)
    for near in clearances(run).nearest:
        i, j = names.index(near.body_a), names.index(near.body_b)
        a, b = known[near.body_a].solid, known[near.body_b].solid
        least = min(pair_clearance(a, T[i], b, T[j], prove=False).distance_mm for T in poses)
        assert near.proven_mm <= least + 1e-6
        assert near.proven_mm >= 0.9 * near.distance_mm


def test_an_edit_measures_only_what_it_changes(cell_with, monkeypatch):
    measured = []
    true_nearest = stretches.nearest_on

    def counted(track, chunks, pairs, below=np.inf):
        measured.append(len(track.widths))
        return true_nearest(track, chunks, pairs, below)

    monkeypatch.setattr(stretches, "nearest_on", counted)
    pole = ("POLE", Cylinder(20, 900), (500, 400, 450))
    cell = cell_with(TABLE, pole)
    near = "POINT A 500 0 300 0 90 0\nMOVE A\nDRAW 0 0 -40\nDRAW 0 0 40\n"
    distances.forget()
    first = simulate(cell, near + "DRIVE 1 -20\nEND")
    before = clearances(first)
    assert measured
    measured.clear()
    again = clearances(simulate(cell, "DELAY 1\n" + near + "DRIVE 1 -20\nEND"))
    # The arm stands while it waits: one piece.
    assert sum(measured) <= 4
    told = [n.distance_mm for n in before.nearest]
    assert [n.distance_mm for n in again.nearest] == pytest.approx(told)
    assert again.least.time == pytest.approx(before.least.time + 1.0)


def test_after_an_edit_the_least_distances_are_those_of_a_fresh_search(cell_with):
    pole = ("POLE", Cylinder(20, 900), (500, 400, 450))
    cell = cell_with(TABLE, pole)
    text = "POINT A 500 0 {} 0 90 0\nMOVE A\nDRAW 0 {} -20\nDRIVE 1 {}\nDRIVE 3 4\nEND"
    rng = np.random.default_rng(8)
    distances.forget()
    for _ in range(6):
        z, y, turn = (round(x, 1) for x in rng.uniform((290, -60, -20), (380, 60, 20)))
        run = simulate(cell, text.format(z, y, turn))
        kept = {(n.body_a, n.body_b): n for n in clearances(run).nearest}
        distances.forget()
        fresh = {(n.body_a, n.body_b): n for n in clearances(run).nearest}
        for pair in kept.keys() & fresh.keys():
            room = max(0.011, 0.006 * fresh[pair].distance_mm)
            assert kept[pair].distance_mm == pytest.approx(fresh[pair].distance_mm, abs=room)
        assert len(kept.keys() & fresh.keys()) >= len(fresh) - 1


def test_an_open_surface_has_reasons_and_distances_of_its_own(cell_with):
    mesh = mesh_of(Box((200, 200, 200)), 0.1)
    kept = ~np.all(mesh.vertices[mesh.triangles][:, :, 2] > 99.9, axis=1)
    hull = polytope(mesh.vertices)
    tub = OpenMesh(hull.points, hull.planes, Mesh(mesh.vertices, mesh.triangles[kept]))
    report = analyse(cell_with(("TUB", tub, (500, 0, 140))), DOWN)
    assert report.collisions == ()
    reasons = {gap.reason for gap in report.proof.gaps if "TUB" in (gap.body_a, gap.body_b)}
    assert "the surface of TUB is open: what is beside it and what inside cannot be told apart" in (
        reasons
    )
    assert not [reason for reason in reasons if "given up" in reason]
    far = analyse(cell_with(("TUB", tub, (900, 400, 140))), DOWN).clearances.least
    assert far.of_hull == ("TUB",)
    assert str(far).endswith("mm, to the hull of TUB)")
