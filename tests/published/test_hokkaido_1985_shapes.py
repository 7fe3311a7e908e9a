"""The shape table of the shipped cell against the solids of figure 8 (Kakazu 1985).

The print is poor; the readings marked there as doubtful were chosen so that the parts fit each
other. Boxes are x0, x1, y0, y1, z0, z1 in mm in the frame of the part; exact but for rounding.
"""

import numpy as np
import pytest

from geometry import shape_table
from scenes import bodies_of, load_cell

BOXES = {
    "arm.B": [(-450, -80, -250, 250, 0, 300)],
    "arm.J": [
        (-100, 100, -120, 120, 0, 20),
        (-100, 100, -120, -80, 0, 150),
        (-100, 100, 80, 120, 0, 150),
    ],
    "arm.AR": [
        (0, 200, -70, 70, -70, 70),
        (200, 500, -70, -40, -70, 70),
        (200, 500, 40, 70, -70, 70),
    ],
    "TR2": [
        (200, 620, -600, 600, 0, 200),
        (250, 620, -500, -400, 200, 210),
        (250, 620, 400, 500, 200, 210),
    ],
}
# Axis (0 x, 1 y, 2 z), radius, centre across the axis, and the ends along it.
CYLINDERS = {
    "arm.B": [(2, 250, (-80, 0), (0, 300))],
    "arm.J": [(1, 100, (0, 150), (-120, -80)), (1, 100, (0, 150), (80, 120))],
    "arm.AR": [
        (1, 70, (0, 0), (-30, 30)),
        (1, 70, (500, 0), (-70, -40)),
        (1, 70, (500, 0), (40, 70)),
    ],
}
# Where the table's frame lies in that of the figure: bodies of the arm stand in their links.
ORIGIN = {"arm.B": (0, 0, 0), "arm.J": (0, 0, 0), "arm.AR": (0, 0, 0), "TR2": (-410, 0, -200)}


def rows_of(name: str, kind: str):
    solid = bodies_of(load_cell("kakazu1985"))[name].solid
    T = np.eye(4)
    T[:3, 3] = np.negative(ORIGIN[name])
    return [row for row in shape_table(solid, T) if row.kind == kind]


@pytest.mark.parametrize("name", BOXES)
def test_half_spaces_are_the_sides_of_the_printed_boxes(name: str) -> None:
    rows = rows_of(name, "box")
    assert len(rows) == len(BOXES[name])
    for row, box in zip(rows, BOXES[name], strict=True):
        found = {
            (int(np.argmax(np.abs(h[:3]))), float(np.sign(h[:3].sum()))): h[3]
            for h in row.half_spaces
        }
        sides = [-found[k, -1.0] if low else found[k, 1.0] for k in range(3) for low in (1, 0)]
        np.testing.assert_allclose(sides, box, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", CYLINDERS)
def test_quadrics_are_the_printed_circles(name: str) -> None:
    rows = rows_of(name, "cylinder")
    assert len(rows) == len(CYLINDERS[name])
    for row, (axis, radius, centre, ends) in zip(rows, CYLINDERS[name], strict=True):
        others = [k for k in range(3) if k != axis]
        (Q,) = row.quadrics
        Q = Q / Q[others[0], others[0]]
        wanted = np.zeros((4, 4))
        wanted[others, others] = 1.0
        wanted[3, others] = wanted[others, 3] = np.negative(centre)
        wanted[3, 3] = float(np.dot(centre, centre) - radius**2)
        np.testing.assert_allclose(Q, wanted, rtol=0, atol=1e-7)
        reach = sorted(float(h[3] * np.sign(h[axis])) for h in row.half_spaces)
        np.testing.assert_allclose(reach, ends, rtol=0, atol=1e-9)
