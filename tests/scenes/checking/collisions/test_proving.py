"""The proof of a run: never free where finer sampling finds contact, and gaps are named."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from geometry import Box, Cylinder, pack_bodies
from geometry.contact.configurations import first_hits
from geometry.contact.pairs import colliding_pairs
from kinematics import link_poses, rotation_x, translation
from kinematics.motion.motion import Motion
from kinematics.motion.trajectory import Trajectory
from scenes import analyse, placements, simulate
from scenes.analysis import analyse_run
from scenes.checking.collisions import motion_look
from scenes.checking.collisions.proof import Standing
from scenes.checking.collisions.proving import proven
from scenes.checking.collisions.sweeping import sweep_track
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.interference import moving_pairs
from scenes.checking.motions.linked_bodies import parts_that_can_meet
from scenes.checking.motions.pieces import Pieces
from scenes.checking.motions.track import Chunk, Track
from scenes.world.cell import Body
from scenes.world.placement import bodies_of
from scenes.world.robot import LinkBody


def prove(run):
    return proven(run, lambda share, text: None, lambda: False)


def with_blade(cell):
    """The arm with a blade 1 mm thick on its hand, across the motion of joint 1."""
    robot = cell.robot
    blade = LinkBody("BLADE", 6, Box((90, 1, 40)), translation(130, 0, 0), "#888")
    return replace(cell, robot=replace(robot, bodies=(blade,), hand=None))


def all_samples_hit(run):
    """The pairs that meet at a sample of the run: the check by samples alone."""
    trajectory = run.trajectory()
    state = run.start_state
    names, poses = placements(run.cell, trajectory.q, trajectory.openings, None, state.parts)
    known = bodies_of(run.cell, state.parts)
    index = {name: i for i, name in enumerate(names)}
    pairs = [(index[a], index[b]) for a, b in moving_pairs(run.cell, state)]
    return colliding_pairs([known[name].solid for name in names], poses, pairs)


def test_a_thin_plate_that_every_sample_misses_is_hit(cell_with):
    plate = ("PLATE", Box((300, 0.5, 600)), (0, 0, 0))
    found = None
    for y in np.linspace(200.0, 215.0, 12):
        cell = with_blade(cell_with(plate))
        T = translation(1000.0, y, 450.0)
        cell = replace(cell, fixtures=(Body("PLATE", plate[1], T, "#fff"),))
        run = simulate(cell, "DRIVE 2 90\nDRIVE 3 -90\nDRIVE 5 -60\nDRIVE 1 40\nEND", period=0.02)
        if not all_samples_hit(run):
            found = run
            break
    assert found is not None
    report = analyse_run(found)
    [hit] = report.collisions
    assert (hit.body_a, hit.body_b, hit.line) == ("arm.BLADE", "PLATE", 4)
    assert hit.volume_mm3 > 1.0
    assert report.proof.segments[-1].standing is Standing.CONTACT
    before = colliding_at(found, hit.time - 2e-4)
    after = colliding_at(found, hit.time + 2e-4)
    assert (before, after) == (0, 1)
    assert "E501" in {problem.code for problem in report.problems}


def colliding_at(run, time):
    state = run.state_at(time)
    names, poses = placements(run.cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_of(run.cell, state.parts)
    solids = [known[name].solid for name in names]
    return len(colliding_pairs(solids, poses, [(0, 1)]))


def random_run(cell, rng, count, swing_deg, start):
    """A run of `count` motions through random joint values, each with several samples."""
    still = simulate(cell, "DELAY 1\nEND")
    step, steps, q, at = still.moving_steps[0], [], start, 0.0
    for line in range(1, count + 1):
        knots = q + np.cumsum(np.radians(rng.uniform(-swing_deg, swing_deg, (5, 6))), axis=0)
        way = Trajectory(np.linspace(0, 0.2, 6), np.vstack([q, knots]))
        before = replace(step.before, q=q)
        motion = Motion.read(way)
        steps.append(
            replace(step, motion=motion, period=0.04, before=before, line=line, start_time=at)
        )
        at += way.duration
        q = start + np.radians(rng.uniform(-60, 60, 6))
    return replace(still, steps=tuple(steps))


def fine_samples(step, degrees):
    q = step.trajectory.q
    rows = [q[:1]]
    for a, b in pairwise(q):
        count = int(np.ceil(np.degrees(np.abs(b - a).max()) / degrees)) + 1
        rows.append(a + np.linspace(0, 1, count)[1:, None] * (b - a))
    return np.concatenate(rows)


def test_never_free_where_sampling_at_a_fiftieth_of_a_degree_finds_contact(cell_with):
    rng = np.random.default_rng(5)
    cell = cell_with()
    plates = tuple(
        Body(
            f"PLATE{i}",
            Box((*rng.uniform(100, 300, 2), 0.5)),
            translation(*rng.uniform((300, -900, 100), (900, 900, 1300)))
            @ rotation_x(rng.uniform(0, 3)),
            "#fff",
        )
        for i in range(15)
    )
    cell = replace(cell, fixtures=plates)
    run = random_run(cell, rng, 200, 4.0, np.radians([0, -90, 90, 0, 60, 0]))
    proof, _ = prove(run)
    assert len(proof.segments) == 200
    free = [s.standing is Standing.FREE for s in proof.segments]
    assert 20 < sum(free) < 190
    state = run.start_state
    names, poses = placements(cell, state.q[None], [0.0], None, state.parts)
    known = bodies_of(cell, state.parts)
    fixed = {i: poses[0, i] for i, name in enumerate(names) if known[name].link is None}
    packed = pack_bodies([known[name].solid for name in names], fixed)
    index = {name: i for i, name in enumerate(names)}
    pairs = [(index[a], index[b]) for a, b in moving_pairs(cell, state)]
    for step, is_free in zip(run.steps, free, strict=True):
        if is_free:
            q = fine_samples(step, 0.02)
            _, T = placements(cell, q, np.zeros(len(q)), None, state.parts)
            assert not (first_hits(packed, T[:, packed.moving], pairs) >= 0).any()


def test_no_point_of_a_body_moves_farther_than_its_bound(paper_cell):
    rng = np.random.default_rng(6)
    robot = paper_cell.robot
    for _ in range(20):
        q = rng.uniform(-2, 2, 6) + np.cumsum(rng.uniform(-0.2, 0.2, (2, 6)), axis=0)
        arm = ArmMotion(robot, Pieces.even(q, np.array([0.0, 40.0])))
        share = np.linspace(0, 1, 60)[:, None]
        rows = q[0] + share * (q[1] - q[0])
        poses = arm.poses(rows, 40.0 * share[:, 0])
        links = robot.T_world_base @ link_poses(robot.mechanism, rows)
        for body, solid in enumerate(arm.solids):
            lo, hi = solid.bounds()
            points = rng.uniform(lo, hi, (30, 3))
            world = points @ np.swapaxes(poses[:, body, :3, :3], 1, 2) + poses[:, body, None, :3, 3]
            for link in range(arm.links[body] + 1):
                T = np.linalg.inv(links[:, link])
                seen = world @ np.swapaxes(T[:, :3, :3], 1, 2) + T[:, None, :3, 3]
                path = np.linalg.norm(np.diff(seen, axis=0), axis=2).sum(axis=0)
                assert path.max() <= arm.ways[0, body, link] + 1e-9


def test_a_run_in_free_space_is_proven_segment_by_segment(cell_with, figure_5):
    report = analyse(cell_with(("FAR", Box((10, 10, 10)), (3000, 0, 0))), figure_5)
    assert report.proof.is_free
    assert [s.line for s in report.proof.segments] == [s.line for s in report.run.moving_steps]
    assert (
        str(report.proof)
        == f"proven free: {len(report.proof.segments)} of "
        + str(len(report.proof.segments))
        + " motion segments"
    )


PICKED = (
    "POINT PICK 500 0 215 0 90 0\nPOINT OVER 500 0 315 0 90 0\nFEED PEG\nOPENI 40\nMOVE OVER\n"
    "MOVES PICK\nCLOSEI 30\nHAND\n"
)


def test_a_part_that_is_gripped_lifted_off_its_post_and_set_down_is_free(pick_cell):
    report = analyse(pick_cell, PICKED + "MOVES OVER\nMOVES PICK\nRELEAS\nOPENI 40\nEND")
    assert report.collisions == ()
    assert report.proof.is_free


def test_a_part_that_is_let_go_while_the_arm_leaves_it_is_free(pick_cell):
    """The fingers touch the part at the start, and open by another law than the arm moves."""
    report = analyse(pick_cell, PICKED + "MOVES OVER\nMOVES PICK\nRELEAS\nOPEN 40\nMOVE OVER\nEND")
    last = report.run.moving_steps[-1]
    assert last.opening_end > last.opening_start
    assert report.proof.is_free, report.proof.gaps


def test_a_part_pressed_into_its_post_is_not_proven_free(pick_cell):
    report = analyse(pick_cell, PICKED + "DRAW 0 0 -0.05\nEND")
    [pressed] = [c for c in report.collisions if c.body_a == "PEG"]
    assert (pressed.body_b, pressed.line) == ("POST", 9)


def test_a_part_that_slides_on_its_support_only_touches_it(pick_cell):
    """The motion is straight: only its samples, read linearly, dip into the support."""
    report = analyse(pick_cell, PICKED + "DRAW 4 3 0\nEND")
    assert report.collisions == ()
    assert report.proof.is_free


def test_a_part_that_slides_a_hair_into_its_support_gives_few_gaps_all_of_this_pair(pick_cell):
    report = analyse(pick_cell, PICKED + "DRAW 4 3 -0.0001\nEND")
    gaps = report.proof.segments[-1].gaps
    assert 1 <= len(gaps) <= 3
    assert {(gap.body_a, gap.body_b, gap.line) for gap in gaps} == {("PEG", "POST", 9)}


def test_a_carried_part_is_swept_with_the_hand_and_hit_at_the_exact_time(cell_with, cube):
    post = ("POST", Box((20, 20, 160)), (500, 0, 120))
    wall = ("WALL", Box((20, 20, 6)), (500, 90, 270))
    cell = cell_with(post, wall, parts=[cube("PEG", (500, 0, 215))])
    program = (
        "POINT PICK 500 0 215 0 90 0\nPOINT OVER 500 0 315 0 90 0\nFEED PEG\nOPENI 40\nMOVE OVER\n"
        "MOVES PICK\nCLOSEI 30\nHAND\nMOVES OVER\nDRAW 0 0 -45\nDRAW 0 90 0\nEND"
    )
    report = analyse(cell, program)
    hit = next(c for c in report.collisions if c.body_a == "PEG")
    held = report.run.state_at(hit.time).held
    assert held is not None
    state = report.run.state_at(hit.time)
    names, poses = placements(cell, state.q[None], [state.opening], held, state.parts)
    peg = poses[0, names.index("PEG"), :3, 3]
    # The peg reaches 15 mm from its middle and meets the wall, which begins at y = 80 mm.
    assert peg[1] + 15.0 == pytest.approx(80.0, abs=0.02)


def test_two_arms_in_common_time_meet_when_fine_samples_show_contact(cell_with):
    cell = cell_with()
    left = cell.robot
    right = replace(left, name="other", T_world_base=translation(0, 1500, 0))
    times = np.linspace(0.0, 1.0, 81)
    rest = np.radians([0, 0, 0, 0, 0, 0])
    turn = np.radians([90.0, 0, 0, 0, 0, 0])
    arms = tuple(
        ArmMotion(robot, Pieces.even(rest + times[:, None] * side * turn, np.zeros(81)))
        for robot, side in ((left, 1.0), (right, -1.0))
    )
    solids = [dict(zip(arm.names, arm.solids, strict=True)) for arm in arms]
    bodies = {name: (s, None, name) for own in solids for name, s in own.items()}
    pairs = [(a, b) for a in arms[0].names for b in arms[1].names]
    chunks = [Chunk(k, k + 16) for k in range(0, 80, 16)]
    found = sweep_track(Track(arms, (), bodies), chunks, pairs)
    first = min(item.start / 80.0 for item in found if item.is_contact)
    fine = np.linspace(0, 1, 4001)
    q = rest + fine[:, None] * turn
    poses = np.concatenate(
        [arms[0].poses(q, np.zeros(4001)), arms[1].poses(-q, np.zeros(4001))], axis=1
    )
    packed = pack_bodies([solid for own in solids for solid in own.values()])
    index = {name: i for i, name in enumerate(bodies)}
    hits = first_hits(packed, poses, [(index[a], index[b]) for a, b in pairs]) >= 0
    assert hits.any()
    assert first == pytest.approx(fine[np.argmax(hits)], abs=3e-4)
    assert first <= fine[np.argmax(hits)] + 1e-5


def test_an_unchanged_statement_is_not_proven_again(cell_with, monkeypatch):
    table = ("TABLE", Box((420, 1200, 200)), (410, 0, 100))
    cell = cell_with(table)
    swept = []
    true_sweep = sweep_track

    def counted(track, chunks, pairs):
        swept.extend(course.motion for course in track.courses)
        return true_sweep(track, chunks, pairs)

    monkeypatch.setattr(motion_look, "sweep_track", counted)
    first = simulate(cell, "DRIVE 1 20\nDRIVE 2 5\nDRIVE 3 7\nEND")
    prove(first)
    assert swept == [step.motion for step in first.moving_steps]
    swept.clear()
    edited = simulate(cell, "DRIVE 1 20\nDELAY 1\nDRIVE 2 5\nDRIVE 3 8\nEND")
    proof, _ = prove(edited)
    changed = [edited.moving_steps[1], edited.moving_steps[3]]
    assert swept == [step.motion for step in changed]
    assert [s.line for s in proof.segments] == [1, 2, 3, 4]
    assert proof.segments[2].start == edited.moving_steps[2].start_time


def test_an_eye_that_turns_in_its_fork_without_play_needs_no_proof_of_its_faces():
    fork = Box((100, 20, 40)).moved(translation(0, 0, 30)) + Box((100, 20, 40)).moved(
        translation(0, 0, -30)
    )
    eye = Cylinder(15, 20) + Box((40, 10, 10)).moved(translation(40, 0, 0))
    assert parts_that_can_meet(fork, eye, np.eye(4), np.eye(4)) == ()
    back = fork + Box((20, 20, 100)).moved(translation(-60, 0, 0))
    parts = parts_that_can_meet(back, eye, np.eye(4), np.eye(4))
    assert len(parts) == 1
    lo, hi = parts[0][0].bounds()
    assert (hi - lo) == pytest.approx((20, 20, 100))
    wide = Cylinder(15, 21)
    assert parts_that_can_meet(fork, wide, np.eye(4), np.eye(4)) == ((fork, wide),)


def test_a_stopped_proof_says_that_it_is_not_complete(cell_with, figure_5):
    run = simulate(cell_with(), figure_5)
    proof, _ = proven(run, lambda share, text: None, lambda: True)
    assert not proof.complete
    assert not proof.is_free
