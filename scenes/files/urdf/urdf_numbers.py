"""Checks the numbers and names of a URDF before it is read: faults with line and joint.

The reader itself stops at the first number that it cannot read, and does not say where that is.
"""

from __future__ import annotations

from math import isfinite
from xml.parsers import expat

from scenes.errors import FileProblem

# For each element its attributes with numbers, and how many numbers each has.
NUMBERS = {
    "origin": {"xyz": 3, "rpy": 3},
    "axis": {"xyz": 3},
    "limit": {"lower": 1, "upper": 1, "velocity": 1, "effort": 1},
    "mimic": {"multiplier": 1, "offset": 1},
    "box": {"size": 3},
    "cylinder": {"radius": 1, "length": 1},
    "sphere": {"radius": 1},
    "mass": {"value": 1},
}
PLACES = ("origin", "axis")  # elements whose numbers must be finite as well
NAMED = ("link", "joint")  # elements right below the root that must have a name


def faults_of_numbers(text: bytes, file: str) -> tuple[FileProblem, ...]:
    """Faults of the root, the names and the numbers of a well-formed XML text."""
    found: list[FileProblem] = []
    way: list[str] = []  # the open elements, with their names where they have one
    parser = expat.ParserCreate()

    def note(path: str, message: str) -> None:
        place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        found.append(FileProblem(file, *place, path, message))

    def opened(tag: str, attributes: dict[str, str]) -> None:
        if not way and tag != "robot":
            note("", f"no URDF: its root is <{tag}> where <robot> is needed")
        owner = way[1] if len(way) > 1 else ""
        if len(way) == 1 and tag in NAMED and "name" not in attributes:
            note("", f"a <{tag}> without a name")
        if owner.startswith(NAMED):
            for name, count in NUMBERS.get(tag, {}).items():
                fault = _fault(attributes.get(name), count, finite=tag in PLACES)
                if fault:
                    note(owner, f"{name} of its <{tag}> {fault}")
        way.append(f"{tag} {attributes['name']}" if "name" in attributes else tag)

    parser.StartElementHandler = opened
    parser.EndElementHandler = lambda tag: way.pop()
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        note("", f"not valid XML: {expat.errors.messages[error.code]}")
    return tuple(found)


def _fault(text: str | None, count: int, *, finite: bool) -> str:
    """Why the text of an attribute is not `count` numbers; "" where it is."""
    if text is None:
        return ""
    words = text.split()
    for word in words:
        try:
            number = float(word)
        except ValueError:
            return f"holds {word!r}, which is no number"
        if finite and not isfinite(number):
            return f"holds {word!r}, which is not finite"
    if len(words) != count:
        return f"is {text!r} where {count} number{'s are' if count > 1 else ' is'} needed"
    return ""
