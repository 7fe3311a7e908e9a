"""The options of `run` for the swept volume."""

import argparse
import re

# The words of `scenes.regions.swept_volume.GROUPS`, which loads slowly, and its tolerance.
BODIES = ("arm", "hand", "part")
TOLERANCE = 5.0
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


def add_swept(parser: argparse.ArgumentParser) -> None:
    """Adds --swept, --lines, --bodies and --tolerance."""
    parser.add_argument(
        "--swept",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="the volume that the moving bodies pass through, as an outer bound: .stl .3mf ..",
    )
    parser.add_argument(
        "--lines", type=line_range, metavar="A-B", help="for --swept: only these lines"
    )
    parser.add_argument(
        "--bodies", nargs="+", choices=BODIES, default=BODIES, help="for --swept; all if absent"
    )
    parser.add_argument(
        "--tolerance",
        type=float,
        default=TOLERANCE,
        metavar="MM",
        help=f"for --swept: the most by which it may be too large ({TOLERANCE:g})",
    )


def line_range(text: str) -> tuple[int, int]:
    """Reads lines of a program: 7, or 7-12."""
    found = _RANGE.fullmatch(text.strip())
    first = int(found[1]) if found else 0
    last = int(found[2] or first) if found else 0
    if not 1 <= first <= last:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no line, as 7, and no range of lines, as 7-12"
        )
    return first, last
