"""Verdicts on a pair of solids; `verify` checks their certificates.

A verdict with a certificate can be believed without trust in the method that found it:

    SEPARATION  directions along which every piece of one cover lies beyond every piece of the
                other: FREE (or, within the touch tolerance, TOUCH), by support functions alone
    COVER       boxes that fill all the space that the two solids could share, each grown by half
                the gap (at least half the touch tolerance). No box holds a point of both grown
                solids (for TOUCH, a ball in both solids): FREE or TOUCH; see `check_cover`
    WITNESS     a point well inside both solids: HIT, by the level functions alone
    MESH        the faceted meshes, right outside band_mm: FREE if they are farther apart than
                band_mm, which can be measured again; HIT without a witness has no certificate
    NONE        no proof: PENDING, the budget of the search was too small
"""

from dataclasses import dataclass
from enum import Enum

from geometry.poses import Array


class VerdictKind(Enum):
    """Whether two solids are apart, share volume, touch within tolerance, or it is not known
    yet."""

    FREE = "free"
    HIT = "hit"
    TOUCH = "touch"
    PENDING = "pending"


class Proof(Enum):
    """The kind of proof of a verdict; see the head of this module."""

    SEPARATION = "separation"
    COVER = "cover"
    WITNESS = "witness"
    MESH = "mesh"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class Verdict:
    """The verdict on two placed solids.

    gap_mm: FREE: A lower bound of the distance; at least the touch tolerance. It is no distance:
        where a COVER proves a pair free, such as a peg in its hole, it is the touch tolerance,
        however far the solids are apart. HIT: Minus the radius of a ball that lies in both solids
        (0 if none is known). TOUCH: 0.
    band_mm: 0 if exact primitives prove the verdict. If meshes decide: the chord band within which
        the verdict may be wrong. TOUCH: The distance within which the solids touch.
    witness: HIT: A point in both solids. TOUCH with a certificate: A point within half the band of
        both solids. World frame, (3,), or None.
    directions: Unit vectors from a to b, world frame, for each piece of a's cover and each of
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
