"""A grip that is pulled by d moves its face by d in the body and leaves the face across in place.

The second method is geometry's: the level function and the mesh of the primitive in the built
solid, whose pose comes from geometry's own mirrors and patterns.
"""

from pathlib import Path

import numpy as np
import pytest

from app.desktop.modelling.steps.pattern_grips import pattern_grips
from app.desktop.modelling.steps.shape_grips import OF_KIND, shape_grips
from app.desktop.modelling.steps.step_edits import shape_at
from app.desktop.modelling.steps.step_places import (
    copied_map,
    copies_of,
    levels_to,
    moved_pose,
    outer_map,
    right_handed,
    shape_map,
    with_shape,
)
from geometry import mesh_of
from geometry.solids.primitives.primitive import Leaf
from scenes.files.cells.includes import Includes
from scenes.files.file_poses import pose_of
from scenes.files.solids.shape_schema import ShapeIn
from scenes.files.text.documents import Faults, parse_document
from tests.depth import cases

KINDS = {
    "box": {"box": [40, 60, 25]},
    "cylinder": {"cylinder": {"d": 30, "h": 50}},
    "capsule": {"capsule": {"d": 30, "h": 50}},
    "cone": {"cone": {"d1": 40, "d2": 18, "h": 50}},
    "sphere": {"sphere": {"d": 44}},
    "torus": {"torus": {"d": 80, "tube": 20}},
    "prism": {"prism": {"points": [[0, 0], [60, 5], [50, 45], [-5, 40]], "h": 30}},
    "revolve": {"revolve": {"points": [[10, 0], [30, 0], [30, 20], [12, 30]]}},
    "half_space": {"half_space": {"normal": [1, 2, -2], "offset": 30}},
    "hull": {"hull": {"points": [[0, 0, 0], [60, 2, 3], [4, 60, 5], [6, 7, 60], [40, 42, 44]]}},
}
ROOM = {"box": [400, 400, 400]}
SEEDS = range(cases(6, 3))


def placing(random, with_copies=True) -> dict:
    """A random pose, and often a mirror and a repetition."""
    found = {
        "at": random.uniform(-90, 90, 3).tolist(),
        "rpy": random.uniform(-180, 180, 3).tolist(),
    }
    if with_copies and random.random() < 0.7:
        normal, both = random.normal(size=3).tolist(), bool(random.random() < 0.5)
        found["mirror"] = {"normal": normal, "offset": float(random.uniform(-20, 20)), "both": both}
    if with_copies and random.random() < 0.7:
        if random.random() < 0.5:
            step = {"step": random.uniform(-50, 50, 3).tolist()}
        else:
            turn = float(random.choice([360, 120, -200]))
            about, axis = random.uniform(-30, 30, 3).tolist(), random.normal(size=3).tolist()
            step = {"turn": turn, "about": about, "axis": axis}
        found["repeat"] = {"n": int(random.integers(2, 5)), **step}
    return found


def nested(random, shape):
    """A shape in two groups with random placings; its levels in a random copy."""
    inner = {**shape, **placing(random, with_copies="half_space" not in shape)}
    room = {"add": ROOM}
    operation = "common" if "half_space" in shape else "add"
    steps = [room, {operation: inner}] if "half_space" in shape else [{operation: inner}]
    for _ in range(2):
        steps = [{"add": {"group": steps, **placing(random)}}]
    path = (0, "add", "group", 0, "add", "group", int("half_space" in shape))
    levels = levels_to(steps, path)
    copies = [int(random.integers(copies_of(level.shape))) for level in levels]
    return steps, path, levels_to(steps, path, copies), copies


def built(steps):
    """The solid of steps, as the loader builds it."""
    faults = Faults(parse_document(Path("a.yaml"), "{}\n", "file"))
    made = Includes(faults, {}, (Path("a.yaml"),)).builder()
    given = ShapeIn.model_validate({"group": steps}).group
    solid = made.counted_solid(given, ())
    faults.raise_if_any()
    return solid.solid


def replaced(steps, owner, shape):
    """The steps with another value of the shape at a place."""
    if not owner:
        return shape
    here, *rest = owner
    if isinstance(steps, list):
        return [replaced(s, rest, shape) if i == here else s for i, s in enumerate(steps)]
    return {key: replaced(v, rest, shape) if key == here else v for key, v in steps.items()}


def leaf_of(steps, levels, copies):
    """The primitive of the chosen copy in the built solid, with its pose in the body."""
    each = 2 if "half_space" in levels[-1].shape else 1  # the room comes before each half-space
    inner, index = copies_of(levels[-1].shape) + each - 1, copies[-1] + each - 1
    for level, copy in zip(levels[-2::-1], copies[-2::-1], strict=True):
        index += copy * inner
        inner *= copies_of(level.shape)
    leaves = [(leaf, T) for leaf, T in built(steps).leaves_in(np.eye(4)) if isinstance(leaf, Leaf)]
    assert len(leaves) == inner
    return leaves[index]


