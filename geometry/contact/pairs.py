"""Which bodies share volume: one pair with its proof, or many pairs at all samples of a motion."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.arguments import checked_index_pairs, number_array
from geometry.certificates.verdict import Proof, Verdict, VerdictKind
from geometry.contact.contact_region import Contact, chord_band, contact_seen_from_a, has_mesh
from geometry.contact.cover import is_cover_exact, separations
from geometry.contact.mesh_distance import mesh_gap
from geometry.contact.open_surfaces import depth_in_closed, has_open
from geometry.errors import GeometryError
from geometry.exact.common_point import (
    INTERACTIVE_BUDGET,
    THOROUGH_BUDGET,
    common_level,
    common_point,
    is_near,
)
from geometry.poses import Array, checked_pose, placed, read_only, relative
from geometry.separation.batches import hit_rows
from geometry.separation.bounding_boxes import near_pairs
from geometry.separation.packed_bodies import packed_pair
from geometry.solids.tree import Solid, checked_solid, checked_solids
from geometry.tessellation.chords import CHORD, checked_chord
from geometry.tessellation.kernel import overlap_seen_from_a
from geometry.tolerances import TOUCH_TOLERANCE

# Decimals to which relative poses are rounded, so that equal ones are computed once: 1e-7 mm and
# 1e-10 rad are rounding of the kinematics and far below the touch tolerance.
_LENGTH_DIGITS = 7
_ANGLE_DIGITS = 10
# Most boxes of a search with imported meshes: they have no faces that would help, so the search is
# short, and then the meshes decide.
_MESH_BUDGET = 600


@dataclass(frozen=True, eq=False)
class PairHit:
    """Two bodies (indices a and b) that share volume at one sample.

    centroid: Of that volume, world frame, (3,), mm. width_mm: Its extent along its narrowest axis:
    the thickness of a film.
    """

    sample_index: int
    a: int
    b: int
    volume_mm3: float
    centroid: Array
    width_mm: float


def check_pair(
    solid_a: Solid,
    T_world_a: ArrayLike,
    solid_b: Solid,
    T_world_b: ArrayLike,
    chord: float = CHORD,
    *,
    interactive: bool = False,
) -> Verdict:
    """The verdict FREE, HIT or TOUCH on two placed solids, with a certificate if there is one.

    Exact primitives come first: separating directions between the covers, then a search for a
    common point. If the search ends its budget, the meshes decide within the chord band, and the
    verdict says so. With `interactive` the budget is small, and the verdict is then PENDING
    instead.

    The gap of the verdict is what its certificate proves, and no distance: that of bodies with cuts
    is often just the touch tolerance. `pair_clearance` gives the distance.

    T_world_a, T_world_b: Poses, (4, 4). chord: Chord tolerance of meshes, mm. GeometryError for
    wrong solids and poses.
    """
    checked_solid(solid_a, "solid_a"), checked_solid(solid_b, "solid_b"), checked_chord(chord)
    T_w_a, T_w_b = checked_pose(T_world_a, "T_world_a"), checked_pose(T_world_b, "T_world_b")
    T_a_b = relative(T_w_a, T_w_b)
    lie = separations(solid_a, solid_b, T_a_b)
    world = read_only(lie.directions @ T_w_a[:3, :3].T)
    if lie.gap > TOUCH_TOLERANCE:
        return Verdict(VerdictKind.FREE, Proof.SEPARATION, lie.gap, directions=world)
    touching = None
    if lie.gap >= -TOUCH_TOLERANCE and is_near(solid_a, solid_b, T_a_b, lie.point):
        at = placed(T_w_a, lie.point[None])[0]
        touching = _touching(Proof.SEPARATION, at, directions=world)
    if touching is not None and is_cover_exact(solid_a) and is_cover_exact(solid_b):
        return touching
    budget = INTERACTIVE_BUDGET if interactive else THOROUGH_BUDGET
    if has_mesh(solid_a, solid_b):
        budget = _MESH_BUDGET
    found = common_point(solid_a, solid_b, T_a_b, budget, hints=lie.points.reshape(-1, 3))
    if found.cover is None and (has_open(solid_a) or has_open(solid_b)):
        return _open_verdict(solid_a, T_w_a, solid_b, T_a_b, chord)
    if found.witness is not None:
        return _witnessed(solid_a, T_w_a, solid_b, T_a_b, found.witness)
    if found.near is not None:
        at = placed(T_w_a, found.near[None])[0]
        return _touching(Proof.COVER, at, cover=found.cover)
    if found.cover is not None:
        cover = read_only(found.cover)
        return Verdict(VerdictKind.FREE, Proof.COVER, TOUCH_TOLERANCE, cover=cover)
    if touching is not None:
        return touching
    if interactive and not has_mesh(solid_a, solid_b):
        return Verdict(VerdictKind.PENDING, Proof.NONE, 0.0)
    contact = contact_seen_from_a(solid_a, solid_b, T_a_b, chord, certified=True)
    if contact is not None and contact.witness is not None:
        return _witnessed(solid_a, T_w_a, solid_b, T_a_b, contact.witness)
    return _mesh_verdict(solid_a, solid_b, T_a_b, chord, contact)


def colliding_pairs(
    bodies: Sequence[Solid],
    poses: Array,
    pairs: ArrayLike,
    chord: float = CHORD,
    on_progress: Callable[[float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[PairHit]:
    """Every pair that shares volume at each sample, in the order of samples, then of pairs.

    bodies: k solids. poses: T_world_body, shape (m, k, 4, 4). pairs: Body indices, shape (p, 2).
    on_progress: Called with the fraction done, 0 to 1. stop: Called now and then; when it returns
    True, the hits found so far are returned, and more may exist. GeometryError for wrong shapes.

    A body wholly inside another is a hit. Bodies that rest on each other, and a peg in a hole of
    its own radius, are no hits: `contact_region` says what counts. Pairs whose bounds or covers are
    apart cost almost nothing, and a pair that keeps its relative pose is computed once.
    """
    poses, index_pairs = _checked_batch(bodies, poses, pairs)
    hits: list[PairHit] = []
    if len(index_pairs) and len(poses):
        near = near_pairs(bodies, poses, index_pairs, TOUCH_TOLERANCE)
        busy = [p for p in range(len(index_pairs)) if near[:, p].any()]
        share = 1.0 / max(1, len(busy))
        for done, p in enumerate(busy):
            report = _part_of(on_progress, done * share, share)
            a, b = (int(i) for i in index_pairs[p])
            rows = np.flatnonzero(near[:, p])
            hits.extend(_pair_hits(bodies, poses, (a, b), rows, chord, report, stop))
            if stop is not None and stop():
                break
    if on_progress is not None:
        on_progress(1.0)
    return sorted(hits, key=lambda hit: (hit.sample_index, hit.a, hit.b))


def _pair_hits(
    bodies: Sequence[Solid],
    poses: Array,
    pair: tuple[int, int],
    rows: NDArray[np.int64],
    chord: float,
    report: Callable[[float], None],
    stop: Callable[[], bool] | None,
) -> Iterator[PairHit]:
    """The hits of one pair at the given samples; each distinct relative pose is computed once."""
    a, b = pair
    T_a_b, which = _distinct(relative(poses[rows, a], poses[rows, b]))
    packed = packed_pair(bodies[a], bodies[b])
    meeting = hit_rows(packed, T_a_b[:, None], np.array([[0, 1]]), first=False)
    suspects = np.unique(meeting[:, 0])
    contacts: dict[int, Contact] = {}
    for done, unique in enumerate(suspects):
        if stop is not None and stop():
            break
        contact = _contact_at(bodies[a], bodies[b], T_a_b[unique].tobytes(), chord)
        if contact is not None:
            contacts[int(unique)] = contact
        report((done + 1) / len(suspects))
    for row, unique in zip(rows, which, strict=True):
        found = contacts.get(int(unique))
        if found is not None:
            T_w_a = poses[row, a]
            centroid = read_only(T_w_a[:3, :3] @ found.centroid + T_w_a[:3, 3])
            yield PairHit(int(row), a, b, found.volume_mm3, centroid, found.width_mm)


@lru_cache(maxsize=20_000)
def _contact_at(a: Solid, b: Solid, T_a_b: bytes, chord: float) -> Contact | None:
    """The contact at a relative pose (the bytes of a (4, 4) array), cached by content, so that an
    unchanged part of a run costs nothing."""
    return contact_seen_from_a(a, b, np.frombuffer(T_a_b).reshape(4, 4), chord)


def _distinct(T: Array) -> tuple[Array, NDArray[np.int64]]:
    """The distinct poses (k, 4, 4) among rounded poses (n, 4, 4), and the index of each pose among
    them, (n,)."""
    rounded = np.round(T, _ANGLE_DIGITS)
    rounded[:, :3, 3] = np.round(T[:, :3, 3], _LENGTH_DIGITS)
    rounded += 0.0  # turns -0.0 into 0.0, which has other bytes
    as_bytes = np.ascontiguousarray(rounded).reshape(len(T), -1).view(f"V{16 * 8}").ravel()
    _, first, which = np.unique(as_bytes, return_index=True, return_inverse=True)
    return rounded[first], which


def _touching(
    proof: Proof, at: Array, *, directions: Array | None = None, cover: Array | None = None
) -> Verdict:
    """The verdict TOUCH, within the touch tolerance, at a point (3,) in the world frame."""
    return Verdict(
        VerdictKind.TOUCH,
        proof,
        0.0,
        TOUCH_TOLERANCE,
        witness=read_only(at),
        directions=directions,
        cover=None if cover is None else read_only(cover),
    )


def _witnessed(a: Solid, T_w_a: Array, b: Solid, T_a_b: Array, point: Array) -> Verdict:
    """The verdict HIT by a point (3,) in the frame of a that lies in both solids."""
    depth = -float(common_level(a, b, T_a_b, point[None])[0])
    witness = read_only(T_w_a[:3, :3] @ point + T_w_a[:3, 3])
    return Verdict(VerdictKind.HIT, Proof.WITNESS, -depth, witness=witness)


def _open_verdict(a: Solid, T_w_a: Array, b: Solid, T_a_b: Array, chord: float) -> Verdict:
    """The verdict on an open surface and a body inside its hull: HIT if the body meets the surface,
    else TOUCH, however deep the body is in the hull, because no method can decide it."""
    contact = contact_seen_from_a(a, b, T_a_b, chord)
    if contact is None:
        shared = overlap_seen_from_a(a, b, T_a_b, chord)
        deep = TOUCH_TOLERANCE if shared is None else max(shared.thickness_mm, TOUCH_TOLERANCE)
        return Verdict(VerdictKind.TOUCH, Proof.MESH, 0.0, deep)
    if contact.witness is None:
        return Verdict(VerdictKind.HIT, Proof.MESH, 0.0, chord_band(a, b, chord))
    witness = read_only(T_w_a[:3, :3] @ contact.witness + T_w_a[:3, 3])
    depth = depth_in_closed(a, b, T_a_b, contact.witness)
    return Verdict(VerdictKind.HIT, Proof.WITNESS, -depth, witness=witness)


def _mesh_verdict(
    a: Solid, b: Solid, T_a_b: Array, chord: float, contact: Contact | None
) -> Verdict:
    band = chord_band(a, b, chord)
    if contact is not None:
        return Verdict(VerdictKind.HIT, Proof.MESH, 0.0, band)
    reach = max(band, TOUCH_TOLERANCE)
    gap = mesh_gap(a, b, T_a_b, 10.0 * reach, chord)
    if gap > reach:
        return Verdict(VerdictKind.FREE, Proof.MESH, gap - band, band)
    return Verdict(VerdictKind.TOUCH, Proof.MESH, 0.0, reach)


def _checked_batch(
    bodies: Sequence[Solid], poses: Array, pairs: ArrayLike
) -> tuple[Array, NDArray[np.int64]]:
    checked_solids(bodies, "bodies")
    batch = number_array(poses, "poses")
    if batch.ndim != 4 or batch.shape[1:] != (len(bodies), 4, 4):
        raise GeometryError(
            f"poses of {len(bodies)} bodies have the shape (m, {len(bodies)}, 4, 4), "
            f"not {batch.shape}"
        )
    if not np.all(np.isfinite(batch)):
        raise GeometryError("poses have finite numbers only")
    return batch, checked_index_pairs(pairs, len(bodies))


def _part_of(
    on_progress: Callable[[float], None] | None, start: float, share: float
) -> Callable[[float], None]:
    def report(fraction: float) -> None:
        if on_progress is not None:
            on_progress(start + share * fraction)

    return report
