"""Assignments of KRL in the words of our language: numbers, components, frames, structures."""

from __future__ import annotations

import re
from collections.abc import Mapping

from language.foreign.draft import NotSaidError
from scenes.makers.krl.krl_frames import FRAME_KEYS
from scenes.makers.krl.terms.krl_trees import Aggregate, Call, Ref, Tree, tree_of
from scenes.makers.krl.terms.krl_types import FRAME, INT, JOINTS, NUMBER, TEXT
from scenes.makers.krl.terms.krl_values import (
    Said,
    Values,
    angle_lines,
    frame_text,
)

NO_PLACE = re.compile(r"[ST]|E[1-6]")  # components of a POS that its place does not depend on
# A condition gives -1 or 0: it is no number to be rounded.
CONDITION = re.compile(r"==|<>|<=|>=|<|>|\b(?:NOT|AND|OR|XOR|TRUE|FALSE|SIG)\b")


def assignment_lines(values: Values, target: str, value: str) -> list[str]:
    """The lines of `target = value`; none for texts. Raises NotSaidError."""
    if target.rstrip().endswith("[]"):
        return []
    place, tree = tree_of(target.strip()), tree_of(value.strip())
    if not isinstance(place, Ref) or tree is None:
        raise NotSaidError("not understood")
    return lines_of(values, place, tree)


def lines_of(values: Values, place: Ref, tree: Tree) -> list[str]:
    """The lines that give a variable or a field of it the value of a tree."""
    name = place.path[0][0]
    if name.startswith("$") and not values.types.type_of(name, values.program):
        raise NotSaidError(f"{name} is not set here")
    kind, path, at, part = values.walk(place)
    whole = path + (f"[{', '.join(values.of(index).text for index in at)}]" if at else "")
    if part:
        return component_lines(whole, {part: values.of(tree)})
    if kind == FRAME:
        return frame_lines(values, whole, tree)
    if kind == JOINTS:
        raise NotSaidError("axis values are not set here")
    if kind == "":
        return structure_lines(values, place, path, tree)
    said = values.of(tree)
    if said.kind == TEXT:
        return []
    if said.kind not in (INT, NUMBER):
        raise NotSaidError("this value is not read")
    declared = values.types.type_of(name, values.program)
    text = said.text
    is_whole = values.types.kind_of(declared) == INT if declared and len(place.path) == 1 else False
    if is_whole and said.kind == NUMBER and not CONDITION.search(text):
        text = f"INT({said.within(10)} + 0.5 * SIGN({text}))"  # a REAL is rounded for an INT
    return [f"{whole} = {text}"]


def frame_lines(values: Values, whole: str, tree: Tree) -> list[str]:
    """A frame gets the value of another; components that an aggregate leaves out are kept."""
    if isinstance(tree, Aggregate) and not set(dict(tree.fields)) >= set("XYZABC"):
        return component_lines(whole, {key: values.of(inner) for key, inner in tree.fields})
    said = values.of(tree)
    if said.kind != FRAME:
        raise NotSaidError("this value is no frame")
    return [f"SET {whole} = {said.text}"]


def component_lines(whole: str, given: Mapping[str, Said]) -> list[str]:
    """Components of a frame get values, X to C in mm and degrees; the others stay.

    All values are those before the frame changes. S, T and outer axes say nothing of a frame.
    Raises NotSaidError.
    """
    if any(said.kind not in (INT, NUMBER) for said in given.values()):
        raise NotSaidError("a component is a number")
    for key in given:
        if key not in FRAME_KEYS and not NO_PLACE.fullmatch(key):
            raise NotSaidError(f"{key} is no component of a frame")
    turns = {key: f"KRL.NEW{key}" for key in "ABC" if key in given}
    lines = [f"{name} = {given[key].text}" for key, name in turns.items()]
    if (shifted := shifted_frame(whole, given)) != whole:
        lines.append(f"SET {whole} = {shifted}")
    if not turns:
        return lines
    angles = {key: turns.get(key, f"KRL.{key}") for key in "ABC"}
    places = [f"D{key}({whole})" for key in "XYZ"]
    if len(turns) < len(angles):
        lines += angle_lines(whole)
        places = [f"KRL.V[{number}]" for number in (1, 2, 3)]
    return [*lines, f"SET {whole} = {frame_text([*places, *angles.values()])}"]


def shifted_frame(frame: str, given: Mapping[str, Said]) -> str:
    """A frame in our words with those of X, Y and Z that are given; the others stay."""
    shifts = [
        f"{given[key].within(10)} - D{key}({frame})" if key in given else "0" for key in "XYZ"
    ]
    return f"SHIFT({frame} BY {', '.join(shifts)})" if {*given} & {*"XYZ"} else frame


def structure_lines(values: Values, place: Ref, path: str, tree: Tree) -> list[str]:
    """All fields of a structure."""
    declared = values.types.type_of(place.path[0][0], values.program)
    if isinstance(tree, Aggregate):
        lines = list[str]()
        for key, inner in tree.fields:
            lines += lines_of(values, Ref((*place.path, (key, ()))), inner)
        return lines
    if not isinstance(tree, Ref | Call) or len(place.path) > 1 or place.path[0][1]:
        raise NotSaidError("this structure is not read")
    if isinstance(tree, Ref):
        if len(tree.path) > 1 or tree.path[0][1]:
            raise NotSaidError("a part of a structure is not read here")
        source = values.own(tree.path[0][0])
    else:
        source = values.of(tree).text
    return [
        f"{'SET ' if leaf.kind == FRAME else ''}{path}.{leaf.path} = {source}.{leaf.path}"
        for leaf in values.types.leaves(declared)
    ]


def result_lines(values: Values, function: str, value: str) -> list[str]:
    """The lines that leave the value of a function where its caller looks for it."""
    results = values.results_of(function)
    tree = tree_of(value.strip())
    if tree is None:
        raise NotSaidError("not understood")
    if len(results) == 1 and not results[0][1].path:
        name, leaf = results[0]
        if leaf.kind == FRAME:
            return frame_lines(values, name, tree)
        return [f"{name} = {values.of(tree).text}"]
    if not isinstance(tree, Ref) or len(tree.path) > 1:
        raise NotSaidError("this structure is not read")
    source = values.own(tree.path[0][0])
    return [
        f"{'SET ' if leaf.kind == FRAME else ''}{name} = {source}.{leaf.path}"
        for name, leaf in results
    ]