def level_at(found, point) -> float:
    """The level of the primitive at a point of the body: 0 on its surface."""
    leaf, T = found
    return float(leaf.level((np.linalg.inv(T) @ [*point, 1.0])[None, :3])[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_pulled_grip_takes_its_face_along_and_leaves_the_face_across(kind, seed) -> None:
    random = np.random.default_rng([seed, list(KINDS).index(kind)])
    steps, _, levels, copies = nested(random, KINDS[kind])
    A, owner, pull = shape_map(levels), levels[-1].owner, float(random.uniform(-4, 7))
    grips = shape_grips(levels[-1].shape)
    across = {grip.key[:-1] + "-+"[grip.key[-1] == "-"]: grip for grip in grips}
    for grip in grips:
        point, way = A[:3, :3] @ grip.point + A[:3, 3], A[:3, :3] @ grip.way
        assert level_at(leaf_of(steps, levels, copies), point) == pytest.approx(0.0, abs=1e-6)
        changed = grip.change(pull, False)
        found = leaf_of(replaced(steps, owner, changed), with_shape(levels, owner, changed), copies)
        assert level_at(found, point + pull * way) == pytest.approx(0.0, abs=1e-5)
        if kind != "cone":  # the rim of a cone slides in its end face
            assert abs(level_at(found, point)) > 1e-3
        assert grip.read(changed) - grip.read(levels[-1].shape) == pytest.approx(
            grip.gain * pull, abs=1e-5
        )
        if grip.has_face_across:
            other = across[grip.key]
            still = A[:3, :3] @ other.point + A[:3, 3]
            assert level_at(found, still) == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize("kind", ["box", "cylinder", "capsule", "cone", "prism"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_mesh_grows_by_the_pull_on_one_side_only_or_with_shift_on_both(kind, seed) -> None:
    random = np.random.default_rng([seed, 7])
    steps, _, levels, copies = nested(random, KINDS[kind])
    A, owner = shape_map(levels), levels[-1].owner

    def ends(found, way):
        leaf, T = found
        along = (mesh_of(leaf).vertices @ T[:3, :3].T + T[:3, 3]) @ way
        return np.array([along.min(), along.max()])

    for grip in shape_grips(levels[-1].shape):
        if not grip.has_face_across:
            continue
        way = A[:3, :3] @ grip.way
        before = ends(leaf_of(steps, levels, copies), way)
        for both, moves in ((False, (0.0, 5.0)), (True, (-5.0, 5.0))):
            changed = grip.change(5.0, both)
            now = with_shape(levels, owner, changed)
            after = ends(leaf_of(replaced(steps, owner, changed), now, copies), way)
            assert after - before == pytest.approx(moves, abs=2e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_motion_of_the_shown_copy_is_that_motion_in_the_built_solid(seed) -> None:
    random = np.random.default_rng([seed, 8])
    steps, _, levels, copies = nested(random, KINDS["box"])
    motion = pose_of(random.uniform(-30, 30, 3), random.uniform(-90, 90, 3))
    before = leaf_of(steps, levels, copies)
    changed = shape_at(levels[-1].shape, moved_pose(levels, motion))
    now = with_shape(levels, levels[-1].owner, changed)
    after = leaf_of(replaced(steps, levels[-1].owner, changed), now, copies)
    corners = [mesh_of(leaf).vertices @ T[:3, :3].T + T[:3, 3] for leaf, T in (before, after)]
    wanted = corners[0] @ motion[:3, :3].T + motion[:3, 3]
    gaps = np.linalg.norm(wanted[:, None] - corners[1][None], axis=2)
    assert gaps.min(axis=1).max() < 1e-4  # the corners may be numbered otherwise


@pytest.mark.parametrize("seed", range(cases(12, 6)))
def test_a_pull_at_the_pitch_moves_the_second_copy_by_it(seed) -> None:
    random = np.random.default_rng([seed, 9])
    shape = {"box": [10, 12, 14], **placing(random, with_copies=False)}
    step = random.uniform(-50, 50, 3).tolist()
    shape["repeat"] = {"n": int(random.integers(2, 6)), "step": step}
    grips = {grip.key: grip for grip in pattern_grips(shape)}
    pitch, count = grips["repeat.step"], grips["repeat.n"]
    before, after = (
        [shape_map(levels_to([{"add": s}], (0,), (1,)))[:3, 3]]
        for s in (shape, pitch.change(8.0, False))
    )
    assert before[0] == pytest.approx(pitch.point)
    assert after[0] - before[0] == pytest.approx(8.0 * pitch.way, abs=1e-5)
    length = float(np.linalg.norm(step))
    assert count.change(2.2 * length, False)["repeat"] == {
        **shape["repeat"],
        "n": shape["repeat"]["n"] + 2,
    }
    assert count.change(-99 * length, False)["repeat"]["n"] == 1


@pytest.mark.parametrize("turn", [120.0, -200.0, 75.0])
def test_a_pull_at_the_turn_moves_the_last_copy_along_its_circle(turn) -> None:
    shape = {"box": [10, 12, 14], "at": [80, 0, 5]}
    shape["repeat"] = {"n": 4, "turn": turn, "about": [5, 0, 0]}
    grip = next(g for g in pattern_grips(shape) if g.key == "repeat.turn")
    places = [
        shape_map(levels_to([{"add": s}], (0,), (3,)))[:3, 3] - [5, 0, 0]
        for s in (shape, grip.change(6.0, False))
    ]
    assert places[0] + [5, 0, 0] == pytest.approx(grip.point)
    angles = [np.arctan2(place[1], place[0]) for place in places]
    moved = (angles[1] - angles[0] + np.pi) % (2 * np.pi) - np.pi
    assert 75.0 * moved * np.sign(turn) == pytest.approx(6.0, abs=1e-4)  # arc = radius x angle
    assert float((places[1] - places[0]) @ grip.way) > 5.9


def test_more_copies_on_part_of_a_circle_keep_their_distance_and_all_round_they_share_it() -> None:
    shape = {"box": [4, 4, 4], "at": [50, 0, 0], "repeat": {"n": 3, "turn": 60}}
    count = next(g for g in pattern_grips(shape) if g.key == "repeat.n")
    arc = 50.0 * np.radians(30.0)
    assert count.change(arc, False)["repeat"] == {"n": 4, "turn": 90}
    assert count.change(1000 * arc, False)["repeat"]["turn"] < 360.0
    whole = {**shape, "repeat": {"n": 6, "turn": 360}}
    count = next(g for g in pattern_grips(whole) if g.key == "repeat.n")
    assert count.change(2 * 50.0 * np.radians(60.0), False)["repeat"] == {"n": 8, "turn": 360}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_grip_of_the_mirror_moves_the_image_twice_as_far(seed) -> None:
    random = np.random.default_rng([seed, 10])
    normal = random.normal(size=3).tolist()
    shape = {"box": [10, 12, 14], **placing(random, with_copies=False)}
    shape["mirror"] = {"normal": normal, "offset": 12.0}
    (grip,) = pattern_grips(shape)
    before, after = (
        leaf_of([{"add": s}], levels_to([{"add": s}], (0,)), [0])
        for s in (shape, grip.change(5.0, False))
    )
    assert after[1][:3, 3] - before[1][:3, 3] == pytest.approx(10.0 * grip.way, abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_frame_of_handles_is_right_handed_also_in_a_mirror_image(seed) -> None:
    _, _, levels, _ = nested(np.random.default_rng([seed, 11]), KINDS["box"])
    T = right_handed(shape_map(levels))
    assert np.linalg.det(T[:3, :3]) == pytest.approx(1.0)
    assert T[:3, :3] @ T[:3, :3].T == pytest.approx(np.eye(3), abs=1e-9)
    assert copied_map(levels).shape == outer_map(levels).shape == (4, 4)


def test_no_pull_makes_a_shape_that_the_file_refuses() -> None:
    for shape in KINDS.values():
        if "prism" in shape or "revolve" in shape or "hull" in shape:
            continue  # their corners may be pulled onto each other: the loader says so
        for grip in shape_grips(shape):
            for both in (False, True):
                ShapeIn.model_validate(grip.change(-500.0, both))
                if "half_space" not in shape:
                    built([{"add": grip.change(-500.0, both)}])


def test_a_typed_number_becomes_the_number_exactly() -> None:
    for shape in KINDS.values():
        for grip in shape_grips(shape):
            wanted = grip.read(shape) + 3.25
            for both in (False, True):
                changed = grip.change(grip.pull_for(shape, wanted, both), both)
                assert grip.read(changed) == pytest.approx(wanted, abs=1e-6)


def test_every_kind_with_numbers_has_grips() -> None:
    assert set(OF_KIND) == set(KINDS)
    assert {len(shape_grips(shape)) for shape in KINDS.values()} >= {6}
    assert shape_grips({"group": []}) == shape_grips({"use": "a"}) == []


def test_a_scaled_mesh_keeps_the_face_across() -> None:
    shape = {
        "mesh": {"file": "a.stl", "scale": [2.0, 1.0, 1.0]},
        "at": [1, 2, 3],
        "rpy": [0, 0, 90],
    }
    bounds = np.array([-10.0, 0.0, 0.0]), np.array([30.0, 8.0, 5.0])
    low, high = (
        next(g for g in shape_grips(shape, bounds) if g.key == f"mesh.scale.0{s}") for s in "-+"
    )
    changed = high.change(20.0, False)
    ratio = changed["mesh"]["scale"][0] / 2.0
    assert ratio == pytest.approx(1.5)
    world = [shape_map(levels_to([{"add": s}], (0,))) for s in (shape, changed)]
    ends = [
        (A @ [x, 0, 0, 1])[:3]
        for A, k in zip(world, (1.0, ratio), strict=True)
        for x in (-10 * k, 30 * k)
    ]
    assert ends[2] == pytest.approx(ends[0], abs=1e-5)
    assert ends[3] - ends[1] == pytest.approx(20.0 * world[0][:3, 0], abs=1e-5)
    assert low.read(shape) == 2.0
