"""What a translated module begins with: first values of its data, its points and their origins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, repeat

from language.foreign.draft import Draft, NotSaidError
from language.foreign.reading import Place
from language.instructions.block_words import PROGRAM_HEAD
from scenes.makers.defined_points import pose_text
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.predefined import FULL_MM_S
from scenes.makers.rapid.rapid_trees import Held
from scenes.makers.rapid.rapid_values import target_pose
from scenes.makers.rapid.translation.rapid_expressions import own_name
from scenes.makers.rapid.translation.rapid_module import MOVING, TARGETS, Values
from scenes.makers.rapid.translation.rapid_motions import HIGHEST, SHARE
from scenes.makers.rapid.translation.rapid_points import DISPLACEMENT, Points

MOST_VALUES = 2000


def put_values(draft: Draft, points: Points, first: Mapping[str, object]) -> None:
    """Puts first values and points behind the first .PROGRAM, as if they stood in its line.

    first: What the data of the module are worth as it begins, by their names in capitals.
    """
    heads = (at for at, line in enumerate(draft.lines) if line.startswith(PROGRAM_HEAD))
    at = next(heads, None)
    place = Place(1) if at is None else draft.places[at]
    given = list(_first_values(points, first))
    for name in sorted(points.expressions.clocks):
        given += [f"{name} = 0", f"{name}_FROM = 0", f"{name}_RUNS = 0"]
    given += points.defined.statements()
    if points.facts.slows:
        given += [f"{SHARE} = 1", f"{HIGHEST} = {FULL_MM_S:.6g}"]
    if points.facts.displaces:
        given.append(f"SET {DISPLACEMENT} = NULL")
    for key, number in points.expressions.signals.numbers.numbers.items():
        given.append(f"; signal {number} is {key}")
    indent = "" if at is None else "  "
    rows = [f"{indent}{line}" for line in given]
    draft.insert(2 if at is None else at + 1, zip(rows, repeat(place), strict=False))


def _first_values(points: Points, first: Mapping[str, object]) -> Iterator[str]:
    """The numbers and the changing places that the program uses, as it begins."""
    for key in sorted(points.expressions.used):
        value, kind = first.get(key), points.values.kinds.get(key)
        if kind in MOVING | {TARGETS}:
            of = elements(own_name(key), value, len(points.values.sizes.get(key, ())))
            for name, part in of:
                yield from _first_record(points, kind, name, part)
        else:
            yield from items(own_name(key), value)


def places(key: str, values: Values) -> Iterator[str]:
    """The points of a robtarget, or of an array of them, as far as they are known."""
    for name, value in elements(own_name(key), values.get(key), len(values.sizes.get(key, ()))):
        with suppress(UnknownError):
            yield f"POINT {name} {pose_text(target_pose(value))}"


def elements(name: str, value: object, dimensions: int) -> Iterator[tuple[str, object]]:
    """The elements of an array by their names here, at most 2000; the value itself for 0."""
    rows = [(name, value)]
    for at in range(dimensions):
        stems = [(f"{key}[" if at == 0 else f"{key[:-1]},", inner) for key, inner in rows]
        found = (
            (f"{stem}{i}]", part)
            for stem, inner in stems
            for i, part in enumerate(inner if isinstance(inner, list) else (), start=1)
        )
        rows = list(islice(found, MOST_VALUES))
    yield from rows


def _first_record(points: Points, kind: str, name: str, value: object) -> Iterator[str]:
    """The first value of a record that changes while the program runs."""
    held = Held(value)
    try:
        if kind == TARGETS:
            yield f"POINT {name} {pose_text(target_pose(value))}"
        elif kind == "TOOLDATA":
            yield f"SET {name} = {points.tool_text(points.tool(held))}"
        elif kind == "WOBJDATA":
            yield f"POINT {name} {pose_text(points.work_object(held))}"
        elif kind in ("SPEEDDATA", "ZONEDATA"):
            yield f"{name} = {points.variable(kind, held, name)}"
        elif kind == "JOINTTARGET":
            points.absolute(held, name, points.robot.T_flange_tool)
    except (UnknownError, NotSaidError):
        return


def items(name: str, value: object) -> Iterator[str]:
    """The assignments that give a number or the elements of an array, at most 2000 of them."""
    rows, count = [(name, value)], 0
    while rows and count < MOST_VALUES:
        key, inner = rows.pop(0)
        if isinstance(inner, list):
            stem = f"{key[:-1]}," if key.endswith("]") else f"{key}["
            rows += [(f"{stem}{i}]", part) for i, part in enumerate(inner, start=1)]
        elif type(inner) is bool or type(inner) is float:
            count += 1
            told = str(inner).upper() if type(inner) is bool else f"{inner:.9g}"
            yield f"{key} = {told}"


def origins(points: Points) -> dict[str, str]:
    """Where the values of points and numbers come from, by their names here."""
    told = {own_name(key): where for key, where in points.values.origins.items()}
    return points.defined.with_points(told)
