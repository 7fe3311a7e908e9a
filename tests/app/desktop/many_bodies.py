"""A cell with many bodies, for whatever measures the window."""

# A reach study of this cell, many.cell.yaml: 22,000 poses.
STUDY = """study: 1
cell: many.cell.yaml
reach:
  box: {from: [200, -400, 100], to: [700, 400, 900]}
  step: 25
  directions: 1
"""
BODIES = 200


def many_bodies() -> str:
    """A cell file with fixtures of four kinds, all different."""
    shapes = (
        "      - add: {{box: [{size}, 60, 80]}}\n      - cut: {{cylinder: {{d: 20, h: 90}}}}\n",
        "      - add: {{cylinder: {{d: {size}, h: 80}}}}\n",
        "      - add: {{sphere: {{d: {size}}}}}\n",
        "      - add: {{torus: {{d: {size}, tube: 15}}}}\n      - add: {{box: [20, 20, 60]}}\n",
    )
    fixtures = (
        f"  F{i}:\n    at: [{700 + 130 * (i % 20)}, {130 * (i // 20) - 600}, 50]\n    solid:\n"
        + shapes[i % 4].format(size=60 + i / 10)
        for i in range(BODIES)
    )
    return "cell: 1\nrobots:\n  arm: {use: hokkaido1985}\nfixtures:\n" + "".join(fixtures)
