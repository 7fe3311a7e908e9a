"""Lines of ours that work out a value of AS before the line that needs it.

Each function takes the name that gets the value, and the words of ours that the value is made of.
"""

RANDOM = "random.seed"  # of a row of numbers that is the same in every run


def power_lines(name: str, base: str, exponent: str) -> list[str]:
    """The lines for a power with a whole exponent."""
    return [
        f"power.of = {exponent}",
        'ASSERT power.of >= 0 AND power.of == INT(power.of), "x ^ y has a whole y here"',
        f"{name} = 1",
        "FOR power.at = 1 TO power.of",
        f"  {name} = {name} * {base}",
        "END",
    ]


def bits_lines(name: str, first: str, count: str) -> list[str]:
    """The lines for so many signals as a number, the first of them is the lowest bit."""
    return [
        f"{name} = 0",
        f"FOR bits.at = ({count}) - 1 TO 0 STEP -1",
        f"  {name} = {name} * 2 - SIG({first} + bits.at)",
        "END",
    ]


def random_lines(name: str) -> list[str]:
    """The lines for the next number from 0 to 1 (Park and Miller 1988: minimal standard)."""
    return [f"{RANDOM} = ({RANDOM} * 16807) MOD 2147483647", f"{name} = {RANDOM} / 2147483647"]


def part_lines(name: str, place: str, which: str) -> list[str]:
    """The lines for a component of a location: x, y, z, o, a, t from 1 to 6."""
    return [f"DECOMPOSE part_a[] = {place}", f"{name} = part_a[{which}]"]
