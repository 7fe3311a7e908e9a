"""Every key that the schema of cell files knows has a row in the panel Properties."""

import types
from typing import Annotated, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from app.desktop.modelling.fields.entry import Entry, Group
from app.desktop.modelling.fields.shape_entries import OF_EVERY_SHAPE, entries_of, keys_with_rows
from app.desktop.modelling.sections.body_sections import COLOUR_ENTRY, PART_ENTRIES
from app.desktop.modelling.sections.cell_section import CELL_ENTRIES
from app.desktop.modelling.sections.place_section import IN_FRAME
from scenes.files.field_types import FramedPose
from scenes.files.schema import CellIn, FixtureIn, PartIn, keys_of
from scenes.files.solids.shape_schema import SHAPES, ShapeIn

# The list of steps shows these: each step has a form of its own.
IN_THE_LIST = {("solid",)}


def models_in(kind: object) -> list[type[BaseModel]]:
    """The mappings that a value of this type may be; a list of steps is none."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    if get_origin(kind) is Annotated:
        return models_in(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [model for inner in get_args(kind) for model in models_in(inner)]
    return []


def keys_in(model: type[BaseModel], at: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """All keys that the file may have below a model."""
    found = set()
    for key, kind in keys_of(model).items():
        found.add((*at, key))
        for inner in models_in(kind):
            found |= keys_in(inner, (*at, key))
    return found


@pytest.mark.parametrize("kind", SHAPES)
def test_every_key_of_a_shape_has_a_row(kind) -> None:
    others = set(SHAPES) - {kind}
    wanted = {keys for keys in keys_in(ShapeIn) if keys[0] not in others}
    rows = keys_with_rows(entries_of(kind))
    # The mapping of a shape needs no row where its keys have one.
    missing = {k for k in wanted - rows if not any(row[: len(k)] == k for row in rows)}
    assert missing == set()
    assert rows <= wanted, "a row for a key that no file may have"


@pytest.mark.parametrize(
    ("model", "rows"),
    [
        (FixtureIn, (IN_FRAME, COLOUR_ENTRY)),
        (PartIn, (IN_FRAME, COLOUR_ENTRY, *PART_ENTRIES)),
    ],
)
def test_every_key_of_a_body_has_a_row(model, rows) -> None:
    place = {("at",), ("rpy",), ("in",)}
    assert keys_in(FramedPose) == place, "PlaceSection has a row for each"
    assert keys_in(model) - IN_THE_LIST - place - keys_with_rows(rows) == set()


def test_the_settings_of_a_cell_have_rows() -> None:
    wanted = {keys for keys in keys_in(CellIn) if keys[0] in ("title", "check")}
    assert wanted - {("check",)} == keys_with_rows(CELL_ENTRIES)


def defaults(rows) -> dict[tuple[str, ...], object]:
    entries = [e for row in rows for e in (row.entries if isinstance(row, Group) else (row,))]
    return {e.keys: e.default for e in entries if isinstance(e, Entry) and e.default is not None}


def default_in_schema(model: type[BaseModel], keys: tuple[str, ...]) -> object:
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    field = fields[keys[0]]
    if len(keys) == 1:
        return field.get_default(call_default_factory=True)
    return default_in_schema(models_in(field.annotation)[0], keys[1:])


@pytest.mark.parametrize(
    ("model", "rows"),
    [
        *((ShapeIn, entries_of(kind)) for kind in SHAPES),
        (ShapeIn, OF_EVERY_SHAPE),
        (PartIn, PART_ENTRIES),
        (FixtureIn, (IN_FRAME,)),
        (CellIn, CELL_ENTRIES),
    ],
)
def test_what_a_row_shows_for_a_key_left_out_is_what_the_schema_takes(model, rows) -> None:
    for keys, default in defaults(rows).items():
        assert default == default_in_schema(model, keys), keys
