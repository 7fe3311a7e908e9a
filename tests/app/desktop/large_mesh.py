"""A mesh file with half a million triangles, for whatever measures the window."""

from pathlib import Path

import numpy as np

AROUND, ALONG = 500, 500  # facets round the ring and round its section: 500,000 triangles


def write_large_mesh(path: Path) -> int:
    """Writes a ring with a rippled surface, about 600 mm wide, as binary STL, mm; gives the number
    of its triangles."""
    u, v = np.meshgrid(np.arange(AROUND), np.arange(ALONG), indexing="ij")
    a, b = 2 * np.pi * u / AROUND, 2 * np.pi * v / ALONG
    radius = 80.0 + 6.0 * np.sin(12 * a) * np.cos(9 * b)
    out = 220.0 + radius * np.cos(b)
    points = np.stack([out * np.cos(a), out * np.sin(a), radius * np.sin(b)], axis=-1)
    right, up, both = (np.roll(points, by, axis=(0, 1)) for by in ((-1, 0), (0, -1), (-1, -1)))
    corners = np.concatenate(
        [
            np.stack(three, axis=2).reshape(-1, 3, 3)
            for three in ((points, right, both), (points, both, up))
        ]
    )
    rows = np.zeros(len(corners), dtype=[("numbers", "<f4", (4, 3)), ("tail", "<u2")])
    rows["numbers"][:, 1:] = corners
    head = b"ring".ljust(80) + np.uint32(len(rows)).tobytes()
    path.write_bytes(head + rows.tobytes())
    return len(rows)


def cell_with(file: str) -> str:
    """A cell file with the arm of 1985 and one fixture made of a mesh file."""
    solid = f"      - add: {{mesh: {{file: {file}, unit: mm}}}}\n"
    fixture = f"fixtures:\n  ring:\n    at: [1200, 0, 400]\n    solid:\n{solid}"
    return f"cell: 1\nrobots:\n  arm: {{use: hokkaido1985}}\n{fixture}"
