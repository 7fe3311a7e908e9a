from geometry.tessellation.patterns import (
    circular_pattern as circular_pattern,
    hull as hull,
    linear_pattern as linear_pattern,
    mirrored as mirrored,
    named_parts as named_parts,
    with_named as with_named,
)
from geometry.certificates.verify import verify as verify
from geometry.contact.pairs import (
    PairHit as PairHit,
    check_pair as check_pair,
    colliding_pairs as colliding_pairs,
)
from geometry.tessellation.chords import CHORD as CHORD
from geometry.contact.clearance import (
    CellClearance as CellClearance,
    Clearance as Clearance,
    cell_clearance as cell_clearance,
    pair_clearance as pair_clearance,
)
from geometry.contact.configurations import (
    all_hits as all_hits,
    first_hits as first_hits,
)
from geometry.contact.contact_region import contact_region as contact_region
from geometry.tessellation.contours import (
    contours as contours,
    levels_between as levels_between,
)
from geometry.meshes.edges import feature_edges as feature_edges
from geometry.errors import GeometryError as GeometryError
from geometry.solids.primitives.hull import Hull as Hull
from geometry.tessellation.kernel import (
    Overlap as Overlap,
    mesh_of as mesh_of,
    mesh_volume as mesh_volume,
    overlap as overlap,
)
from geometry.meshes.mesh import Mesh as Mesh
from geometry.solids.primitives.mesh_solid import MeshSolid as MeshSolid
from geometry.measuring.moments import volume as volume
from geometry.separation.packed_bodies import (
    PackedBodies as PackedBodies,
    pack_bodies as pack_bodies,
)
from geometry.solids.primitives.box import Box as Box
from geometry.solids.primitives.capsule import Capsule as Capsule
from geometry.solids.primitives.cone import Cone as Cone
from geometry.solids.primitives.cylinder import Cylinder as Cylinder
from geometry.solids.primitives.half_space import HalfSpace as HalfSpace
from geometry.solids.primitives.prism import Prism as Prism
from geometry.solids.primitives.sphere import Sphere as Sphere
from geometry.measuring.mass import (
    MassProperties as MassProperties,
    mass_properties as mass_properties,
    section as section,
)
from geometry.measuring.shape_table import (
    ShapeRow as ShapeRow,
    shape_table as shape_table,
)
from geometry.solids.tree import (
    Solid as Solid,
    contains as contains,
    union as union,
)
from geometry.sweeping.segments import (
    sweep as sweep,
    sweep_segments as sweep_segments,
)
from geometry.certificates.check_sweep import verify_sweep as verify_sweep
from geometry.sweeping.evidence import certified as certified
from geometry.certificates.sweep_proof import Sweep as Sweep
from geometry.solids.primitives.revolved import Revolved as Revolved
from geometry.solids.primitives.torus import Torus as Torus
from geometry.certificates.verdict import (
    Proof as Proof,
    Verdict as Verdict,
    VerdictKind as VerdictKind,
)
from geometry.machining.workpiece import (
    cut_by_sweep as cut_by_sweep,
    deformed as deformed,
    deformed_piece as deformed_piece,
    piece_of as piece_of,
)
