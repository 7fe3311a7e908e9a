"""Verdicts on a pair of solids; `verify` of `certificates` checks what they rest on.

A verdict that carries a certificate can be believed without believing the method that found it:

    SEPARATION  directions along which every piece of one cover lies beyond every piece of the
                other: FREE (or, within the touch tolerance, TOUCH), by support functions alone
    COVER       boxes that fill all the space the two could share when grown by half the gap (by
                half the touch tolerance at least), each free of a point that both then have
                (for TOUCH, of a ball in both): FREE or TOUCH; see `cover_check`
    WITNESS     a point well inside both solids: HIT, by the level functions alone
    MESH        the faceted meshes, right outside band_mm: FREE where they are farther apart than
                it, which can be measured again; HIT without a witness has no certificate
    NONE        none: PENDING, the budget of the one who waits did not suffice
"""

from dataclasses import dataclass
from enum import Enum

from geometry.poses import Array


class VerdictKind(Enum):
    """Whether two solids are apart, share volume, or touch within tolerance; or not known yet."""

    FREE = "free"
    HIT = "hit"
    TOUCH = "touch"
    PENDING = "pending"


class Proof(Enum):
    """On what a verdict rests; see the head of this module."""

    SEPARATION = "separation"
    COVER = "cover"
    WITNESS = "witness"
    MESH = "mesh"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class Verdict:
    """What is known of two placed solids.

    gap_mm: FREE: a lower bound of the distance, above the touch tolerance or, by a cover, as much
        as it; HIT: minus the radius of a ball that lies in both (0 where none is known); TOUCH: 0.
    band_mm: 0 for what the exact primitives prove; where meshes decide, the chord band within
        which the verdict may be wrong; for TOUCH, within what the solids touch.
    witness: HIT: a point in both solids; TOUCH by a certificate: a point within half the band of
        both; world axes, (3,), or None.
    directions: Unit vectors from a to b, world axes, for each piece of a's cover and each of
        b's, (na, nb, 3), or None.
    cover: Boxes in the frame of a as rows of centre and half edges, (n, 6), or None.
    """

    kind: VerdictKind
    proof: Proof
    gap_mm: float
    band_mm: float = 0.0
    witness: Array | None = None
    directions: Array | None = None
    cover: Array | None = None
