"""Shapes of values: what a variable of URScript holds, known before a run.

Variables of URScript have no type. A program is read with one shape for each of them; a variable
that holds values of different shapes has the shape ANY, and what uses it is not understood.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

NUMBER, TRUTH, TEXT, POSE, SOLVED, ANY = "number", "truth", "text", "pose", "solved", "any"
NUMBERS = frozenset({NUMBER, TRUTH, TEXT})  # those that are a number in our language
MOST_LEAVES = 400


class Row(NamedTuple):
    """A list of values of one shape. length: Of the longest one where it is open.

    is_open: Whether only a run knows its length.
    """

    length: int
    of: Shape
    is_open: bool = False


class Record(NamedTuple):
    """A structure, or a list of values of different shapes. names: "" where one has none."""

    names: tuple[str, ...]
    shapes: tuple[Shape, ...]


Shape: TypeAlias = str | Row | Record


def joined(a: Shape | None, b: Shape | None) -> Shape | None:
    """The shape of a variable that holds values of two shapes; None is not known yet."""
    if a is None or b is None or a == b:
        return a if b is None else b
    if {a, b} == {NUMBER, TRUTH}:
        return NUMBER
    if isinstance(a, Record) and isinstance(b, Record) and len(a.shapes) == len(b.shapes):
        shapes = [joined(x, y) or ANY for x, y in zip(a.shapes, b.shapes, strict=True)]
        names = a.names if a.names == b.names else ("",) * len(shapes)
        return Record(names, tuple(shapes))
    if isinstance(a, Row | Record) and isinstance(b, Row | Record):
        return _list_of_both(a, b)
    return ANY


def _list_of_both(a: Row | Record, b: Row | Record) -> Shape:
    """The shape of a variable that holds two lists: a list of values of one shape, or ANY."""
    of: Shape | None = None
    for each in (a, b):
        for shape in [each.of] if isinstance(each, Row) else each.shapes:
            of = joined(of, shape)
    counts = [each.length if isinstance(each, Row) else len(each.shapes) for each in (a, b)]
    was_open = any(isinstance(each, Row) and each.is_open for each in (a, b))
    if of is None or of == ANY:
        return ANY
    return Row(max(counts), of, was_open or counts[0] != counts[1])


def list_shape(shapes: list[Shape]) -> Shape:
    """The shape of a list with elements of these shapes."""
    of: Shape | None = None
    for shape in shapes:
        of = joined(of, shape)
    is_row = of is not None and of != ANY
    if is_row and len(shapes) * size(of or ANY) <= MOST_LEAVES:
        return Row(len(shapes), of or ANY)
    if not shapes or sum(size(shape) for shape in shapes) > MOST_LEAVES:
        return ANY
    return Record(("",) * len(shapes), tuple(shapes))


def size(shape: Shape) -> int:
    """How many numbers and poses a shape has."""
    if isinstance(shape, Row):
        return shape.length * size(shape.of)
    return sum(map(size, shape.shapes)) if isinstance(shape, Record) else 1


def element(shape: Shape, index: int | None) -> Shape | None:
    """The shape of an element; index: None where only a run knows it. None where there is none."""
    if shape == POSE:
        return NUMBER
    if isinstance(shape, Row):
        return shape.of if index is None or 0 <= index < shape.length else None
    if isinstance(shape, Record) and index is not None and 0 <= index < len(shape.shapes):
        return shape.shapes[index]
    return None


def member(shape: Shape, name: str) -> Shape | None:
    """The shape of a member of a structure; None where it has none of this name."""
    if isinstance(shape, Record) and name in shape.names:
        return shape.shapes[shape.names.index(name)]
    return None
