"""The proof of curved motions, against dense samples of the motion itself and planted distances."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, Sphere, pack_bodies
from geometry.contact.configurations import first_hits
from kinematics import rotation_x, translation
from scenes import placements, simulate
from scenes.checking.certificates.certifying import certificates
from scenes.checking.collisions.proof import Standing
from scenes.checking.collisions.proving import forget, proven
from scenes.checking.motions.interference import moving_pairs
from scenes.world.cell import Body
from scenes.world.placement import bodies_of
from scenes.world.robot import LinkBody
from tests.depth import share

BALL, POST = 30.0, 20.0  # radii of a ball on the hand and of one that stands, mm
FINE = 2000  # samples of a motion: about a hundred for each of its pieces


def prove(run):
    return proven(run, lambda share, text: None, lambda: False)


def run_of(cell, steps):
    still = simulate(cell, "DELAY 1\nEND")
    at, found = 0.0, []
    for step in steps:
        found.append(replace(step, start_time=at))
        at += step.duration
    return replace(still, steps=tuple(found))


def with_ball(cell):
    """The arm with a ball on its hand and nothing else."""
    ball = LinkBody("BALL", 6, Sphere(BALL), translation(130, 40, 20), "#888")
    return replace(cell, robot=replace(cell.robot, bodies=(ball,), hand=None))


def centres(cell, motion, t):
    q = motion.at(t)
    names, T = placements(cell, q, np.zeros(len(q)))
    return T[:, names.index("arm.BALL"), :3, 3]


def planted(cell, motion, gap, rng):
    """The cell with a ball that the ball on the hand passes at a distance `gap`, mm, or below 0
    enters, at its nearest."""
    t = np.linspace(0.2, 0.8, 9) * motion.duration
    way = np.diff(centres(cell, motion, t[4] + np.array([-1e-5, 1e-5])), axis=0)[0]
    normal = np.cross(way, rng.normal(size=3))
    normal /= np.linalg.norm(normal)
    place = centres(cell, motion, t[4:5])[0] + (BALL + POST) * normal
    for _ in range(6):
        low, high = 0.0, motion.duration
        for _ in range(7):
            fine = np.linspace(low, high, 400)
            nearest = int(np.linalg.norm(centres(cell, motion, fine) - place, axis=1).argmin())
            low, high = fine[max(nearest - 1, 0)], fine[min(nearest + 1, 399)]
        centre = centres(cell, motion, np.array([0.5 * (low + high)]))[0]
        away = (place - centre) / np.linalg.norm(place - centre)
        place = centre + (BALL + POST + gap) * away
    post = Body("POST", Sphere(POST), translation(*place), "#fff")
    return replace(cell, fixtures=(post,)), 0.5 * (low + high)


@pytest.mark.parametrize("gap", share([3e-3, 1e-3, 0.05], 1))
def test_a_curved_motion_that_passes_a_body_closely_is_free_and_one_that_enters_it_is_not(
    cell_with, smooth_path, motion_along, step_of, rng, gap
):
    base = with_ball(cell_with())
    for _ in range(4):
        path = smooth_path(rng, np.radians([0, -90, 90, 0, 60, 0]))
        step = step_of(motion_along(path))
        near, time = planted(base, step.motion, gap, rng)
        run = run_of(near, [step])
        proof, contacts = prove(run)
        assert [s.standing for s in proof.segments] == [Standing.FREE], proof.gaps
        assert not contacts
        if gap < 0.02:
            found = certificates(run)
            assert found.is_accepted, found.problems
        entered, time = planted(base, step.motion, -gap, rng)
        proof, contacts = prove(run_of(entered, [step]))
        [segment] = proof.segments
        assert segment.standing is not Standing.FREE
        spans = [(c.time, c.time_end) for c in contacts] + [(g.start, g.end) for g in proof.gaps]
        assert any(start - 1e-6 <= time <= end + 1e-6 for start, end in spans)


def test_a_contact_begins_and_ends_where_the_surfaces_meet_and_is_deepest_between(
    cell_with, smooth_path, motion_along, step_of, rng
):
    base = with_ball(cell_with())
    for _ in range(4):
        path = smooth_path(rng, np.radians([0, -90, 90, 0, 60, 0]))
        step = step_of(motion_along(path))
        cell, time = planted(base, step.motion, -5.0, rng)
        _, [contact] = prove(run_of(cell, [step]))
        place = cell.fixtures[0].T_world_body[:3, 3]
        ends = centres(cell, step.motion, np.array([contact.time, contact.time_end]))
        assert np.linalg.norm(ends - place, axis=1) == pytest.approx(BALL + POST, abs=0.1)
        assert contact.time < time < contact.time_end
        peak = centres(cell, step.motion, np.array([contact.peak_time]))[0]
        assert np.linalg.norm(peak - place) == pytest.approx(BALL + POST - 5.0, abs=0.02)


def test_never_free_where_dense_samples_of_a_curved_motion_find_contact(
    cell_with, smooth_path, motion_along, step_of
):
    rng = np.random.default_rng(5)
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
    cell = replace(cell_with(), fixtures=plates)
    start = np.radians([0, -90, 90, 0, 60, 0])
    steps = []
    for line in range(1, 61):
        path = smooth_path(rng, start + rng.uniform(-1, 1, 6), pieces=2)
        steps.append(step_of(motion_along(path), line=line))
    run = run_of(cell, steps)
    forget()
    proof, contacts = prove(run)
    free = [segment.standing is Standing.FREE for segment in proof.segments]
    assert 10 < sum(free) < 55
    state = run.start_state
    names, poses = placements(cell, state.q[None], [0.0], None, state.parts)
    known = bodies_of(cell, state.parts)
    fixed = {i: poses[0, i] for i, name in enumerate(names) if known[name].link is None}
    packed = pack_bodies([known[name].solid for name in names], fixed)
    index = {name: i for i, name in enumerate(names)}
    pairs = [(index[a], index[b]) for a, b in moving_pairs(cell, state)]
    for step, is_free in zip(run.steps, free, strict=True):
        t = np.linspace(0.0, step.duration, FINE + 1)
        _, T = placements(cell, step.motion.at(t), np.zeros(len(t)), None, state.parts)
        hits = first_hits(packed, T[:, packed.moving], pairs) >= 0
        assert not (is_free and hits.any())
        own = [c.time - step.start_time for c in contacts if c.line == step.line]
        if hits.any() and own:
            assert min(own) <= t[np.argmax(hits)] + 1e-9


def test_a_change_of_speed_needs_no_new_proof_and_moves_the_times(
    cell_with, smooth_path, motion_along, step_of, rng, monkeypatch
):
    from scenes.checking.collisions import motion_look

    base = with_ball(cell_with())
    path = smooth_path(rng, np.radians([0, -90, 90, 0, 60, 0]))
    fast, slow = (step_of(motion_along(path, speed)) for speed in (1.0, 0.2))
    cell, _ = planted(base, fast.motion, -5.0, rng)
    _, [before] = prove(run_of(cell, [fast]))
    monkeypatch.setattr(motion_look, "sweep_track", None)
    _, [after] = prove(run_of(cell, [slow]))
    assert after.time > 1.5 * before.time
    for name in ("time", "time_end", "peak_time"):
        q, r = fast.motion.at(getattr(before, name)), slow.motion.at(getattr(after, name))
        assert q == pytest.approx(r, abs=1e-9)
    assert after.volume_mm3 == before.volume_mm3
