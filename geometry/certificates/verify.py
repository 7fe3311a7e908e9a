"""The check of verdicts by their certificates, with formulas and a normal form of its own.

The check and the search share only definitions: the solids, the verdict, and, if an imported mesh
takes part, the meshes that stand for the solids. An import contract in pyproject.toml keeps their
code apart.
"""

import numpy as np
from numpy.typing import ArrayLike

from geometry.certificates.check_cover import boxes_filling, boxes_hold_nothing, shared_region
from geometry.certificates.formulas import Held, held_by, level, reach
from geometry.certificates.terms import level_of_walls
from geometry.certificates.triangles import are_apart
from geometry.certificates.verdict import Proof, Verdict, VerdictKind
from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.poses import Array, checked_pose, relative
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Moved, Solid, checked_solid
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import mesh_of
from geometry.tolerances import UNIT_ROUNDING

# Rounding of lengths and levels, as a share of the size of the coordinates.
_ROUNDING = 1e-12
# Share of the band by which the named point of a TOUCH may miss half the band.
_NEARLY = 2e-3
# Bodies that share a ball of this diameter, mm, do more than touch; bodies that are farther apart
# than this do not touch. The checker's own copy of TOUCH_TOLERANCE.
_TOUCH = 1e-5
_LEAST_BALL = 0.5 * _TOUCH
# Share by which the ball of a witness may be smaller than the least ball: rounding of its depth.
_BALL_SPARE = 1e-6
# Rounding of the distance of meshes, as a share of the size of the coordinates: it is measured anew
# by other formulas.
_MESH_ROUNDING = 1e-9
# Amount, mm, and share by which the band of a verdict may be off: it is a sum of chords.
_BAND_ROUNDING, _BAND_SHARE = 1e-12, 1e-9


def verify(
    verdict: Verdict,
    solid_a: Solid,
    T_world_a: ArrayLike,
    solid_b: Solid,
    T_world_b: ArrayLike,
    chord: float = CHORD,
) -> bool:
    """Whether the verdict's certificate proves it for these solids in these poses.

    A TOUCH with a certificate proves that the solids share no ball wider than band_mm, and names a
    point within half of band_mm of both. A TOUCH by meshes proves only that the meshes are nearer
    than band_mm. A HIT that only overlapping meshes show has no certificate and gives False, and so
    does PENDING.

    T_world_a, T_world_b: Poses, (4, 4). chord: The chord tolerance of the meshes, mm. Raises
    GeometryError for arguments that are no verdict, solid or pose.
    """
    if not isinstance(verdict, Verdict):
        raise GeometryError(f"verdict: what check_pair gives is needed, not {verdict!r}")
    checked_solid(solid_a, "solid_a"), checked_solid(solid_b, "solid_b")
    T_w_a, T_w_b = checked_pose(T_world_a, "T_world_a"), checked_pose(T_world_b, "T_world_b")
    if not (np.isfinite(verdict.gap_mm) and np.isfinite(verdict.band_mm)):
        return False
    if verdict.kind is VerdictKind.HIT and verdict.proof is Proof.WITNESS:
        return _is_witness(verdict, solid_a, T_w_a, solid_b, T_w_b)
    if not _is_sane(verdict):
        return False
    T_a_b = relative(T_w_a, T_w_b)
    is_exact_touch = verdict.kind is VerdictKind.TOUCH and verdict.proof is not Proof.MESH
    if is_exact_touch and not _is_near(verdict, solid_a, solid_b, T_w_a, T_a_b):
        return False
    match verdict.proof:
        case Proof.SEPARATION:
            return _separates(verdict, solid_a, solid_b, T_w_a, T_a_b)
        case Proof.COVER:
            return _covers(verdict, solid_a, solid_b, T_a_b)
        case Proof.MESH:
            return _by_mesh(verdict, solid_a, solid_b, T_a_b, chord)
    return False


def _is_sane(v: Verdict) -> bool:
    """Whether gap_mm and band_mm are possible for a verdict FREE or TOUCH."""
    exact = v.proof in (Proof.SEPARATION, Proof.COVER)
    if v.kind is VerdictKind.FREE:
        return v.gap_mm >= 0.0 and v.band_mm >= 0.0 and (v.band_mm == 0.0 or not exact)
    if v.kind is VerdictKind.TOUCH:
        return v.gap_mm == 0.0 and v.band_mm >= 0.0 and (v.band_mm <= _TOUCH or not exact)
    return False


def _is_witness(v: Verdict, a: Solid, T_w_a: Array, b: Solid, T_w_b: Array) -> bool:
    point = _point(v)
    if point is None:
        return False
    size = max(1.0, float(np.abs([T_w_a[:3, 3], T_w_b[:3, 3], point]).max()))
    depth = -max(
        float(level(solid, ((point - T[:3, 3]) @ T[:3, :3])[None], certain=True)[0])
        for solid, T in ((a, T_w_a), (b, T_w_b))
    )
    return depth >= -v.gap_mm - _ROUNDING * size and -v.gap_mm >= _LEAST_BALL * (1.0 - _BALL_SPARE)


def _point(v: Verdict) -> Array | None:
    if v.witness is None or np.shape(v.witness) != (3,) or not np.all(np.isfinite(v.witness)):
        return None
    return np.asarray(v.witness, dtype=float)


