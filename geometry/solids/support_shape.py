"""A convex shape as the separation loops know it: a core of one of six kinds, and a radius by which
the core is swollen."""

from dataclasses import dataclass, field

import numpy as np

from geometry.poses import Array

_NO_ROWS = np.zeros((0, 4))


@dataclass(frozen=True, eq=False)
class Core:
    """A core and its swelling. The shape is all points within the swelling (mm) of the core.

    kind: See `core_kinds`, which also says what sizes (3) and table (rows) hold for each kind.
    """

    kind: int
    sizes: tuple[float, float, float] = (0.0, 0.0, 0.0)
    table: Array = field(default_factory=lambda: _NO_ROWS)
    swelling: float = 0.0

    def radius_about(self, middle: Array) -> float:
        """Radius, mm, of a ball about a point (3,) that holds the shape. The point lies on the axis
        of a round core."""
        match self.kind:
            case 0:  # box
                own = float(np.linalg.norm(self.sizes))
            case 2:  # point
                own = 0.0
            case 3:  # turned profile
                own = float(np.hypot(self.table[:, 0], self.table[:, 1] - middle[2]).max())
            case 4:  # corners
                own = float(np.linalg.norm(self.table[:, :3] - middle, axis=1).max())
            case _:
                own = float(np.hypot(self.sizes[0], self.sizes[1]) + np.linalg.norm(middle))
        return own + self.swelling
