"""Connected triangles are those that a plain walk over the triangles finds."""

import networkx
import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, mesh_of
from geometry.meshes.topology import (
    borders,
    components,
    edge_uses,
    edges_of,
    separate_shells,
    shells_of,
    turned_over,
    used_corners,
)

RNG = np.random.default_rng(1010)


def some_meshes():
    for solid in (Box((30, 20, 10)), Cylinder(8, 30) - Cylinder(5, 40), Sphere(9)):
        yield mesh_of(solid, 0.2).triangles.copy()


def many_shells():
    parts = list(some_meshes()) * 3
    starts = np.cumsum([0, *(part.max() + 1 for part in parts[:-1])])
    return np.vstack([part + start for part, start in zip(parts, starts, strict=True)])


def reference_turned(triangles):
    """The triangles to turn over, by a plain walk from triangle to triangle."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(triangles)))
    by_edge = {}
    for place, corners in enumerate(triangles.tolist()):
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            by_edge.setdefault(frozenset((start, end)), []).append((place, start < end))
    for sides in by_edge.values():
        if len(sides) == 2:
            (one, way), (two, other) = sides
            graph.add_edge(one, two, alike=way == other)
    turned = np.zeros(len(triangles), dtype=bool)
    for shell in networkx.connected_components(graph):
        for one, two in networkx.bfs_edges(graph, min(shell)):
            turned[two] = turned[one] ^ graph[one][two]["alike"]
        members = np.array(sorted(shell))
        if 2 * turned[members].sum() > len(members):
            turned[members] = ~turned[members]
    return turned


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.5, 0.9, 1.0])
def test_triangles_to_turn_are_those_that_a_walk_over_their_edges_finds(share):
    triangles = many_shells()
    for _ in range(4):
        over = RNG.random(len(triangles)) < share
        mixed = np.where(over[:, None], triangles[:, ::-1], triangles)
        mixed = mixed[RNG.permutation(len(mixed))]
        assert np.array_equal(turned_over(mixed), reference_turned(mixed))


def test_triangles_with_holes_between_them_are_turned_the_same_way():
    triangles = many_shells()
    for _ in range(10):
        kept = triangles[RNG.random(len(triangles)) < 0.7]
        over = RNG.random(len(kept)) < 0.4
        mixed = np.where(over[:, None], kept[:, ::-1], kept)
        assert np.array_equal(turned_over(mixed), reference_turned(mixed))


def test_a_strip_with_half_a_twist_is_left_as_it_is():
    count = 9
    rows = [(2 * i, 2 * i + 1, 2 * i + 2) for i in range(count)]
    rows += [(2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(count)]
    strip = np.array(rows)
    strip[strip >= 2 * count] = 1 - (strip[strip >= 2 * count] - 2 * count)
    assert not turned_over(strip).any()


def test_components_are_those_of_a_graph_of_any_shape():
    for count in (1, 2, 50, 400):
        for links in (0, count // 3, count, 3 * count):
            pairs = RNG.integers(0, count, (links, 2))
            graph = networkx.Graph()
            graph.add_nodes_from(range(count))
            graph.add_edges_from(pairs.tolist())
            expected = np.empty(count, dtype=int)
            for part in networkx.connected_components(graph):
                expected[list(part)] = min(part)
            assert np.array_equal(components(count, pairs), expected)


def test_a_long_chain_in_any_order_is_one_component():
    for order in (np.arange(5000), np.arange(5000)[::-1], RNG.permutation(5000)):
        pairs = np.column_stack([order[:-1], order[1:]])
        assert not components(5000, pairs).any()


def test_shells_hold_every_triangle_once_and_share_no_corner():
    triangles = many_shells()[RNG.permutation(len(many_shells()))]
    shells = shells_of(triangles)
    assert sorted(np.concatenate(shells).tolist()) == list(range(len(triangles)))
    corners = [set(triangles[shell].ravel().tolist()) for shell in shells]
    assert len(corners) == 9
    assert sum(map(len, corners)) == len(set().union(*corners))


def test_separate_shells_have_the_places_of_their_triangles():
    triangles = many_shells()
    vertices = RNG.normal(size=(triangles.max() + 5, 3))
    found = np.vstack([v[t] for v, t in separate_shells(vertices, triangles)])
    assert all(len(used_corners(t)) == len(v) for v, t in separate_shells(vertices, triangles))
    expected = vertices[triangles]
    assert np.array_equal(found[np.lexsort(found[:, 0].T)], expected[np.lexsort(expected[:, 0].T)])


def test_edges_of_a_closed_mesh_have_two_triangles_and_no_border():
    for triangles in some_meshes():
        number, uses = edge_uses(triangles)
        assert np.all(uses == 2)
        sides = np.sort(edges_of(triangles), axis=1)
        assert len(np.unique(sides, axis=0)) == len(uses) == number.max() + 1
        assert borders(triangles) == []


def test_the_border_of_a_missing_triangle_runs_round_it():
    triangles = next(some_meshes())
    (loop,) = borders(triangles[1:])
    assert set(loop.tolist()) == set(triangles[0].tolist())
