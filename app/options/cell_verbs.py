"""The verbs that show or write the bodies of a cell: render, solids."""

import argparse

from app.options.parser import Parser
from app.options.run_options import add_foreign, add_scenario

DIRECTIONS = ("home", "front", "back", "left", "right", "top", "bottom")
VIEWS = ("shaded", "wireframe", "hidden", "skeleton", "contours", "collision")


def add_picture_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `render`."""
    render = verbs.add_parser("render", help="draw a picture or a film of a cell without a window")
    render.add_argument("cell", help="cell file, or the name of a shipped cell")
    render.add_argument("program", nargs="?", help="program file, or the name of a shipped program")
    render.add_argument("--time", type=float, default=0.0, help="s since the start of the run")
    render.add_argument("--view", choices=VIEWS, default="shaded", help="how bodies are drawn")
    render.add_argument("--direction", choices=DIRECTIONS, default="home", help="seen from where")
    render.add_argument("--size", type=size, default=(1280, 800), metavar="WxH", help="in pixels")
    render.add_argument(
        "--quality",
        choices=("plain", "fine"),
        default="plain",
        help="fine: with light and shadow; it takes some seconds",
    )
    add_film(render)
    add_foreign(render)
    render.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the picture, .png; a film is .webp, .ogv, .mp4 (where ffmpeg is installed), or a "
        "folder of numbered .png (a name without a suffix)",
    )


def add_film(render: argparse.ArgumentParser) -> None:
    """Adds --film and --turntable with what belongs to them."""
    film = render.add_mutually_exclusive_group()
    film.add_argument(
        "--film",
        nargs=2,
        type=film_time,
        metavar=("FROM", "TO"),
        help="a film of the run between two times, s; TO may be the word end",
    )
    film.add_argument(
        "--turntable",
        type=float,
        metavar="S",
        help="a film of S seconds in which the camera goes once round the cell at --time",
    )
    render.add_argument("--fps", type=int, metavar="N", help="frames a second of a film (25)")
    render.add_argument(
        "--speed", type=float, metavar="X", help="of --film: 1 is real time, as without it"
    )
    render.add_argument("--turn", choices=("left", "right"), help="direction of --turntable (left)")


def film_time(text: str) -> float:
    """Reads a time in seconds from 0 on, or `end`."""
    if text == "end":
        return float("inf")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0.0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds from 0 on")
    return value


def add_solids_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `solids`."""
    solids = verbs.add_parser(
        "solids", help="the shape table (T1LIST) of a cell or part text; its solids as a file"
    )
    solids.add_argument("cell", help="cell file, name of a shipped cell, or part text (.tips)")
    solids.add_argument("program", nargs="?", help="program that is run up to --time")
    solids.add_argument(
        "--time", type=float, metavar="S", help="s since the start of the run (its end)"
    )
    solids.add_argument(
        "--body", nargs="+", action="extend", default=[], metavar="NAME", help="only these bodies"
    )
    solids.add_argument("--json", action="store_true", help="print the table as JSON")
    solids.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=".stl .ply .obj .3mf .glb .gltf .tips .part.yaml; one body in its own axes",
    )
    solids.add_argument("--chord", type=float, default=0.1, metavar="MM", help="of a part text")
    add_scenario(solids)


def size(text: str) -> tuple[int, int]:
    """Reads `1280x800`."""
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1280x800") from None
    if not (16 <= width <= 16384 and 16 <= height <= 16384):
        raise argparse.ArgumentTypeError("width and height lie between 16 and 16384 pixels")
    return width, height
