"""Solids as tables of numbers, for the compiled loops and for batches in NumPy.

A body is a run of rows in the table of convex pieces (see `convex_pieces`). The pose of a standing
body is part of the tables; callers pass the poses of the moving bodies only, sample by sample.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.arguments import checked_index_pairs, number_array
from geometry.errors import GeometryError
from geometry.loops.batch_kernel import TABLES
from geometry.poses import Array, checked_pose
from geometry.separation.broad_phase import plan_pairs
from geometry.separation.convex_pieces import ConvexPiece, convex_pieces
from geometry.solids.tree import Solid, checked_solids
from resources.loops import Block, block_of

Integers = NDArray[np.int64]
_NO_ROWS = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class PackedBodies:
    """k bodies as tables.

    solids: The solids of the bodies. pieces: The P convex pieces of all bodies, body after body.
    body_of: Index of the body of each piece, (P,). start: First piece of each body, (k + 1,).
    moving: Indices of the bodies whose poses callers pass, in the order of these poses, (n,).
    standing: T_world_body of the other bodies, by index.
    shapes, places, bodies: The tables that the loops read; see `_shape_tables`, `_place_tables`
        and `_body_tables`.
    blocks: The tables of `tables`, by the pairs for which they were made.
    """

    solids: tuple[Solid, ...]
    pieces: tuple[ConvexPiece, ...]
    body_of: Integers
    start: Integers
    moving: Integers
    standing: Mapping[int, Array]
    shapes: tuple[NDArray, ...]
    places: tuple[NDArray, ...]
    bodies: tuple[NDArray, ...]
    blocks: dict[bytes, Block] = field(default_factory=dict)

    def tables(self, pairs: Integers) -> Block:
        """The tables that the loops read for pairs (p, 2): shapes, places, bodies, and the plan of
        the pairs; cached by the pairs."""
        name = pairs.tobytes()
        if name not in self.blocks:
            plan = plan_pairs(pairs, self.boxes, self.bodies[2] >= 0)
            tables = (self.shapes, self.places, self.bodies, plan)
            self.blocks[name] = block_of(TABLES, tables)
        return self.blocks[name]

    @cached_property
    def boxes(self) -> Array:
        """The boxes (lo, hi) about the standing bodies along the world's axes, (k, 6), mm; zeros
        for the moving bodies."""
        boxes = np.zeros((len(self.solids), 6))
        for body, T in self.standing.items():
            boxes[body] = np.concatenate(self.solids[body].bounds_in(T))
        return boxes

    def all_poses(self, poses: Array) -> Array:
        """T_world_body of all bodies, (m, k, 4, 4). poses: Those of the moving ones, (m, n, 4,
        4)."""
        result = np.empty((len(poses), len(self.solids), 4, 4))
        result[:, self.moving] = poses
        for body, T in self.standing.items():
            result[:, body] = T
        return result

    def poses_of(self, poses: Array, samples: Integers, body: int) -> Array:
        """T_world_body (k, 4, 4) of one body at samples (k,) of poses of the moving bodies."""
        slot = self.bodies[2][body]
        if slot < 0:
            return np.broadcast_to(self.standing[body], (len(samples), 4, 4))
        return poses[samples, slot]

    def frame_first(self, pairs: Integers) -> Integers:
        """Pairs (n, 2), turned so that the standing body comes first if only one body stands: the
        frame of the first body is the one in which the pair is looked at."""
        slots = self.bodies[2][pairs]
        turned = (slots[:, 1] < 0) & (slots[:, 0] >= 0)
        return np.where(turned[:, None], pairs[:, ::-1], pairs)

    def balls_near(self, poses: Array, pairs: Integers, asked: Array) -> NDArray[np.bool_]:
        """Whether the balls about the bodies of each pair are nearer than `asked` (m, p), mm, at
        each sample: (m, p)."""
        balls = self.bodies[1]
        T = self.all_poses(poses)
        centres = np.einsum("mkij,kj->mki", T[..., :3, :3], balls[:, :3]) + T[..., :3, 3]
        a, b = pairs.T
        offset = centres[:, a] - centres[:, b]
        reach = np.maximum(balls[a, 3] + balls[b, 3] + asked, 0.0)
        return np.asarray(np.einsum("mpi,mpi->mp", offset, offset) <= reach * reach)


def pack_bodies(
    solids: Sequence[Solid], standing: Mapping[int, ArrayLike] | None = None
) -> PackedBodies:
    """The tables of k bodies; GeometryError for wrong solids, indices or poses.

    standing: T_world_body (4, 4) of the bodies that never move, by index.
    """
    checked_solids(solids, "solids")
    fixed = {int(i): checked_pose(T, f"standing[{i}]") for i, T in (standing or {}).items()}
    if any(not 0 <= i < len(solids) for i in fixed):
        raise GeometryError(f"standing names a body that is not among the {len(solids)}")
    pieces = tuple(piece for solid in solids for piece in convex_pieces(solid))
    own = [_own_tables(solid) for solid in solids]
    counts = np.array([len(each.kinds) for each in own], dtype=np.int64)
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    moving = np.array([i for i in range(len(solids)) if i not in fixed], dtype=np.int64)
    return PackedBodies(
        tuple(solids),
        pieces,
        np.repeat(np.arange(len(solids)), counts),
        start,
        moving,
        fixed,
        _shape_tables(own),
        _place_tables(own),
        _body_tables(own, start, moving, fixed),
    )


@lru_cache(maxsize=256)
def packed_pair(a: Solid, b: Solid) -> PackedBodies:
    """The tables of two bodies, of which a stands at the origin; cached by content."""
    return pack_bodies((a, b), {0: np.eye(4)})


def rows_of(T: Array) -> Array:
    """Poses (..., 4, 4) as the loops read them, (..., 16), row after row; the loops use the first
    twelve numbers. Contiguous poses are not copied."""
    return np.ascontiguousarray(T).reshape(*T.shape[:-2], 16)


@dataclass(frozen=True, eq=False)
class _OwnTables:
    """The rows of one body with P pieces; see `_shape_tables`, `_place_tables`, `_body_tables`."""

    kinds: NDArray
    sizes: NDArray
    lengths: NDArray
    points: NDArray
    balls: NDArray
    poses: NDArray
    middles: NDArray
    exact: NDArray
    halves: NDArray
    ball: NDArray


@lru_cache(maxsize=2048)
def _own_tables(solid: Solid) -> _OwnTables:
    """The rows of one body; cached by content, because cells share most of their bodies."""
    pieces = convex_pieces(solid)
    cores = [piece.shape.core() for piece in pieces]
    points = np.zeros((sum(len(core.table) for core in cores), 4))
    stop = 0
    for core in cores:
        start, stop = stop, stop + len(core.table)
        points[start:stop, : core.table.shape[1]] = core.table
    lo, hi = solid.bounds()
    return _OwnTables(
        np.array([core.kind for core in cores], dtype=np.int64),
        np.array([(*core.sizes, core.swelling) for core in cores], dtype=float).reshape(-1, 4),
        np.array([len(core.table) for core in cores], dtype=np.int64),
        points,
        np.array([(*piece.centre, piece.radius) for piece in pieces]).reshape(-1, 4),
        rows_of(np.array([piece.T_solid_piece for piece in pieces]).reshape(-1, 4, 4)),
        np.array([piece.middle for piece in pieces]).reshape(-1, 3),
        np.array([piece.is_exact for piece in pieces], dtype=np.bool_),
        np.array([piece.half for piece in pieces]).reshape(-1, 3),
        np.array((*(0.5 * (lo + hi)), 0.5 * float(np.linalg.norm(hi - lo)))),
    )


def _shape_tables(own: Sequence[_OwnTables]) -> tuple[NDArray, ...]:
    """Of P pieces: kind (P,), sizes with the swelling last (P, 4), first and last + 1 row of each
    piece in the table of points, (P,) each, and that table (t, 4)."""
    lengths = np.concatenate([*(each.lengths for each in own), _NO_ROWS])
    stops = np.cumsum(lengths).astype(np.int64)
    points = np.concatenate([*(each.points for each in own), np.zeros((1, 4))])
    kinds = np.concatenate([*(each.kinds for each in own), _NO_ROWS])
    sizes = np.concatenate([*(each.sizes for each in own), np.zeros((0, 4))])
    return kinds, sizes, stops - lengths, stops, points


def _place_tables(own: Sequence[_OwnTables]) -> tuple[NDArray, ...]:
    """Of P pieces: ball (centre, radius) in the frame of the body (P, 4), pose in the body (P, 16),
    middle in the piece's own frame (P, 3), whether it is exact (P,), half edges (P, 3); mm."""
    balls = np.concatenate([*(each.balls for each in own), np.zeros((0, 4))])
    poses = np.concatenate([*(each.poses for each in own), np.zeros((0, 16))])
    middles = np.concatenate([*(each.middles for each in own), np.zeros((0, 3))])
    exact = np.concatenate([*(each.exact for each in own), np.zeros(0, dtype=np.bool_)])
    halves = np.concatenate([*(each.halves for each in own), np.zeros((0, 3))])
    return balls, poses, middles, exact, halves


