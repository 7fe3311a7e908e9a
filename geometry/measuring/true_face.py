"""The true face of a solid under a point of its mesh: its plane, axis and radius in closed form."""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from geometry.poses import Array, read_only
from geometry.solids.face import Face
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.tree import Solid

# Cosine between the normal of a facet and that of the face it stands for: facets turn by less.
_ALONG = 0.7
# Share of a slope below which a face is a cylinder and no cone.
_UPRIGHT = 1e-12


@dataclass(frozen=True, eq=False)
class TrueFace:
    """A face of a solid, in the frame of the solid.

    kind: "plane", "cylinder", "cone", "sphere" or "torus". point: For a plane the given point moved
    onto it; for other faces the nearest point of the axis, or the centre, mm, (3,). direction: The
    normal of a plane, out of the solid, or the axis; 0 for a sphere; a unit vector, (3,). radius:
    Of the face at the given point, mm; 0 for a plane; of a torus that of its tube. is_hollow:
    Whether the solid lies outside, as round a hole.
    """

    kind: str
    point: Array
    direction: Array
    radius: float
    is_hollow: bool


def true_face(
    solid: Solid, point: Array, normal: Array, within: float, primitive: int | None = None
) -> TrueFace | None:
    """The face of the solid on which a point (3,) of its mesh lies; None where no face is known.

    normal: The unit normal of the facet, out of the solid. within: The distance, mm, by which the
    point may miss the face. primitive: The index of the primitive that the facet comes from; None
    looks at all. A mesh has no faces of its own.
    """
    leaves = list(solid.leaves_in(np.eye(4)))
    if primitive is not None and 0 <= primitive < len(leaves):
        leaves = [leaves[primitive]]
    best: tuple[float, Face, float] | None = None
    for leaf, T in leaves:
        for face in _faces(leaf):
            placed = face.placed(T)
            off = abs(float(placed.value(point[None])[0]))
            slope = placed.slope(point)
            along = float(slope @ normal) / max(float(np.linalg.norm(slope)), _UPRIGHT)
            if off <= within and abs(along) >= _ALONG and (best is None or off < best[0]):
                best = off, placed, along
    return None if best is None else _described(best[1], point, best[2] < 0.0)


def _faces(leaf: Solid) -> list[Face]:
    """The faces of a primitive; none for a mesh."""
    if not isinstance(leaf, Leaf):
        return []
    convex = leaf.convex_faces()
    if convex is not None:
        return list(convex)
    clauses = leaf.clauses(outside=False)
    if clauses is not None:
        return [face for _, face in chain.from_iterable(clauses)]
    parts = [part.convex_faces() or () for part in leaf.convex_parts() if part is not leaf]
    return list(chain.from_iterable(parts))


def _described(face: Face, point: Array, is_inverse: bool) -> TrueFace:
    if face.centre is None:
        out = -face.normal if is_inverse else face.normal
        foot = point - float(face.value(point[None])[0]) * face.normal
        return TrueFace("plane", read_only(foot), read_only(out), 0.0, False)
    if face.axis is None:
        zero = read_only(np.zeros(3))
        return TrueFace("sphere", read_only(face.centre), zero, face.offset, is_inverse)
    foot = face.centre + float((point - face.centre) @ face.axis) * face.axis
    if face.ring > 0.0:
        return TrueFace("torus", read_only(foot), read_only(face.axis), face.offset, is_inverse)
    is_cylinder = float(np.abs(face.normal).max()) <= _UPRIGHT
    # The face is where swing r + normal . p = offset: the radius r at the height of the point.
    radius = (face.offset - float(face.normal @ foot)) / face.swing
    kind = "cylinder" if is_cylinder else "cone"
    return TrueFace(kind, read_only(foot), read_only(face.axis), radius, is_inverse)
