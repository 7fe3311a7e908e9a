"""The values with which a KRL program begins: those of its data, the last run's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from scenes.makers.defined_points import pose_text
from scenes.makers.krl.krl_data import numbers_of
from scenes.makers.krl.krl_frames import FRAME_KEYS, pose_of_frame
from scenes.makers.krl.terms.krl_types import FRAME, JOINTS
from scenes.makers.krl.terms.krl_values import Values


def first_values(
    values: Values, given: Mapping[str, object], words: Collection[str]
) -> Iterator[str]:
    """Lines that give names their first values. words: The names that the program uses."""
    for key, value in given.items():
        name, _, index = key.partition("[")
        if name not in words:
            continue
        yield from _lines(values, name, f"[{index}" if index else "", value)


def _lines(values: Values, name: str, index: str, value: object) -> Iterator[str]:
    declared = values.types.type_of(name, "")
    kind = values.types.kind_of(declared) if declared else ""
    whole = values.own(name)
    if isinstance(value, float):
        yield f"{whole}{index} = {value:.10g}"
    elif not isinstance(value, dict) or kind == JOINTS:
        return
    elif kind == FRAME:
        if (index or name in values.changed) and set(FRAME_KEYS) <= set(numbers_of(value)):
            yield _point(f"{whole}{index}", value)
    elif declared:
        yield from _fields(values, declared, whole, index, value)


def _fields(
    values: Values, declared: str, path: str, index: str, given: Mapping[str, object]
) -> Iterator[str]:
    """The fields of a structure, those of structures in it too."""
    for field, value in given.items():
        inner = values.types.field_type(declared, field)
        if not inner:
            continue
        kind, name = values.types.kind_of(inner), f"{path}.{field}"
        if isinstance(value, float):
            yield f"{name}{index} = {value:.10g}"
        elif isinstance(value, str) and value.startswith("#"):
            yield f"{name}{index} = {values.names.enumerated(value)}"
        elif isinstance(value, dict) and kind == FRAME:
            if set(FRAME_KEYS) <= set(numbers_of(value)):
                yield _point(f"{name}{index}", value)
        elif isinstance(value, dict) and not kind:
            yield from _fields(values, inner, name, index, value)


def _point(name: str, value: dict[str, object]) -> str:
    numbers = numbers_of(value)
    T = pose_of_frame({key: numbers[key] for key in FRAME_KEYS})
    return f"POINT {name} {pose_text(T)}"
