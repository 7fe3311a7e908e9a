"""Each program has a file of its own, under a name that its controller accepts."""

from collections.abc import Iterator

import numpy as np

from scenes.makers.writing.orders import Call, EndTurns, Switch, Turns
from scenes.makers.writing.program_files import files_beside, program_texts
from scenes.makers.writing.unrolled import Orders


class Programs:
    """Writes the names of the programs that are called."""

    def __init__(self, names, above) -> None:
        self.names, self.above = names, above

    def main(self, orders: Orders) -> Iterator[str]:
        yield "main"
        yield from self.calls(orders.orders)

    def called(self, call: Call) -> Iterator[str]:
        yield f"below {self.above[call.name]} loops"
        yield from self.calls(call.orders)

    def calls(self, orders) -> Iterator[str]:
        return (self.names[order.name] for order in orders if isinstance(order, Call))

    def text(self, name: str, statements: Iterator[str]) -> str:
        return " ".join([f"{name}:", *statements])


def name_of(text: str) -> str:
    return text.upper()[:4]


def test_a_program_stands_before_those_that_it_calls_each_under_a_name_of_its_own() -> None:
    inner = Call(1, "weld", (Switch(1, 1, True),))
    outer = Call(1, "welding", (inner,))
    orders = (Turns(1, 2), outer, EndTurns(1), inner)
    texts = program_texts(Orders(np.zeros(6), orders, ()), "MAIN", name_of, Programs)
    assert list(texts.values()) == [
        "MAIN: main WELD R2_W",
        "WELD: below 1 loops R2_W",
        "R2_W: below 1 loops",
    ]
    assert files_beside(texts, ".ls") == tuple(
        (f"{name}.ls", texts[name]) for name in ("WELD", "R2_W")
    )
