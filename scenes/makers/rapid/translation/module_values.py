"""What the data of a RAPID module are worth before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from language.foreign.kept.parts import one_state
from language.foreign.kept.states import State, frozen
from language.foreign.recent import Recent
from scenes.makers.rapid.rapid_declarations import Declaration
from scenes.makers.rapid.rapid_groups import Group
from scenes.makers.rapid.rapid_stretches import Stretch
from scenes.makers.rapid.translation.rapid_module import Values, shared_data

MOST_KEPT, MOST_PARTS = 4, 2048


@dataclass(frozen=True, eq=False)
class Worths:
    """What is known of each name of a module, as values that can be compared.

    forms: The same of names that the program changes, whose values are not known before a run.
    """

    by_name: Mapping[str, object]
    forms: Mapping[str, object]
    _of: Recent[State] = field(default_factory=lambda: Recent(MOST_PARTS))

    def of(self, part: Stretch | Group, changed: frozenset[str]) -> State:
        """What is known of the names of a part. changed: Those that the program changes."""
        found = self._of.get((part, changed))
        if found is None:
            known = {name: self.by_name[name] for name in part.names if name in self.by_name}
            known |= {name: self.forms[name] for name in changed if name in self.forms}
            found = one_state(*known.items())
            self._of.put((part, changed), found)
        return found


@dataclass(frozen=True)
class Known:
    """What the data of a module are worth. values: Nobody changes them."""

    values: Values
    worths: Worths


@lru_cache(maxsize=MOST_KEPT)
def known_of(data: tuple[Stretch, ...], files: tuple[tuple[str, str], ...]) -> Known:
    """What data are worth. data: The text of a module outside of routines. files: Name and text of
    the other modules of its task."""
    values, declared = Values(), dict[str, Declaration]()
    for stretch in data:
        for declaration in stretch.declared.values():
            declared.setdefault(declaration.key, declaration)
    _take_shared(values, files)
    for declaration in declared.values():
        values.origins.pop(declaration.key, None)
        values.take(declaration)
    worths = {key: _worth(each, values) for key, each in declared.items()}
    forms = {key: _form(each, values) for key, each in declared.items()}
    return Known(values, Worths(worths, forms))


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


def _form(declaration: Declaration, values: Values) -> object:
    return declaration.storage, declaration.kind, values.sizes.get(declaration.key)


def _worth(declaration: Declaration, values: Values) -> object:
    if declaration.worth is not None:
        return declaration.worth
    (noted,) = values.noted([declaration.key]).values()
    return declaration.storage, frozen(noted)
