"""The search of a run finds the same distances as a search of each pair alone, asked for or not."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from kinematics import translation
from scenes import simulate
from scenes.checking.distances import over_stretch
from scenes.checking.distances.clearances import clearances
from scenes.checking.distances.known_distances import forget
from scenes.checking.distances.over_motion import accuracy
from scenes.checking.distances.over_stretch import Stretch, counted
from scenes.checking.motions.run_motions import situations
from scenes.world.cell import Body
from tests.depth import cases

pytestmark = pytest.mark.long

PROGRAM = """POINT OVER 500 0 {high} 0 90 0
POINT PICK 500 0 215 0 90 0
FEED PEG
OPENI 40
MOVE OVER
MOVES PICK
CLOSEI 30
HAND
MOVES OVER
DRIVE 1 {turn}
DRAW 0 {y} -20
DRIVE 3 {bend}
END"""
# Pairs that meet at the post where the peg is taken: they do not count.
MEANT = {("arm.G2", "PEG"), ("arm.G3", "PEG"), ("PEG", "POST")}


def around(pick_cell, seed, margin=5.0):
    """The cell of the peg with boxes, balls and a drilled plate about the motion."""
    rng = np.random.default_rng(seed)
    bodies = list(pick_cell.fixtures)
    for number in range(9):
        angle, far = rng.uniform(-1.2, 1.2), rng.uniform(640, 900)
        at = far * np.cos(angle), far * np.sin(angle), rng.uniform(80, 700)
        shapes = (
            Box((60, 80, 90)),
            Sphere(45),
            Box((160, 160, 30)) - Cylinder(50, 60),
        )
        bodies.append(Body(f"O{number}", shapes[number % 3], translation(*at), "#808080"))
    return replace(pick_cell, fixtures=tuple(bodies), margin=margin)


def text_of(rng):
    figures = rng.uniform((300, -25, -40, 1), (380, 25, 40, 9)).round(1)
    return PROGRAM.format(**dict(zip(("high", "turn", "y", "bend"), figures, strict=True)))


def alone(run):
    """The least distance of every pair over the run, mm, each searched by itself."""
    found = {}
    for situation, motions in situations(run):
        stretch = Stretch.of(situation, [motion.course for motion in motions])
        for pair in counted(situation):
            near = None if pair in MEANT else stretch.measured(pair)
            if near is not None:
                known = found.get(pair, np.inf)
                found[pair] = min(known, near.distance_mm)
    return found


def same_as_alone(found, least, margin):
    """Checks a list of nearest pairs against the least distances of all pairs."""
    listed = {(near.body_a, near.body_b): near for near in found.nearest}
    for pair, near in listed.items():
        assert near.distance_mm == pytest.approx(least[pair], abs=accuracy(least[pair]) + 1e-6)
        assert near.proven_mm <= least[pair] + 1e-6
    furthest = max((near.distance_mm for near in listed.values()), default=0.0)
    limit = max(furthest if len(listed) >= found.listed else np.inf, margin)
    for pair in least.keys() - listed.keys():
        assert least[pair] >= limit - accuracy(limit) - 1e-6
    assert len(listed) >= min(found.listed, len(least))


@pytest.mark.parametrize("seed", range(cases(4, 1)))
@pytest.mark.parametrize("listed", [0, 1, 5])
def test_the_list_holds_what_a_search_of_each_pair_alone_finds(pick_cell, seed, listed):
    cell = around(pick_cell, seed, margin=40.0)
    run = simulate(cell, text_of(np.random.default_rng(seed)))
    assert not run.problems, run.problems
    forget()
    same_as_alone(clearances(run, listed=listed), alone(run), cell.margin)


def test_after_edits_the_list_is_still_what_a_search_of_each_pair_alone_finds(pick_cell):
    cell = around(pick_cell, 7, margin=30.0)
    rng = np.random.default_rng(7)
    forget()
    for listed in (1, 5, 0, 1, 5)[: cases(5, 3)]:
        run = simulate(cell, text_of(rng))
        same_as_alone(clearances(run, listed=listed), alone(run), cell.margin)


def test_a_margin_is_kept_by_the_same_pairs_whether_or_not_the_nearest_are_listed(pick_cell):
    cell = around(pick_cell, 3, margin=60.0)
    run = simulate(cell, text_of(np.random.default_rng(3)))
    names = []
    for listed in (0, 1, 5):
        forget()
        below = clearances(run, listed=listed).below(cell.margin)
        names.append({(near.body_a, near.body_b) for near in below})
    assert names[0]
    assert names[0] == names[1] == names[2]


def test_fewer_distances_are_searched_where_fewer_are_listed(pick_cell, monkeypatch):
    searched = []
    for name in ("nearest_on", "measured_on"):
        search = getattr(over_stretch, name)

        def counted_search(track, chunks, *asked, search=search):
            searched.append(len(chunks))
            return search(track, chunks, *asked)

        monkeypatch.setattr(over_stretch, name, counted_search)
    run = simulate(around(pick_cell, 5, margin=0.0), text_of(np.random.default_rng(5)))
    counts = []
    for listed in (0, 1, 5):
        forget()
        searched.clear()
        clearances(run, listed=listed)
        counts.append(sum(searched))
    assert counts[0] == 0 < counts[1] < counts[2]


def test_an_unchanged_run_is_not_searched_again(pick_cell, monkeypatch):
    run = simulate(around(pick_cell, 6), text_of(np.random.default_rng(6)))
    forget()
    first = [near.distance_mm for near in clearances(run).nearest]
    monkeypatch.setattr(over_stretch.Stretch, "of", None)
    assert [near.distance_mm for near in clearances(run).nearest] == first
    assert [near.distance_mm for near in clearances(run, listed=1).nearest] == first[:1]
