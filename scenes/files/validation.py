"""Checks the form of a document: reports every fault at once, in words, with its place."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from language.words.suggestions import nearest_or_alike
from scenes.files.schema import FILE_KINDS, FORMAT_VERSION, keys_of
from scenes.files.solids.shape_schema import OPERATIONS, ShapeIn
from scenes.files.sound_rest import BODIES, FORMS, SECTIONS, rest_of, step_at
from scenes.files.text.documents import Document, Faults, Loc, holds_nothing
from scenes.files.text.words import did_you_mean

Model = TypeVar("Model", bound=BaseModel)
# Greatest number of known keys that a message lists where none is like the unknown key.
_FEW = 6
# Number of passes: faults may appear only after others have been taken out.
_ROUNDS = 4


def validated(document: Document, model: type[Model], what: str = "") -> Model:
    """The document in its checked form; SceneFileError with all its faults.

    what: Kind of a file without a version in messages, such as "scenario".
    """
    faults = Faults(document)
    _check_version(document, model, what, faults)
    faults.raise_if_any()
    checked = _checked(document.data, model, faults, set())
    faults.raise_if_any()
    assert checked is not None
    return checked


def validated_rest(document: Document, model: type[Model], faults: Faults) -> Model:
    """The sound rest of a cell or part file in its checked form, so that its meaning is judged too.

    `faults` collects the faults of the form, and the places taken out as unsound. Raises
    SceneFileError where the file is of another kind or version, or nothing sound is left.
    """
    _check_version(document, model, "", faults)
    may_go_on = any(faults.is_unsound((kind,)) for kind in FORMS)
    if len(faults.problems) > len(document.problems) and not may_go_on:
        faults.raise_if_any()
    data, taken_out = _with_known_forms(document), set(faults.unsound)
    for _ in range(_ROUNDS):
        checked = _checked(data, model, faults, taken_out)
        if checked is not None:
            if not faults.problems:
                _remember_forms(document, checked)
            return checked
        data = rest_of(document.data, faults.unsound)
        taken_out = set(faults.unsound)
    faults.raise_if_any()
    raise AssertionError("a form without faults is a checked one")


def _with_known_forms(document: Document) -> dict[str, Any]:
    """The data with the checked form in place of each body that is known as sound.

    pydantic takes such a form as it is: after an edit of one body only this body is checked.
    """
    data, known = dict(document.data), document.forms
    for section in BODIES if known else ():
        entries = data.get(section)
        if isinstance(entries, dict):
            forms = {
                name: known.get(id(entry), (None, entry))[1] for name, entry in entries.items()
            }
            data[section] = forms
    return data


def _remember_forms(document: Document, checked: BaseModel) -> None:
    """Keeps the checked forms of the bodies of a file without faults, and no older ones."""
    document.forms.clear()
    for section in BODIES:
        forms = getattr(checked, section, None) or {}
        for name, form in forms.items():
            entry = document.data[section][name]
            document.forms[id(entry)] = (entry, form)


def _checked(data: Any, model: type[Model], faults: Faults, known: Collection[Loc]) -> Model | None:
    """The data in their checked form, or None where they have faults.

    known: Places of faults reported before: values there get no further fault.
    """
    details: list[ErrorDetails] = []
    checked = None
    try:
        checked = model.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
    _note_all(details, model, faults, known)
    reported = {_place(detail) for detail in details} | set(known)
    for loc in _nothings(data, ()) if holds_nothing(data) else ():
        if not {loc, loc[:-1]} & reported:
            faults.add(loc, "nothing stands here: give a value, or leave the key out")
            faults.unsound.add(step_at(loc) or loc)
    return checked


def _note_all(
    details: list[ErrorDetails], model: type[BaseModel], faults: Faults, known: Collection[Loc]
) -> None:
    """Notes the faults of the form, except at places that are known to be faulty."""
    misspelt = _misspelt_keys(details, model)
    for detail in details:
        loc = _place(detail)
        faults.unsound.add(step_at(loc) or loc)
        if any(_within(loc, other) or _within(other, loc) for other in known):
            continue
        if detail["type"] == "missing" and detail["loc"] in misspelt:
            continue
        is_unknown = detail["type"] == "extra_forbidden"
        bad_key = is_unknown or detail["loc"][-1:] == ("[key]",)
        faults.add(loc, _sentence(detail, model, loc), of_key=bad_key)


def _place(detail: ErrorDetails) -> tuple[str | int, ...]:
    """The place of a fault in the file, without the tags of forms."""
    return tuple(step for step in detail["loc"] if not str(step).startswith("["))


def _within(loc: Loc, other: Loc) -> bool:
    return tuple(loc[: len(other)]) == tuple(other)


def _nothings(data: Any, loc: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The places of keys without a value, which otherwise would count as left out."""
    if data is None:
        yield loc
    within = data if isinstance(data, dict | list) else ()
    for step, value in within.items() if isinstance(within, dict) else enumerate(within):
        yield from _nothings(value, (*loc, step))


def _misspelt_keys(details: list[ErrorDetails], model: type[BaseModel]) -> set[Loc]:
    """The places of keys that are only misspelt: they must not be reported as missing too."""
    unknown = [detail["loc"] for detail in details if detail["type"] == "extra_forbidden"]
    meant = {loc: nearest_or_alike(str(loc[-1]), keys_at(model, loc[:-1]))[:1] for loc in unknown}
    return {(*loc[:-1], key) for loc, keys in meant.items() for key in keys}


