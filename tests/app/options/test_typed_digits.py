"""The digits of a typed number say how far the number that is meant may lie from it."""

import argparse

import pytest

from app.options.typed_digits import Digits


@pytest.mark.parametrize(
    ("text", "half_unit"),
    [
        ("0.413", 0.0005),
        ("-152.4", 0.05),
        ("-1.50", 0.005),
        ("1e-3", 0.0005),
        ("2.5e-1", 0.005),
        ("1.5e2", 0.0),
        ("520", 0.0),
        ("-90", 0.0),
        ("90.", 0.0),
        ("inf", 0.0),
        ("nan", 0.0),
    ],
)
def test_a_number_is_meant_within_half_a_unit_of_its_last_decimal(text, half_unit):
    number = Digits(text)
    assert number == float(text) or text == "nan"
    assert number.half_unit == pytest.approx(half_unit, rel=1e-12)


@pytest.mark.parametrize("text", ["", "a", "1,5", "0.1.2", "1e"])
def test_text_that_is_no_number_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="invalid float value"):
        Digits(text)
