"""Volume, mass, centre of mass and inertia of a solid, and its section by a plane."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.arguments import checked_number, checked_numbers
from geometry.errors import GeometryError
from geometry.measuring.moments import moments
from geometry.poses import Array, checked_pose, placed, read_only
from geometry.solids.tree import Solid, checked_solid
from geometry.tessellation.chords import CHORD, checked_chord
from geometry.tessellation.kernel import slices

# Cubic metres in a cubic millimetre.
_M3_PER_MM3 = 1e-9


@dataclass(frozen=True, eq=False)
class MassProperties:
    """The mass properties of a solid in its own frame.

    centre_mm: Centre of mass, (3,). inertia_kg_mm2: About the centre of mass, along the solid's
    axes, (3, 3), with the negative products of inertia off the diagonal.
    band_mm3: Greatest error of the volume: 0 if it is exact, else it comes from meshes (see
    `moments`), and the other figures have about the same relative error.
    """

    volume_mm3: float
    mass_kg: float
    centre_mm: Array
    inertia_kg_mm2: Array
    band_mm3: float = 0.0


def mass_properties(
    solid: Solid, density_kg_m3: float = 1000.0, chord: float = CHORD
) -> MassProperties:
    """Mass, centre and inertia of a solid of uniform density; GeometryError for an endless or empty
    solid and for a density that is not above 0. chord: Of meshes where they are needed, mm."""
    if isinstance(density_kg_m3, str) or not 0.0 < density_kg_m3 < np.inf:
        raise GeometryError(f"a density is above 0 kg/m3 and finite, not {density_kg_m3!r}")
    found = moments(checked_solid(solid), checked_chord(chord))
    amount = found.volume_mm3
    centre = found.matrix[:3, 3] / amount
    second = found.matrix[:3, :3] - amount * np.outer(centre, centre)
    density = density_kg_m3 * _M3_PER_MM3
    inertia = density * (np.trace(second) * np.eye(3) - second)
    return MassProperties(
        amount, density * amount, read_only(centre), read_only(inertia), found.band_mm3
    )


def section(
    solid: Solid, T_world_solid: ArrayLike, normal: ArrayLike, offset: float, chord: float = CHORD
) -> list[Array]:
    """The contours in which the plane normal . p = offset (mm, for the normal as given) cuts a
    placed solid: closed curves (n, 3), mm, world frame. Seen from the side to which the normal
    points, a curve round material runs anticlockwise, one round a hole clockwise."""
    message = "a plane is a normal of three numbers, not all 0, and a finite offset"
    n, offset = checked_numbers(normal, message), checked_number(offset, message)
    length = float(np.linalg.norm(n))
    if n.shape != (3,) or not np.isfinite(length) or length == 0.0:
        raise GeometryError(message)
    z = n / length
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    T_plane_world = np.eye(4)
    T_plane_world[:3, :3] = np.vstack([x, np.cross(z, x), z])
    height = float(offset) / length
    T = T_plane_world @ checked_pose(T_world_solid, "T_world_solid")
    (cuts,) = slices(solid, T, [height], chord)
    closed = [np.vstack([curve, curve[:1]]) for curve in cuts]
    flat = [np.column_stack([curve, np.full(len(curve), height)]) for curve in closed]
    return [read_only(placed(T_plane_world.T, curve)) for curve in flat]
