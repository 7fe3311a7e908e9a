"""The numbers and names of a URDF before it is read: each fault with its line and its joint.

The reader that follows stops at the first number it cannot take and does not say where it stood.
"""

from __future__ import annotations

from math import isfinite
from xml.parsers import expat

from scenes.errors import FileProblem

# Attributes that hold numbers, by element, and how many.
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
PLACES = ("origin", "axis")  # their numbers have to be finite as well
NAMED = ("link", "joint")  # what stands right below the root and cannot do without a name


def faults_of_numbers(text: bytes, file: str) -> tuple[FileProblem, ...]:
    """What is wrong with the root, the names and the numbers of XML that is whole."""
    found: list[FileProblem] = []
    way: list[str] = []  # the open elements, those with a name by it
    parser = expat.ParserCreate()

    def told(path: str, message: str) -> None:
        place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        found.append(FileProblem(file, *place, path, message))

    def opened(tag: str, attributes: dict[str, str]) -> None:
        if not way and tag != "robot":
            told("", f"no URDF: its root is <{tag}> where <robot> is needed")
        owner = way[1] if len(way) > 1 else ""
        if len(way) == 1 and tag in NAMED and "name" not in attributes:
            told("", f"a <{tag}> without a name")
        if owner.startswith(NAMED):
            for name, count in NUMBERS.get(tag, {}).items():
                fault = _fault(attributes.get(name), count, finite=tag in PLACES)
                if fault:
                    told(owner, f"{name} of its <{tag}> {fault}")
        way.append(f"{tag} {attributes['name']}" if "name" in attributes else tag)

    parser.StartElementHandler = opened
    parser.EndElementHandler = lambda tag: way.pop()
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        told("", f"not valid XML: {expat.errors.messages[error.code]}")
    return tuple(found)


def _fault(text: str | None, count: int, *, finite: bool) -> str:
    """What keeps the text of an attribute from being its numbers; empty where nothing does."""
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