def _check_version(document: Document, model: type[BaseModel], what: str, faults: Faults) -> None:
    kind = next((key for key, (known, _) in FILE_KINDS.items() if known is model), "")
    what = FILE_KINDS[kind][1] if kind else what
    others = [key for key in FILE_KINDS if key != kind and isinstance(document.data.get(key), int)]
    version = document.data.get(kind)
    sections = kind in FORMS and any(key in document.data for key in SECTIONS)
    if version is None and others:
        other = FILE_KINDS[others[0]][1]
        faults.add((others[0],), f"this is a {other}, not a {what}", of_key=True)
    elif not kind or faults.is_unsound((kind,)):
        return
    elif kind not in document.data and sections:
        faults.unsound.add((kind,))
        # Reported together with the other faults, as any missing key.
        faults.add((), f'"{kind}: {FORMAT_VERSION}" is missing: it marks a {what} and its version')
    elif kind not in document.data:
        faults.add((), f'"{kind}: {FORMAT_VERSION}" is missing: it marks a {what} and its version')
    elif version != FORMAT_VERSION or isinstance(version, bool):
        message = f"{what} version {version!r} is not known; this program reads {FORMAT_VERSION}"
        faults.add((kind,), message)


def _sentence(detail: ErrorDetails, model: type[BaseModel], loc: Loc) -> str:
    """The sentence for a fault, in our words where we have some, else in pydantic's."""
    kind, given, context = detail["type"], detail["input"], detail.get("ctx", {})
    match kind:
        case "extra_forbidden":
            return f'unknown key "{loc[-1]}"{_hint(str(loc[-1]), keys_at(model, loc[:-1]))}'
        case "missing":
            return f'the key "{loc[-1]}" is missing'
        case "too_short" | "too_long":
            return _count_sentence(kind, context)
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            return f"{_limit(kind, context)}, not {given!r}"
        case "literal_error":
            near = did_you_mean(str(given), keys_in_quotes(str(context.get("expected"))))
            return f"should be {context.get('expected')}, not {_shown(given)}{near}"
        case "string_pattern_mismatch":
            return f'should be a colour such as "#8a6f4d", not {given!r}'
        case "finite_number":
            return "should be a finite number"
    if given is None and kind == "string_type" and loc[-1] == "colour":
        return 'should be a colour in quotes, such as "#8a6f4d": a bare # begins a comment'
    wanted = WANTED.get(kind)
    return f"should be {wanted}, not {_shown(given)}" if wanted else detail["msg"]


def _hint(word: str, known: list[str]) -> str:
    """A suggestion for an unknown key: the key that was meant, else all keys if they are few."""
    if tuple(known) == OPERATIONS and word in keys_of(ShapeIn):
        return f"; it belongs inside the braces of the shape: `add: {{..., {word}: ...}}`"
    few = 0 < len(known) <= _FEW
    listed = f"; the keys here are {', '.join(f'{key}:' for key in known)}" if few else ""
    return did_you_mean(word, known) or listed


WANTED = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping of keys",
    "model_type": "a mapping of keys",
    "model_attributes_type": "a mapping of keys",
}

LIMITS = {
    "greater_than": "above",
    "greater_than_equal": "at least",
    "less_than": "below",
    "less_than_equal": "at most",
}


def _limit(kind: str, context: dict[str, Any]) -> str:
    return f"should be {LIMITS[kind]} {next(iter(context.values())):g}"


def _count_sentence(kind: str, context: dict[str, Any]) -> str:
    wanted = context["min_length"] if kind == "too_short" else context["max_length"]
    order = "at least" if kind == "too_short" else "at most"
    return (
        f"needs {order} {wanted} item{'' if wanted == 1 else 's'}, not {context['actual_length']}"
    )


def _shown(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {value!r}"
        case list():
            return "a list"
        case dict():
            return "a mapping"
    return f"the number {value!r}"


def keys_in_quotes(text: str) -> list[str]:
    """The words of `'revolute' or 'prismatic'`."""
    return text.split("'")[1::2]


def keys_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """The keys that a mapping at `loc` may have."""
    kind: Any = model
    for step in loc:
        kind = _inner(kind)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kind = keys_of(kind).get(str(step))
        else:
            kind = (get_args(kind) or (None,))[-1]
    kind = _inner(kind)
    return list(keys_of(kind)) if isinstance(kind, type) and issubclass(kind, BaseModel) else []


def _inner(kind: Any) -> Any:
    """The type inside Annotated and `| None`."""
    while True:
        origin = get_origin(kind)
        if origin is Annotated:
            kind = get_args(kind)[0]
        elif origin in (Union, types.UnionType):
            kind = _most_telling(get_args(kind))
        else:
            return kind


def _most_telling(kinds: tuple[Any, ...]) -> Any:
    """The type, among a value's possible types, that is a mapping with keys; else the first."""
    inner = [_inner(kind) for kind in kinds if kind is not type(None)]
    keyed = (kind for kind in inner if isinstance(kind, type) and issubclass(kind, BaseModel))
    return next(keyed, inner[0])
