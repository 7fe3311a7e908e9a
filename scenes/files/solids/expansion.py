"""How large the solids of a file become, counted before any of them is built.

A file of a few lines can ask for more than any computer holds: a repetition of repetitions, a
part file that uses another one twice, which uses a third one twice. So the primitives of a solid
are counted from what the file says, every part file once, and what grows beyond the limits is
told where it does. Reading a file then costs no more than its text and these limits together.
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

# A plate with 2500 holes takes ten seconds to be cut, and what is larger soon takes hours.
MOST_OF_A_SOLID = 5_000
# All solids of a cell together, and what their hulls are made of.
MOST_IN_ALL = 50_000
# Solids in solids: Python goes down into them one call each, and has a thousand calls.
MOST_DEPTH = 100
# Groups in groups, and part files in part files, which take more calls each.
MOST_NESTED = 50


class Size(NamedTuple):
    """The number of primitives of a solid, and how deep its tree is."""

    primitives: int
    depth: int


@dataclass
class Budget:
    """What one reading may still build: shared by a file and all that it includes.

    spent: Primitives of the solids so far. nested: Shapes within which the reading stands.
    """

    spent: int = 0
    nested: int = 0

    @contextmanager
    def within_a_shape(self) -> Iterator[bool]:
        """Go down into a shape; gives whether that is allowed."""
        self.nested += 1
        try:
            yield self.nested <= MOST_NESTED
        finally:
            self.nested -= 1


IncludedSize = Callable[[str, Place], Size | None]
"""The size of an included part file by its name; None where it is larger than allowed."""


class Expansion:
    """Counts the solids of one document; notes where they grow beyond the limits."""

    def __init__(self, faults: Faults, included: IncludedSize, budget: Budget) -> None:
        self.faults = faults
        self.included = included
        self.budget = budget

    def of_steps(self, steps: Sequence[OperationIn], loc: Place) -> Size | None:
        """The size of what the steps make; None where it is larger than allowed, which is told."""
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
            # Steps of one kind in a row stand side by side; another kind takes all before it in.
            inner = so_far.depth if name == before else so_far.depth + 1
            depth = max(inner, shape.depth + 1)
            so_far = self._allowed(Size(so_far.primitives + shape.primitives, depth), here)
            before = name
        return so_far

    def of_all(self, size: Size, loc: Place) -> bool:
        """Whether there is room for one more solid of the file."""
        had_room = self.budget.spent <= MOST_IN_ALL
        self.budget.spent += size.primitives
        if self.budget.spent > MOST_IN_ALL and had_room:
            told = f"here the solids of this file pass {MOST_IN_ALL} primitives together, with "
            self.faults.add(loc, f"{told}every copy counted: no more can be worked with")
        return self.budget.spent <= MOST_IN_ALL

    def _of_shape(self, shape: ShapeIn, loc: Place) -> Size | None:
        with self.budget.within_a_shape() as is_allowed:
            if not is_allowed:
                told = f"nested too deeply: more than {MOST_NESTED} groups and part files in others"
                self.faults.add(loc, told, of_key=True)
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
        # A hull is one primitive; what it is made of has to be built for it all the same.
        inner = self.of_steps(shape.hull.of, (*loc, "hull", "of"))
        is_allowed = inner is not None and self.of_all(inner, (*loc, "hull", "of"))
        return Size(1, 1) if is_allowed else None

    def _allowed(self, size: Size, loc: Place) -> Size | None:
        if size.primitives > MOST_OF_A_SOLID:
            told = f"here the solid comes to {size.primitives} primitives, with every copy counted"
            self.faults.add(loc, f"{told}; a solid may have {MOST_OF_A_SOLID}", of_key=True)
            return None
        if size.depth > MOST_DEPTH:
            told = f"nested too deeply: more than {MOST_DEPTH} solids in solids; put steps of one "
            told += "kind (add, cut, common) in a row, or in a group of their own"
            self.faults.add(loc, told, of_key=True)
            return None
        return size


def size_of(solid: Solid) -> Size:
    """The size of a solid that is there, however deep its tree is."""
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
    """How many solids the place, the mirror, the repetition and the name put round a shape."""
    mirror = 0 if shape.mirror is None else 3
    repeat = 0 if shape.repeat is None else 4
    return 1 + mirror + repeat + (shape.name is not None)
