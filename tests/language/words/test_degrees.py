"""Trigonometry in degrees, compared with many more digits, identities and rational values."""

import math
import random

import pytest

from language import parse
from language.words.degrees import arc_cosine, arc_sine, arc_tangent, cosine, sine, tangent

mpmath = pytest.importorskip("mpmath")
mpmath.mp.dps = 60
FUNCTIONS = [(sine, mpmath.sin), (cosine, mpmath.cos), (tangent, mpmath.tan)]


def angles(count: int = 2000) -> list[float]:
    """Random angles, deg: small, large, and next to right angles."""
    rng = random.Random(7)
    found = [rng.uniform(-720, 720) for _ in range(count)]
    found += [rng.uniform(-1, 1) * 10.0 ** rng.randint(3, 15) for _ in range(count)]
    found += [90.0 * rng.randint(-9, 9) + 10.0 ** rng.uniform(-12, 1) for _ in range(count)]
    return found


@pytest.mark.parametrize(("ours", "exact"), FUNCTIONS)
def test_all_digits_but_the_last_are_right_even_next_to_a_right_angle(ours, exact) -> None:
    for x in angles():
        wanted = exact(mpmath.mpf(x) * mpmath.pi / 180)
        assert abs(ours(x) - wanted) <= 2.5 * 2.0**-52 * abs(wanted), x


@pytest.mark.parametrize("turns", [0, 1, -1, 7, -1000, 10**9])
def test_rational_values_are_exact_in_every_turn(turns: int) -> None:
    at = 360.0 * turns
    table = {0: (0, 1), 30: (0.5, None), 60: (None, 0.5), 90: (1, 0), 120: (None, -0.5)}
    table |= {150: (0.5, None), 180: (0, -1), 210: (-0.5, None), 240: (None, -0.5)}
    table |= {270: (-1, 0), 300: (None, 0.5), 330: (-0.5, None)}
    for angle, (s, c) in table.items():
        assert s is None or sine(at + angle) == s
        assert c is None or cosine(at + angle) == c
    for angle, t in {0: 0, 45: 1, 135: -1, 180: 0, 225: 1, 315: -1}.items():
        assert tangent(at + angle) == t


def test_a_shift_by_a_right_angle_and_a_mirror_change_no_bit() -> None:
    for x in range(-720, 721):
        value = x + 0.25 * (x % 4)
        assert sine(value) == cosine(90.0 - value) == -sine(-value) == -sine(value + 180.0)
        assert cosine(value) == cosine(-value) == sine(value + 90.0)
        assert math.hypot(sine(value), cosine(value)) == pytest.approx(1.0, abs=3e-16)


def test_arc_functions_are_inverse_and_exact_where_sines_are_rational() -> None:
    assert [arc_sine(x) for x in (-1, -0.5, 0, 0.5, 1)] == [-90, -30, 0, 30, 90]
    assert [arc_cosine(x) for x in (-1, -0.5, 0, 0.5, 1)] == [180, 120, 90, 60, 0]
    for x in range(-179, 181):
        assert arc_tangent(sine(x), cosine(x)) == pytest.approx(x, abs=1e-13)
    for x in range(-180, 181, 45):
        assert arc_tangent(sine(x), cosine(x)) == pytest.approx(x if x > -180 else 180, abs=3e-14)
    for x in range(-180, 181, 90):
        assert arc_tangent(sine(x), cosine(x)) == (x if x > -180 else 180)
    assert arc_tangent(-0.0, -1.0) == 180.0


@pytest.mark.parametrize("angle", ["90", "-90", "270", "90 + 360 * 1000"])
def test_the_tangent_of_a_right_angle_has_no_value(angle: str) -> None:
    (fault,) = parse(f"X = TAN({angle})\nEND").diagnostics
    assert fault.code == "E126"
