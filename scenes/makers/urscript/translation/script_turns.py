"""Rotation vectors of URScript while a program runs: out of a location, and into one.

A turn by the angle w about the axis n is the quaternion (cos(w/2), n sin(w/2)), and the rotation
vector is w n. Rz(O) Ry(A) Rz(T) has the quaternion of cos(A/2) cos((O+T)/2), and for x, y and z
sin(A/2) sin((T-O)/2), sin(A/2) cos((T-O)/2), cos(A/2) sin((O+T)/2).
"""

from __future__ import annotations

from collections.abc import Sequence

LEAST = "1E-12"  # instead of a divisor of 0: what is divided is 0 there too
_FROM_ANGLES = (
    "SIN(UR.V[5] / 2) * SIN((UR.V[6] - UR.V[4]) / 2)",
    "SIN(UR.V[5] / 2) * COS((UR.V[6] - UR.V[4]) / 2)",
    "COS(UR.V[5] / 2) * SIN((UR.V[4] + UR.V[6]) / 2)",
)
_SQUARES = "UR.X * UR.X + UR.Y * UR.Y + UR.Z * UR.Z"


def vector_lines(place: str) -> list[str]:
    """Lines behind which `part_of_vector` is said of the rotation vector of a location."""
    parts = [f"UR.{axis} = {told}" for axis, told in zip("XYZ", _FROM_ANGLES, strict=True)]
    return [
        f"DECOMPOSE UR.V[] = {place}",
        *parts,
        "UR.W = COS(UR.V[5] / 2) * COS((UR.V[4] + UR.V[6]) / 2)",
        f"UR.S = SQRT({_SQUARES})",
        f"UR.F = SIGN(UR.W) * ATAN2(UR.S, ABS(UR.W)) * PI / 90 / MAX(UR.S, {LEAST})",
    ]


def part_of_vector(at: int) -> str:
    """Component 0, 1 or 2 of the rotation vector, rad, behind `vector_lines`."""
    return f"UR.F * UR.{'XYZ'[at]}"


def turned_lines(name: str, vector: Sequence[str]) -> list[str]:
    """Lines that turn a location without a shift by a rotation vector: three texts, rad."""
    x, y, z = vector
    return [
        f"UR.A = {x}",
        f"UR.B = {y}",
        f"UR.C = {z}",
        "UR.N = SQRT(UR.A * UR.A + UR.B * UR.B + UR.C * UR.C)",
        f"UR.S = SIN(UR.N * 90 / PI) / MAX(UR.N, {LEAST})",
        "UR.H = ATAN2(UR.C * UR.S, COS(UR.N * 90 / PI))",
        "UR.G = ATAN2(UR.A * UR.S, UR.B * UR.S)",
        "UR.D = UR.S * SQRT(UR.A * UR.A + UR.B * UR.B)",
        "UR.E = SQRT(UR.C * UR.S * UR.C * UR.S + COS(UR.N * 90 / PI) * COS(UR.N * 90 / PI))",
        f"SET {name} = TRANS(0, 0, 0, UR.H - UR.G, 2 * ATAN2(UR.D, UR.E), UR.H + UR.G)",
    ]
