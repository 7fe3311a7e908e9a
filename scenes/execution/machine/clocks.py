"""Whether the condition of a statement asks for the time, which changes by itself."""

from __future__ import annotations

from collections.abc import Iterator

from language.expressions.trees import Binary, Call, Item, Joints, Product, Unary
from language.programs.program import Statement


def asks_for_time(statement: Statement) -> bool:
    """Whether the statement's condition contains TIME or TIMER, which change by themselves."""
    argument = statement.argument("condition")
    return argument is not None and any(
        isinstance(tree, Call) and tree.function.clock for tree in trees_in(argument.value)
    )


def trees_in(value: object) -> Iterator[object]:
    """The value of an operand, and all trees and values within it."""
    left: list[object] = [value]
    while left:
        tree = left.pop()
        yield tree
        match tree:
            case Call():
                left += tree.arguments
            case Binary():
                left += (tree.left, tree.right)
            case Unary():
                left.append(tree.operand)
            case Item():
                left += tree.indices
            case Product():
                left += tree.parts
            case Joints():
                left.append(tree.name)
            case _ if type(tree) is tuple:
                left += tree
