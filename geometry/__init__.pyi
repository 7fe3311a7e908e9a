from geometry.arrangement import (
    circular_pattern as circular_pattern,
    hull as hull,
    linear_pattern as linear_pattern,
    mirrored as mirrored,
    named_parts as named_parts,
    with_named as with_named,
)
from geometry.certificates import verify as verify
from geometry.check import (
    PairHit as PairHit,
    check_pair as check_pair,
    colliding_pairs as colliding_pairs,
)
from geometry.chords import CHORD as CHORD
from geometry.clearance import (
    CellClearance as CellClearance,
    Clearance as Clearance,
    cell_clearance as cell_clearance,
    pair_clearance as pair_clearance,
)
from geometry.configurations import (
    all_hits as all_hits,
    first_hits as first_hits,
)
from geometry.contact import contact_region as contact_region
from geometry.contours import (
    contours as contours,
    levels_between as levels_between,
)
from geometry.edges import feature_edges as feature_edges
from geometry.errors import GeometryError as GeometryError
from geometry.hull import Hull as Hull
from geometry.kernel import (
    Overlap as Overlap,
    mesh_of as mesh_of,
    mesh_volume as mesh_volume,
    overlap as overlap,
)
from geometry.mesh import Mesh as Mesh
from geometry.mesh_solid import MeshSolid as MeshSolid
from geometry.moments import volume as volume
from geometry.packing import (
    PackedBodies as PackedBodies,
    pack_bodies as pack_bodies,
)
from geometry.primitives import (
    Box as Box,
    Cone as Cone,
    Cylinder as Cylinder,
    HalfSpace as HalfSpace,
    Prism as Prism,
    Sphere as Sphere,
)
from geometry.properties import (
    MassProperties as MassProperties,
    mass_properties as mass_properties,
    section as section,
)
from geometry.shape_table import (
    ShapeRow as ShapeRow,
    shape_table as shape_table,
)
from geometry.solid import (
    Solid as Solid,
    contains as contains,
    union as union,
)
from geometry.sweep import (
    sweep as sweep,
    sweep_segments as sweep_segments,
)
from geometry.sweep_check import verify_sweep as verify_sweep
from geometry.sweep_evidence import certified as certified
from geometry.sweep_proof import Sweep as Sweep
from geometry.turned import (
    Revolved as Revolved,
    Torus as Torus,
)
from geometry.verdict import (
    Proof as Proof,
    Verdict as Verdict,
    VerdictKind as VerdictKind,
)
from geometry.workpiece import (
    cut_by_sweep as cut_by_sweep,
    deformed as deformed,
    deformed_piece as deformed_piece,
    piece_of as piece_of,
)
