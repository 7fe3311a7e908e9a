"""What the separation loops are told of a convex shape: a core from a short list, swollen."""

from dataclasses import dataclass, field

import numpy as np

from geometry.poses import Array

_NO_ROWS = np.zeros((0, 4))


@dataclass(frozen=True, eq=False)
class Core:
    """A kind (see `core_kinds`), its sizes (3), its rows of numbers, and the radius of the ball
    that swells it."""

    kind: int
    sizes: tuple[float, float, float] = (0.0, 0.0, 0.0)
    table: Array = field(default_factory=lambda: _NO_ROWS)
    swelling: float = 0.0

    def radius_about(self, middle: Array) -> float:
        """Radius of a ball about a point (on the axis of a round core) that holds the shape."""
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
