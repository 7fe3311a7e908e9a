"""Counts the primitives of the solids of a file before any of them is built.

A file of a few lines can ask for more than any computer holds: repetitions of repetitions, or a
part file that uses another one twice, which uses a third one twice. So this module counts the
primitives of a solid from the file, each part file once, and notes a fault at the place where a
limit is passed. The cost of reading a file is then bounded by its text and these limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from geometry import Solid
from geometry.solids.tree import Difference, Intersection, Moved, Union
from scenes.files.solids.mesh_shapes import Place
from scenes.files.solids.placed_copies import copies
from scenes.files.solids.shape_schema import OPERATIONS, OperationIn, ShapeIn
from scenes.files.text.documents import Faults

# Primitives: to cut a plate with 2500 holes takes ten seconds, and larger solids soon take hours.
MOST_OF_A_SOLID = 5_000
# Primitives of all solids of a cell together, including the insides of hulls.
MOST_IN_ALL = 50_000
# Depth of the tree of a solid: Python needs one nested call for each level and has a thousand.
MOST_DEPTH = 100
# Nesting of groups and part files, which need several calls for each level.
MOST_NESTED = 50


class Size(NamedTuple):
    """The size of a solid: number of primitives, and depth of its tree."""

    primitives: int
    depth: int


@dataclass
class Budget:
    """The budget of one reading, which a file and its included files share.

    spent: Number of primitives of the solids so far. nested: Number of shapes around the present
    place of the reading.
    """

    spent: int = 0
    nested: int = 0

    @contextmanager
    def within_a_shape(self) -> Iterator[bool]:
        """Enters a shape; yields whether the nesting is still allowed."""
        self.nested += 1
        try:
            yield self.nested <= MOST_NESTED
        finally:
            self.nested -= 1


IncludedSize = Callable[[str, Place], Size | None]
"""The size of an included part file by its name; None where it is larger than allowed."""


class Expansion:
    """Counts the solids of one document; notes a fault where one passes a limit."""

    def __init__(self, faults: Faults, included: IncludedSize, budget: Budget) -> None:
        self.faults = faults
        self.included = included
        self.budget = budget

    def of_steps(self, steps: Sequence[OperationIn], loc: Place) -> Size | None:
        """The size of the solid of the steps; None, with a fault, where it passes a limit."""
        so_far: Size | None = Size(0, 0)
        before = ""
        for i, step in enumerate(steps):
            name = next(key for key in OPERATIONS if getattr(step, key) is not None)
            here = (*loc, i, name)
            if self.faults.is_unsound((*loc, i)):
                continue
            shape = self._of_shape(getattr(step, name), here)
            if shape is None or so_far is None:
                so_far = None
                continue
            # Steps of one kind in a row are on one level; a step of another kind adds a level.
            inner = so_far.depth if name == before else so_far.depth + 1
            depth = max(inner, shape.depth + 1)
            so_far = self._allowed(Size(so_far.primitives + shape.primitives, depth), here)
            before = name
        return so_far

    def of_all(self, size: Size, loc: Place) -> bool:
        """Adds a solid to the file's total; False, with a fault once, if that is too large."""
        had_room = self.budget.spent <= MOST_IN_ALL
        self.budget.spent += size.primitives
        if self.budget.spent > MOST_IN_ALL and had_room:
            message = f"here the solids of this file pass {MOST_IN_ALL} primitives together, with "
            self.faults.add(loc, f"{message}every copy counted: no more can be worked with")
        return self.budget.spent <= MOST_IN_ALL

    def _of_shape(self, shape: ShapeIn, loc: Place) -> Size | None:
        with self.budget.within_a_shape() as is_allowed:
            if not is_allowed:
                message = (
                    f"nested too deeply: more than {MOST_NESTED} groups and part files in others"
                )
                self.faults.add(loc, message, of_key=True)
                return None
            inner = self._unplaced(shape, loc)
        if inner is None:
            return None
        whole = Size(inner.primitives * copies(shape), inner.depth + _depth_of_place(shape))
        key = "repeat" if shape.repeat is not None else "mirror"
        return self._allowed(whole, (*loc, key) if copies(shape) > 1 else loc)

    def _unplaced(self, shape: ShapeIn, loc: Place) -> Size | None:
        if shape.group is not None:
            return self.of_steps(shape.group, (*loc, "group"))
        if shape.use is not None:
            return self.included(shape.use, (*loc, "use"))
        if shape.hull is None or shape.hull.of is None:
            return Size(1, 1)
        # A hull counts as one primitive, but its inside has to be built as well.
        inner = self.of_steps(shape.hull.of, (*loc, "hull", "of"))
        is_allowed = inner is not None and self.of_all(inner, (*loc, "hull", "of"))
        return Size(1, 1) if is_allowed else None

    def _allowed(self, size: Size, loc: Place) -> Size | None:
        if size.primitives > MOST_OF_A_SOLID:
            message = (
                f"here the solid comes to {size.primitives} primitives, with every copy counted"
            )
            self.faults.add(loc, f"{message}; a solid may have {MOST_OF_A_SOLID}", of_key=True)
            return None
        if size.depth > MOST_DEPTH:
            message = (
                f"nested too deeply: more than {MOST_DEPTH} solids in solids; put steps of one "
            )
            message += "kind (add, cut, common) in a row, or in a group of their own"
            self.faults.add(loc, message, of_key=True)
            return None
        return size


def size_of(solid: Solid) -> Size:
    """The size of a solid that is built already, however deep its tree is."""
    primitives, depth = 0, 0
    waiting = [(solid, 1)]
    while waiting:
        tree, level = waiting.pop()
        depth = max(depth, level)
        match tree:
            case Moved():
                waiting.append((tree.inner, level + 1))
            case Union() | Intersection():
                waiting += [(part, level + 1) for part in tree.parts]
            case Difference():
                waiting += [(part, level + 1) for part in (tree.whole, *tree.cutters)]
            case _:
                primitives += 1
    return Size(primitives, depth)


def _depth_of_place(shape: ShapeIn) -> int:
    """Levels of the tree that pose, mirror, repetition and name add around a shape."""
    mirror = 0 if shape.mirror is None else 3
    repeat = 0 if shape.repeat is None else 4
    return 1 + mirror + repeat + (shape.name is not None)
