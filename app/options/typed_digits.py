"""Numbers of the command line with the digits in which they were typed."""

import argparse


class Digits(float):
    """A number and half a unit of its last decimal: "0.413" is 0.413 within 0.0005.

    A whole number is meant as it stands: its half unit is 0.
    """

    half_unit: float

    def __new__(cls, text: str) -> "Digits":
        """The number that a text holds; ArgumentTypeError for any other text."""
        try:
            number = super().__new__(cls, text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"invalid float value: {text!r}") from None
        mantissa, _, exponent = text.strip().lower().partition("e")
        decimals = len(mantissa.partition(".")[2].replace("_", "")) - int(exponent or 0)
        number.half_unit = 0.5 * 10.0**-decimals if decimals > 0 else 0.0
        return number
