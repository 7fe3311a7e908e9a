"""What the data of a RAPID module are worth before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from language.foreign.kept.states import frozen
from scenes.makers.rapid.rapid_declarations import Declaration
from scenes.makers.rapid.translation.rapid_module import Module, Values, shared_data


def values_of(module: Module, data: Sequence[tuple[str, str]]) -> Values:
    """The values of the data of a module. data: Name and text of the other modules of its task."""
    values = Values()
    _take_shared(values, data)
    for declaration in module.declared.values():
        values.origins.pop(declaration.key, None)
        values.take(declaration)
    return values


def _take_shared(values: Values, data: Sequence[tuple[str, str]]) -> None:
    """Takes the data of other modules; a name that two of them give another value has none."""
    before = dict[str, object]()
    for name, text in data:
        for declaration, line in shared_data(text):
            key = declaration.key
            values.take(declaration, f"{name}:{line}")
            now = values.get(key)
            if key in before and before[key] != now:
                values.forget([key])
                values.kinds.pop(key, None)
                now = None
            before[key] = now


def worths_of(module: Module, values: Values) -> Mapping[str, object]:
    """What is known of each name of a module, as a value that can be compared."""
    return {key: _worth(declaration, values) for key, declaration in module.declared.items()}


def _worth(declaration: Declaration, values: Values) -> object:
    if declaration.worth is not None:
        return declaration.worth
    (noted,) = values.noted([declaration.key]).values()
    return declaration.storage, frozen(noted)