def _body_tables(
    own: Sequence[_OwnTables], start: Integers, moving: Integers, fixed: Mapping[int, Array]
) -> tuple[NDArray, ...]:
    """Of k bodies: first piece (k + 1,), ball (centre, radius) in its own frame (k, 4), index among
    the moving bodies or -1 (k,), standing pose (k, 16); and the moving bodies (n,)."""
    balls = np.concatenate([*(each.ball[None] for each in own), np.zeros((0, 4))])
    standing = np.tile(rows_of(np.eye(4)), (len(own), 1))
    for i, T in fixed.items():
        standing[i] = rows_of(T)
    slots = np.full(len(own), -1, dtype=np.int64)
    slots[moving] = np.arange(len(moving))
    return start, balls, slots, standing, moving


def checked_pairs(packed: PackedBodies, pairs: ArrayLike) -> Integers:
    """The pairs of body indices as an array (p, 2); GeometryError otherwise."""
    return checked_index_pairs(pairs, len(packed.solids))


def checked_batch(packed: PackedBodies, poses: ArrayLike) -> Array:
    """The poses of the moving bodies as an array (m, n, 4, 4); GeometryError otherwise."""
    batch = number_array(poses, "poses")
    n = len(packed.moving)
    if batch.ndim != 4 or batch.shape[1:] != (n, 4, 4):
        raise GeometryError(
            f"poses of {n} moving bodies have the shape (m, {n}, 4, 4), not {batch.shape}"
        )
    if not np.all(np.isfinite(batch)):
        raise GeometryError("poses have finite numbers only")
    return batch
