"""The repair of triangles from a file to a closed mesh that looks outward, in a ladder of steps.

Each step that changes something is reported in a sentence. A mesh that is still open at the end is
not closed by guesses: it is a surface and no solid, and the warnings say why.
"""

from collections.abc import Callable

import numpy as np

from geometry.errors import GeometryError
from geometry.mesh_files.self_crossing import crossed_faces
from geometry.meshes.mesh import Integers, Mesh
from geometry.meshes.topology import borders, edge_uses, separate_shells, turned_over, used_corners
from geometry.poses import Array, read_only
from geometry.tessellation.kernel import united_shells

OnProgress = Callable[[float, str], None]

# Share of the size within which corners are one: STL and PLY have single precision.
_SAME_CORNER = 1e-6
# The same share for a second try, which also joins corners that nearly meet.
_NEARLY_SAME = 1e-4
# Least size, mm, of a mesh whose corners are joined: all corners of a smaller one are one.
_LEAST_SIZE = 1e-9
# A hole with more edges than this, or bent by more than this share of its width, is not filled.
_LARGEST_HOLE = 64
_FLATNESS = 0.05


class RepairLadder:
    """The state of a repair: vertices (n, 3), mm, triangles (m, 3), and sentences about the steps
    taken and about what is still wrong."""

    def __init__(self, vertices: Array, triangles: Integers) -> None:
        self.vertices, self.triangles = vertices, triangles
        self.steps: list[str] = []
        self.warnings: list[str] = []

    def run(self, on_progress: OnProgress) -> Mesh | None:
        """The closed mesh, or None if the mesh cannot be closed; steps and warnings say why.

        on_progress: Called with the share of the work that is done and the name of the next step.
        """
        on_progress(0.1, "joining corners")
        self._drop_missing_corners()
        self._weld(_SAME_CORNER)
        self._drop_degenerate()
        if self._open_edges():
            on_progress(0.3, "joining corners that nearly meet")
            self._weld(_NEARLY_SAME)
            self._drop_degenerate()
        if not len(self.triangles):
            self.warnings.append("no triangle of the mesh has an area")
            return None
        on_progress(0.4, "turning triangles alike")
        self._turn_alike()
        self._fill_holes()
        on_progress(0.5, "making a solid")
        mesh = self._united()
        if mesh is None:
            return None
        on_progress(0.7, "looking for places where it crosses itself")
        crossed = crossed_faces(mesh)
        if crossed:
            self.warnings.append(f"the surface crosses itself, as {crossed} of its faces show")
            return None
        return mesh

    def surface(self) -> Mesh:
        """The triangles as the steps so far have left them."""
        triangles = np.ascontiguousarray(self.triangles)
        triangles.flags.writeable = False
        return Mesh(read_only(self.vertices), triangles)

    def _drop_missing_corners(self) -> None:
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
        used = used_corners(self.triangles)
        if not len(used):
            return
        size = float(np.ptp(self.vertices[used], axis=0).max())
        _, first, inverse = np.unique(
            _clusters(self.vertices[used], part * max(size, _LEAST_SIZE)),
            return_index=True,
            return_inverse=True,
        )
        place = np.zeros(len(self.vertices), dtype=np.int64)
        place[used] = inverse.ravel()
        if len(first) < len(used):
            self.steps.append(f"joined {len(used) - len(first)} corners that lie together")
        self.vertices = self.vertices[used[first]]
        self.triangles = place[self.triangles]

    def _drop_degenerate(self) -> None:
        t = self.triangles
        distinct = (t[:, 0] != t[:, 1]) & (t[:, 1] != t[:, 2]) & (t[:, 2] != t[:, 0])
        t = t[distinct]
        corners = np.sort(t, axis=1)
        order = np.lexsort(corners.T)
        is_new = np.any(np.diff(corners[order], axis=0, prepend=-1) != 0, axis=1)
        # The sort is stable, so that the first of equal triangles is kept.
        kept = t[np.sort(order[is_new])]
        if len(kept) < len(self.triangles):
            lost = len(self.triangles) - len(kept)
            self.steps.append(f"dropped {lost} triangles that are doubled or have no area")
        self.triangles = kept

    def _open_edges(self) -> bool:
        return bool(np.any(edge_uses(self.triangles)[1] == 1))

    def _turn_alike(self) -> None:
        """Turns triangles over so that neighbours run along their common edge in opposite
        directions."""
        turned = turned_over(self.triangles)
        if turned.any():
            most = min(int(turned.sum()), len(turned) - int(turned.sum()))
            self.steps.append(f"turned over {max(most, 1)} triangles that looked the other way")
            self.triangles = np.where(turned[:, None], self.triangles[:, ::-1], self.triangles)

    def _fill_holes(self) -> None:
        filled, area = 0, 0.0
        for loop in borders(self.triangles):
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
            holes = "1 hole" if filled == 1 else f"{filled} holes"
            self.steps.append(f"filled {holes} with {area:.6g} mm2 of new surface")

    def _united(self) -> Mesh | None:
        """The union of all shells as one mesh; None, with a warning, if a shell is not closed."""
        _, uses = edge_uses(self.triangles)
        if np.any(uses != 2):
            bad = int(np.sum(uses != 2))
            self.warnings.append(f"{bad} edges do not have two triangles: the mesh is not closed")
            return None
        shells = separate_shells(self.vertices, self.triangles)
        volumes = [_signed_volume(*shell) for shell in shells]
        largest = int(np.argmax(np.abs(volumes)))
        if volumes[largest] < 0.0:
            self.steps.append("turned the mesh inside out: it looked inward")
            self.triangles = self.triangles[:, ::-1]
            shells = [(corners, faces[:, ::-1]) for corners, faces in shells]
            volumes = [-v for v in volumes]
        try:
            mesh, dropped = united_shells(shells, volumes)
        except GeometryError as error:
            self.warnings.append(str(error))
            return None
        if dropped:
            self.steps.append(f"united {len(shells)} shells, some of which overlap")
        return mesh


def _clusters(points: Array, cell: float) -> Integers:
    """A number for each point (n, 3), the same for points less than a quarter of a cell apart.

    Such points share a cell in at least one of four grids, which are shifted by a quarter of a cell
    each: along each of the three axes a boundary can lie between them in one grid only.
    """
    label = np.arange(len(points))
    scaled = (points - points.min(axis=0)) / cell
    grids = [_cell_numbers(scaled + shift) for shift in (0.0, 0.25, 0.5, 0.75)]
    while True:
        before = label.copy()
        for which in grids:
            least = np.full(len(points), len(points))
            np.minimum.at(least, which, label)
            label = least[which]
        if np.array_equal(label, before):
            return label


def _cell_numbers(scaled: Array) -> Integers:
    """A number below n for each of n points, the same for points in one cell of size 1. No
    coordinate is above 2^20, so that the three indices of a cell fit into one 64-bit number."""
    x, y, z = np.floor(scaled).astype(np.int64).T
    _, which = np.unique((x << 42) + (y << 21) + z, return_inverse=True)
    return np.asarray(which).ravel()


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
    """The volume that triangles enclose, mm3, below 0 if they look inward. An open surface gives a
    number without meaning; triangles with missing or infinite corners are left out."""
    valid = triangles[np.all((triangles >= 0) & (triangles < len(vertices)), axis=1)]
    valid = valid[np.all(np.isfinite(vertices[valid]), axis=(1, 2))]
    used = used_corners(valid)
    place = np.zeros(len(vertices), dtype=np.int64)
    place[used] = np.arange(len(used))
    return _signed_volume(vertices[used], place[valid]) if len(valid) else 0.0
