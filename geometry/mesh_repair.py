"""From triangles as files give them to a closed mesh that looks outward: a ladder of repairs.

Each step that changes something is reported in words. What is still open at the end is not made
up: the mesh is then a surface, not a solid, and whoever asked is told.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.kernel import united_shells
from geometry.mesh import Integers, Mesh
from geometry.mesh_crossing import crossed_faces
from geometry.poses import Array, read_only

# Corners within this part of the size are one: single precision of STL and PLY.
_SAME_CORNER = 1e-6
# The second, bolder try.
_NEARLY_SAME = 1e-4
# A hole with more edges than this, or one that is bent more than this part of its width, is left.
_LARGEST_HOLE = 64
_FLATNESS = 0.05


class RepairLadder:
    """The state of a repair: vertices, triangles, and what was done."""

    def __init__(self, vertices: Array, triangles: Integers) -> None:
        self.vertices, self.triangles = vertices, triangles
        self.steps: list[str] = []
        self.warnings: list[str] = []

    def run(self) -> Mesh | None:
        """The closed mesh, or None where there is none to be had; steps and warnings tell why."""
        self._drop_numberless()
        self._weld(_SAME_CORNER)
        self._drop_useless()
        if self._open_edges():
            self._weld(_NEARLY_SAME)
            self._drop_useless()
        if not len(self.triangles):
            self.warnings.append("no triangle of the mesh has an area")
            return None
        self._turn_alike()
        self._fill_holes()
        return self._closed()

    def surface(self) -> Mesh:
        """The triangles as far as they were repaired."""
        triangles = np.ascontiguousarray(self.triangles)
        triangles.flags.writeable = False
        return Mesh(read_only(self.vertices), triangles)

    def _drop_numberless(self) -> None:
        good = np.all(np.isfinite(self.vertices), axis=1)
        valid = np.all((self.triangles >= 0) & (self.triangles < len(good)), axis=1)
        kept = self.triangles[valid]
        kept = kept[good[kept].all(axis=1)]
        if len(kept) < len(self.triangles):
            lost = len(self.triangles) - len(kept)
            self.steps.append(f"dropped {lost} triangles whose corners are missing or no numbers")
        self.triangles = kept
        self.vertices = np.where(good[:, None], self.vertices, 0.0)

    def _weld(self, part: float) -> None:
        used = np.unique(self.triangles)
        if not len(used):
            return
        size = float(np.ptp(self.vertices[used], axis=0).max())
        _, first, inverse = np.unique(
            _clusters(self.vertices[used], part * max(size, 1e-9)),
            return_index=True,
            return_inverse=True,
        )
        place = np.zeros(len(self.vertices), dtype=np.int64)
        place[used] = inverse.ravel()
        if len(first) < len(used):
            self.steps.append(f"joined {len(used) - len(first)} corners that lie together")
        self.vertices = self.vertices[used[first]]
        self.triangles = place[self.triangles]

    def _drop_useless(self) -> None:
        t = self.triangles
        distinct = (t[:, 0] != t[:, 1]) & (t[:, 1] != t[:, 2]) & (t[:, 2] != t[:, 0])
        t = t[distinct]
        _, first = np.unique(np.sort(t, axis=1), axis=0, return_index=True)
        kept = t[np.sort(first)]
        if len(kept) < len(self.triangles):
            lost = len(self.triangles) - len(kept)
            self.steps.append(f"dropped {lost} triangles that are doubled or have no area")
        self.triangles = kept

    def _open_edges(self) -> bool:
        edges = np.sort(_edges(self.triangles), axis=1)
        _, counts = np.unique(edges, axis=0, return_counts=True)
        return bool(np.any(counts == 1))

    def _turn_alike(self) -> None:
        """Turns triangles so that neighbours run along a common edge in opposite ways."""
        turned = _turned(self.triangles)
        if turned.any():
            most = min(int(turned.sum()), len(turned) - int(turned.sum()))
            self.steps.append(f"turned over {max(most, 1)} triangles that looked the other way")
            self.triangles = np.where(turned[:, None], self.triangles[:, ::-1], self.triangles)

    def _fill_holes(self) -> None:
        filled, area = 0, 0.0
        for loop in _loops(self.triangles):
            corners = self.vertices[loop]
            if len(loop) > _LARGEST_HOLE or not _is_flat(corners):
                self.warnings.append(f"a hole with {len(loop)} edges is too large or bent to fill")
                continue
            middle = len(self.vertices)
            self.vertices = np.vstack([self.vertices, corners.mean(axis=0)])
            lid = np.column_stack([np.roll(loop, -1), loop, np.full(len(loop), middle)])
            self.triangles = np.vstack([self.triangles, lid])
            filled += 1
            area += _area(self.vertices, lid)
        if filled:
            self.steps.append(f"filled {filled} holes with {area:.6g} mm2 of new surface")

    def _closed(self) -> Mesh | None:
        edges = np.sort(_edges(self.triangles), axis=1)
        _, counts = np.unique(edges, axis=0, return_counts=True)
        if np.any(counts != 2):
            bad = int(np.sum(counts != 2))
            self.warnings.append(f"{bad} edges do not have two triangles: the mesh is not closed")
            return None
        shells = shells_of(self.triangles)
        volumes = [_signed_volume(self.vertices, self.triangles[shell]) for shell in shells]
        largest = int(np.argmax(np.abs(volumes)))
        if volumes[largest] < 0.0:
            self.steps.append("turned the mesh inside out: it looked inward")
            self.triangles = self.triangles[:, ::-1]
            volumes = [-v for v in volumes]
        try:
            parts = [(self.vertices, self.triangles[shell]) for shell in shells]
            mesh, dropped = united_shells(parts, volumes)
        except GeometryError as error:
            self.warnings.append(str(error))
            return None
        if dropped:
            self.steps.append(f"united {len(shells)} shells, some of which overlap")
        crossed = crossed_faces(mesh)
        if crossed:
            self.warnings.append(f"the surface crosses itself, as {crossed} of its faces show")
            return None
        return mesh


def _clusters(points: Array, cell: float) -> Integers:
    """A number for each point, the same for points less than a quarter of a cell apart.

    Points so near are in one cell of at least one of four grids, each a quarter of a cell beside
    the other: each of the three axes can part them in one grid only.
    """
    label = np.arange(len(points))
    grids = [
        np.unique(
            np.floor((points - points.min(axis=0)) / cell + shift), axis=0, return_inverse=True
        )
        for shift in (0.0, 0.25, 0.5, 0.75)
    ]
    while True:
        before = label.copy()
        for cells, which in grids:
            least = np.full(len(cells), len(points))
            np.minimum.at(least, which.ravel(), label)
            label = least[which.ravel()]
        if np.array_equal(label, before):
            return label


def _edges(triangles: Integers) -> Integers:
    """The directed edges of triangles, (3 n, 2), those of each triangle n apart."""
    return np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])


def _neighbours(triangles: Integers) -> dict[int, list[tuple[int, bool]]]:
    """Of each triangle those with which it alone shares an edge, and whether both run alike."""
    edges = _edges(triangles)
    owner = np.tile(np.arange(len(triangles)), 3)
    by_edge: dict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    for (start, end), triangle in zip(edges.tolist(), owner.tolist(), strict=True):
        by_edge[min(start, end), max(start, end)].append((triangle, start < end))
    found: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for sides in by_edge.values():
        if len(sides) == 2:
            (one, way), (two, other) = sides
            found[one].append((two, way == other))
            found[two].append((one, way == other))
    return found


def _turned(triangles: Integers) -> NDArray[np.bool_]:
    """Which triangles to turn over so that all of a shell look the same way as most of it."""
    neighbours = _neighbours(triangles)
    turned = np.zeros(len(triangles), dtype=bool)
    seen = np.zeros(len(triangles), dtype=bool)
    for start in range(len(triangles)):
        if seen[start]:
            continue
        shell, pending = [start], [start]
        seen[start] = True
        while pending:
            here = pending.pop()
            fresh = [(t, alike) for t, alike in neighbours[here] if not seen[t]]
            for there, alike in fresh:
                seen[there] = True
                turned[there] = turned[here] ^ alike
            shell += [t for t, _ in fresh]
            pending += [t for t, _ in fresh]
        if 2 * turned[shell].sum() > len(shell):
            turned[shell] = ~turned[shell]
    return turned


def shells_of(triangles: Integers) -> list[Integers]:
    """The places of the triangles of each connected shell."""
    parent = np.arange(int(triangles.max()) + 1)
    while True:
        lowest = parent[triangles].min(axis=1)
        before = parent.copy()
        for corner in range(3):
            np.minimum.at(parent, triangles[:, corner], lowest)
        parent = parent[parent]
        if np.array_equal(parent, before):
            break
    shell = parent[triangles[:, 0]]
    return [np.flatnonzero(shell == name) for name in np.unique(shell)]


def _loops(triangles: Integers) -> list[Integers]:
    """The borders of holes, as corners in the direction of the triangles along them."""
    edges = _edges(triangles)
    _, inverse, counts = np.unique(
        np.sort(edges, axis=1), axis=0, return_inverse=True, return_counts=True
    )
    border = edges[counts[inverse.ravel()] == 1]
    following = dict(border.tolist())
    if len(following) < len(border):
        return []  # holes that meet at a corner: which belongs to which cannot be told
    loops = []
    while following:
        start, at = following.popitem()
        loop = [start]
        while at != start and at in following:
            loop.append(at)
            at = following.pop(at)
        if at == start and len(loop) >= 3:
            loops.append(np.array(loop))
    return loops


def _is_flat(corners: Array) -> bool:
    spread = np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)
    return len(corners) == 3 or bool(spread[2] <= _FLATNESS * spread[0])


def _area(vertices: Array, triangles: Integers) -> float:
    a, b, c = vertices[triangles].transpose(1, 0, 2)
    return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def _signed_volume(vertices: Array, triangles: Integers) -> float:
    a, b, c = (vertices - vertices.mean(axis=0))[triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0


def signed_volume(vertices: Array, triangles: Integers) -> float:
    """The volume that triangles enclose, mm3, below 0 where they look inward; of an open surface
    a number without meaning, and 0 where it is none."""
    valid = triangles[np.all((triangles >= 0) & (triangles < len(vertices)), axis=1)]
    valid = valid[np.all(np.isfinite(vertices[valid]), axis=(1, 2))]
    used, inverse = np.unique(valid, return_inverse=True)
    return _signed_volume(vertices[used], inverse.reshape(-1, 3)) if len(valid) else 0.0
