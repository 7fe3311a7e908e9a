"""Statements of our program as remarks in the program of a maker."""

from __future__ import annotations

from scenes.makers.writing.orders import Await, Call, Go, Say, Stand, Switch

LONGEST_REMARK = 70


def remark(
    order: Go | Switch | Await | Stand | Say | Call, sign: str = ";", longest: int = LONGEST_REMARK
) -> str:
    """The line of our program and its statement, as a remark behind the code of an order.

    sign: What begins a remark in the language. longest: Characters of the statement at most.
    """
    plain = " ".join(order.text.split())
    plain = "".join(c if c.isprintable() and ord(c) < 127 else "?" for c in plain)
    return f" {sign} {order.line}: {plain[:longest]}" if plain else ""