def _is_near(v: Verdict, a: Solid, b: Solid, T_w_a: Array, T_a_b: Array) -> bool:
    """Whether the witness is within half the band of both solids without their films."""
    point = _point(v)
    if point is None:
        return False
    in_a = ((point - T_w_a[:3, 3]) @ T_w_a[:3, :3])[None]
    in_b = (in_a - T_a_b[:3, 3]) @ T_a_b[:3, :3]
    size = max(1.0, float(np.abs([*in_a, *in_b, T_w_a[:3, 3]]).max()))
    most = 0.5 * v.band_mm * (1.0 + _NEARLY) + _ROUNDING * size
    return all(
        float(level(solid, at)[0]) <= most and float(level_of_walls(solid, at)[0]) <= most
        for solid, at in ((a, in_a), (b, in_b))
    )


def _separates(v: Verdict, a: Solid, b: Solid, T_w_a: Array, T_a_b: Array) -> bool:
    if v.directions is None or v.directions.ndim != 3 or v.directions.shape[2] != 3:
        return False
    # In the frame of a, so that no digits are lost far from the world's origin.
    directions = v.directions @ T_w_a[:3, :3]
    if not np.allclose(np.linalg.norm(directions, axis=2), 1.0, rtol=0.0, atol=UNIT_ROUNDING):
        return False
    if v.kind is VerdictKind.FREE and not v.gap_mm > 0.0:
        return False
    least = v.gap_mm if v.kind is VerdictKind.FREE else -v.band_mm
    wanted = directions.shape[:2]
    return any(
        (len(held_a), len(held_b)) == wanted
        and _all_beyond(held_a, held_b, directions, T_a_b, least)
        for held_a in held_by(a)
        for held_b in held_by(b)
    )


def _all_beyond(held_a: Held, held_b: Held, directions: Array, T_a_b: Array, least: float) -> bool:
    """Whether every primitive of b lies at least `least` mm beyond every primitive of a, each pair
    along its own direction."""
    ends_a = np.array([_ends(*item, d) for item, d in zip(held_a, directions, strict=True)])
    columns = zip(held_b, directions.transpose(1, 0, 2), strict=True)
    ends_b = np.array([_ends(shape, T_a_b @ T, -d) for (shape, T), d in columns]).T
    places = [T[:3, 3] for _, T in held_a] + [(T_a_b @ T)[:3, 3] for _, T in held_b]
    size = max(1.0, float(np.abs(places).max()))
    return bool(np.min(-ends_b - ends_a) >= least - _ROUNDING * size)


def _ends(shape: Solid, T: Array, directions: Array) -> Array:
    """How far, mm, a primitive that T places reaches along directions (n, 3) from the origin of
    the outer frame, (n,)."""
    return reach(shape, directions @ T[:3, :3]) + directions @ T[:3, 3]


def _covers(v: Verdict, a: Solid, b: Solid, T_a_b: Array) -> bool:
    lo, hi = shared_region(a, b, T_a_b, 0.5 * max(v.gap_mm, _TOUCH))
    slack = _ROUNDING * max(1.0, float(np.abs([lo, hi]).max()))
    if v.cover is None or v.cover.ndim != 2 or v.cover.shape[1] != 6:
        return False
    if np.any(hi - lo < -slack) or (not len(v.cover) and np.any(hi - lo < slack)):
        return True
    boxes = boxes_filling(v.cover, lo, hi)
    least = 0.5 * (v.gap_mm if v.kind is VerdictKind.FREE else -v.band_mm)
    return boxes is not None and boxes_hold_nothing(boxes, a, b, T_a_b, least)


def _by_mesh(v: Verdict, a: Solid, b: Solid, T_a_b: Array, chord: float) -> bool:
    """Whether the meshes show the verdict. FREE: They are farther apart than the gap plus the
    distance by which they may depart from the solids. TOUCH: They are nearer than that, and no
    corner of one is deep in the other."""
    meshes = _mesh(a, chord), _mesh(b, chord)
    band = sum(_departs(solid, chord) for solid in (a, b))
    if v.kind is VerdictKind.FREE:
        slack = _MESH_ROUNDING * max(1.0, float(np.abs(T_a_b[:3, 3]).max()))
        asked = v.gap_mm + v.band_mm - slack
        return v.band_mm >= band - _BAND_ROUNDING and are_apart(*meshes, T_a_b, asked)
    if v.band_mm > max(band, _TOUCH) * (1.0 + _BAND_SHARE) or are_apart(*meshes, T_a_b, v.band_mm):
        return False
    seen = meshes[1].vertices @ T_a_b[:3, :3].T + T_a_b[:3, 3]
    back = (meshes[0].vertices - T_a_b[:3, 3]) @ T_a_b[:3, :3]
    depths = level(MeshSolid(meshes[0]), seen).min(), level(MeshSolid(meshes[1]), back).min()
    return min(depths) >= -2.0 * v.band_mm - _TOUCH


def _mesh(solid: Solid, chord: float) -> Mesh:
    """The mesh that stands for a solid: the imported one, or one made of the tree."""
    if isinstance(solid, Moved):
        return _mesh(solid.inner, chord).placed(solid.T)
    return solid.mesh if isinstance(solid, MeshSolid) else mesh_of(solid, chord)


def _departs(solid: Solid, chord: float) -> float:
    """Distance, mm, by which the mesh may depart from the solid: the chord if a face is curved,
    plus the largest chord of the imported meshes."""
    leaves = [leaf for leaf, _ in solid.leaves_in(np.eye(4))]
    own = [leaf.chord for leaf in leaves if isinstance(leaf, MeshSolid)]
    is_round = any(isinstance(leaf, Primitive) and leaf.is_curved for leaf in leaves)
    return chord * is_round + max(own, default=0.0)
