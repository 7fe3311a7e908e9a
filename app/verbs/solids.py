"""`cellwright solids`: the shape table of a cell at one time of a run, or its solids as a file.

It also reads part texts (.tips) and converts them to other formats.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from app.programs.program_file import read_program, run_inputs
from app.reports.joint_values import degrees_of, joint_names
from geometry import Solid, mass_properties, shape_table
from geometry.measuring.shape_table import ShapeRow
from scenes import Cell, CellState, Run, load_cell, simulate, start_state
from scenes.exporters.solid_files import export_bodies, export_cell, write_solids
from scenes.exporters.table import ExportError
from scenes.files.text.words import did_you_mean
from scenes.files.tips.tips_reader import read_tips
from scenes.world.placement import bodies_in, placement

FORMAT = "cellwright-solids"
GREY = "#9aa0a6"
# A coefficient of a quadric smaller than this is rounding, and printed as 0.
_ROUNDING = 1e-15


class Listed(NamedTuple):
    """One body of the table, with its pose in the world and whether the work changed its solid."""

    name: str
    kind: str
    solid: Solid
    T_world_body: Any
    colour: str
    is_changed: bool = False


def run(args: argparse.Namespace) -> int:
    """Prints the table, or writes the solids to --output; gives 1 where a step failed."""
    if args.cell.lower().endswith(".tips"):
        return run_on_text(args)
    check_time(args)
    cell = load_cell(args.cell)
    happened = run_of(cell, args) if args.program else None
    state = state_of(cell, happened, args.time)
    bodies = chosen(bodies_at(cell, state), args.body, own=f"{cell.robot.name}.")
    if args.output:
        if args.body:
            export_bodies(cell, state, [body.name for body in bodies], args.output)
        else:
            export_cell(cell, state, args.output)
        print(f"wrote {args.output}")
    else:
        show(args, present(cell, state, happened, args), bodies, cell.chord)
    return 1 if happened is not None and any(step.failed for step in happened.steps) else 0


def check_time(args: argparse.Namespace) -> None:
    """Raises ExportError where --time is no moment of a run."""
    if args.time is None:
        return
    if not 0.0 <= args.time < float("inf"):
        raise ExportError(f"--time: seconds of 0 or more are needed, not {args.time:g}")
    if not args.program:
        raise ExportError("--time is a moment of a program's run: name the program too")


def run_on_text(args: argparse.Namespace) -> int:
    """Runs the verb on a part text, which has no run; each part stands at the origin."""
    check_time(args)
    if args.program:
        raise ExportError(f"{args.cell} is a part text: no program can run in it")
    bodies = [
        Listed(part.name, "part", part.solid, np.eye(4), GREY) for part in read_tips(args.cell)
    ]
    bodies = chosen(bodies, args.body)
    if args.output:
        items = [(body.name, body.solid, body.T_world_body, body.colour) for body in bodies]
        write_solids(items, Path(args.output), args.chord)
        print(f"wrote {args.output}")
    else:
        show(args, {"file": args.cell}, bodies, args.chord)
    return 0


def run_of(cell: Cell, args: argparse.Namespace) -> Run:
    """The run of the program; its faults are printed on standard error."""
    from app.verbs.run import print_faults

    program, name = read_program(args.program)
    result = simulate(cell, program, name=name, **run_inputs(args))
    print_faults(result, result.problems, program.text, args.program)
    return result


def state_of(cell: Cell, happened: Run | None, time: float | None) -> CellState:
    """The state of the cell at a time of the run, s; at its end where `time` is None.

    Without a run this is the state at the start.
    """
    if happened is None:
        return start_state(cell)
    if time is not None and time > happened.duration:
        print(
            f"note: the run ends at {happened.duration:.2f} s; that moment counts", file=sys.stderr
        )
    return happened.end_state if time is None else happened.state_at(time)


def bodies_at(cell: Cell, state: CellState) -> list[Listed]:
    """All bodies of the cell in a state, each with its pose in the world."""
    known = bodies_in(cell, state)
    return [
        Listed(n, known[n].kind, known[n].solid, T, known[n].colour, n in state.shapes)
        for n, T in placement(cell, state).items()
    ]


def chosen(bodies: list[Listed], names: list[str], own: str = "") -> list[Listed]:
    """The bodies with the given names, or all bodies where no name is given.

    own: Prefix of the arm's bodies, which a name may leave out. Raises ExportError for a name that
    no body has.
    """
    if not names:
        return bodies
    known = {body.name.removeprefix(own).upper(): body for body in bodies}
    known |= {body.name.upper(): body for body in bodies}
    for name in names:
        if name.upper() not in known:
            near = did_you_mean(name, [body.name for body in bodies])
            raise ExportError(f'there is no body "{name}" at that time{near}')
    return [known[name.upper()] for name in names]


def present(
    cell: Cell, state: CellState, happened: Run | None, args: argparse.Namespace
) -> dict[str, Any]:
    """The state behind the table as plain values: time in s, joint values in degrees or mm."""
    mechanism = cell.robot.mechanism
    end = happened.duration if happened is not None else 0.0
    time = end if args.time is None else min(args.time, end)
    return {
        "cell": cell.title,
        "program": args.program,
        "time_s": time if happened is not None else None,
        "line": None if happened is None else happened.line_at(time),
        "joints": joint_names(mechanism),
        "q": degrees_of(mechanism, state.q),
        "opening_mm": state.opening,
        "held": None if state.held is None else state.held.part,
        "cutting": [{"tool": str(c), "part": c.part} for c in state.cutting],
    }


def show(
    args: argparse.Namespace, state: dict[str, Any], bodies: list[Listed], chord: float
) -> None:
    """Prints the table of the bodies as text, or with --json as JSON."""
    if args.json:
        answer = {"format": FORMAT, "version": 1, "state": state}
        answer["bodies"] = [as_json(body, chord) for body in bodies]
        print(json.dumps(answer, indent=2))
        return
    for line in (
        *state_lines(state),
        *(line for body in bodies for line in body_lines(body, chord)),
    ):
        print(line)


def as_json(body: Listed, chord: float) -> dict[str, Any]:
    """One body as plain values: its mass figures and its primitives, mm in the world frame."""
    mass = mass_properties(body.solid, 1000.0, chord)
    return {
        "name": body.name,
        "kind": body.kind,
        "changed": body.is_changed,
        "T_world_body": np.asarray(body.T_world_body).tolist(),
        "volume_mm3": mass.volume_mm3,
        "volume_band_mm3": mass.band_mm3,
        "centre_mm": mass.centre_mm.tolist(),
        "primitives": [
            {
                "number": row.number + 1,
                "kind": row.kind,
                "pieces": list(row.part),
                "cut": row.is_cut,
                "common": row.is_common,
                "T_world_shape": row.T_world_shape.tolist(),
                "half_spaces": row.half_spaces.tolist(),
                "quadrics": row.quadrics.tolist(),
                "sizes": list(row.sizes),
                "height": row.height,
                "convex_parts": [part.tolist() for part in row.convex_parts],
            }
            for row in shape_table(body.solid, body.T_world_body)
        ],
    }


def state_lines(state: dict[str, Any]) -> Iterator[str]:
    """The printed lines of the state, and the legend of the table."""
    if "file" in state:
        yield f"{state['file']}: lengths in mm"
    else:
        yield state["cell"]
        if state["program"]:
            yield f"{state['program']} at {state['time_s']:.3f} s, line {state['line']}"
        pairs = zip(state["joints"], state["q"], strict=True)
        yield "joints " + "  ".join(f"{name} {value:.4f}" for name, value in pairs)
        yield f"opening {state['opening_mm']:.3f} mm, held {state['held'] or 'nothing'}"
        for item in state["cutting"]:
            yield f"{item['tool']} cuts {item['part']}"
    yield "half-space: a x + b y + c z <= d; quadric: xx yy zz xy xz yz x y z 1, sum <= 0"
    yield "+ adds, - cuts, & keeps what is common; a shape with dents is all its convex parts"


def volume_line(solid: Solid, chord: float) -> str:
    """The volume, mm3, and its possible error where a mesh had to be measured."""
    mass = mass_properties(solid, 1000.0, chord)
    x, y, z = (number(round(v, 6)) for v in mass.centre_mm)
    off = f" within {mass.band_mm3:.2g}" if mass.band_mm3 else ""
    return f"  volume {mass.volume_mm3:.9g} mm3{off}, centre {x} {y} {z} in its own axes"


def body_lines(body: Listed, chord: float) -> Iterator[str]:
    """The printed lines of one body: its head, its volume, its primitives."""
    rows = shape_table(body.solid, body.T_world_body)
    count = "1 primitive" if len(rows) == 1 else f"{len(rows)} primitives"
    changed = ", changed by the work" if body.is_changed else ""
    yield ""
    yield f"{body.name} ({body.kind}): {count}{changed}"
    yield volume_line(body.solid, chord)
    for row in rows:
        pieces = f" of {'.'.join(row.part)}" if row.part else ""
        sign = "-" if row.is_cut else "&" if row.is_common else "+"
        yield f"  {row.number + 1:3d} {sign} {row.kind}{pieces}"
        yield from row_lines(row)


def row_lines(row: ShapeRow) -> Iterator[str]:
    """The printed lines of one primitive: half-spaces, quadrics, convex parts, sizes."""
    for half_space in row.half_spaces:
        yield "        half-space" + "".join(f" {number(v):>12}" for v in half_space)
    for Q in row.quadrics:
        yield "        quadric   " + "".join(f" {number(v):>12}" for v in coefficients(Q))
    for i, part in enumerate(row.convex_parts, 1):
        yield f"        convex part {i} of {len(row.convex_parts)}"
        for half_space in part:
            yield "        half-space" + "".join(f" {number(v):>12}" for v in half_space)
    if row.sizes:
        named = [("at", 3), ("x axis", 0), ("z axis", 2)]
        for name, column in named:
            yield f"        {name}" + "".join(
                f" {number(v)}" for v in row.T_world_shape[:3, column]
            )
        if row.height is not None:
            yield f"        height {number(row.height)}"
        yield f"        {row.sizes_are}" + "".join(f" {number(v)}" for v in row.sizes)


def coefficients(Q: Any) -> list[float]:
    """The coefficients of a quadric in the order xx yy zz xy xz yz x y z 1."""
    pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    return [Q[k, k] for k in range(3)] + [2.0 * Q[i, j] for i, j in pairs] + [Q[3, 3]]


def number(value: float) -> str:
    """A number with all digits that a quadric far from the origin needs; rounding shows as 0."""
    return "0" if abs(value) < _ROUNDING else f"{value:.15g}"
