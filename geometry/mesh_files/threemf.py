"""3MF files, written and counted: meshes in millimetres, objects with names and colours.

3MF Core Specification 1.3: a zip of `3D/3dmodel.model` (XML: base materials, objects, build items)
and of two files that declare its content. Equal meshes give equal bytes.
"""

import io
import zipfile
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from geometry.meshes.mesh import Mesh

_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_MODEL = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPES = (
    f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
    f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELATIONS = (
    f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{_MODEL}"/></Relationships>'
)
_MATERIALS = 1
_PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"

_Key = tuple[str, str]  # file in the package and number of an object


def threemf_bytes(parts: Mapping[str, tuple[Mesh, str]]) -> bytes:
    """The content of a 3MF file with meshes by their names, each with its colour "#rrggbb"."""
    colours = list(dict.fromkeys(colour for _, colour in parts.values()))
    bases = "".join(
        f'<base name="{colour}" displaycolor="{colour.upper()}FF"/>' for colour in colours
    )
    objects, items = [], []
    for number, (name, (mesh, colour)) in enumerate(parts.items(), start=_MATERIALS + 1):
        objects.append(_object(number, name, mesh, colours.index(colour)))
        items.append(f'<item objectid="{number}"/>')
    model = (
        f'{_HEAD}<model unit="millimeter" xml:lang="en" xmlns="{_CORE}"><resources>'
        f'<basematerials id="{_MATERIALS}">{bases}</basematerials>{"".join(objects)}'
        f"</resources><build>{''.join(items)}</build></model>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for path, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            # The entry has a fixed time, since the time of day would make equal exports differ.
            package.writestr(_entry(path), text)
    return out.getvalue()


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _object(number: int, name: str, mesh: Mesh, material: int) -> str:
    vertices = "".join(
        f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in mesh.vertices.tolist()
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.triangles.tolist()
    )
    return (
        f'<object id="{number}" type="model" name={quoteattr(name)} pid="{_MATERIALS}" '
        f'pindex="{material}"><mesh><vertices>{vertices}</vertices>'
        f"<triangles>{triangles}</triangles></mesh></object>"
    )


def triangles_declared(source: Path) -> int:
    """The number of triangles of a file's build items, in which every copy of a component counts.

    3MF Core Specification 1.3, 4.2: an object is a mesh or a list of components, which are objects
    with a pose. A missing object counts 0, and a file in which an object contains itself gives 0.
    """
    own: dict[_Key, int] = {}
    within: dict[_Key, list[_Key]] = {}
    items: list[_Key] = []
    with zipfile.ZipFile(source) as package:
        for name in package.namelist():
            if name.lower().endswith(".model"):
                _note_objects(name, package.read(name), own, within, items)
    known: dict[_Key, int] = {}
    try:
        for key in TopologicalSorter(within).static_order():
            known[key] = own.get(key, 0) + sum(known[part] for part in within.get(key, ()))
    except CycleError:
        return 0
    return sum(known.get(item, 0) for item in items)


def _note_objects(
    file: str,
    content: bytes,
    own: dict[_Key, int],
    within: dict[_Key, list[_Key]],
    items: list[_Key],
) -> None:
    """Adds the objects of one model file: to `own` the number of triangles of each, to `within` the
    components of each, and to `items` the build items."""
    root = ElementTree.fromstring(content)
    for item in root.iterfind(f"./{{{_CORE}}}build/{{{_CORE}}}item"):
        items.append(_key_of(item, file))
    for made in root.iterfind(f"./{{{_CORE}}}resources/{{{_CORE}}}object"):
        key = file.strip("/").lower(), made.get("id", "")
        own[key] = sum(1 for _ in made.iterfind(f"./{{{_CORE}}}mesh/{{{_CORE}}}triangles/*"))
        parts = made.iterfind(f"./{{{_CORE}}}components/{{{_CORE}}}component")
        within[key] = [_key_of(part, file) for part in parts]


def _key_of(reference: ElementTree.Element, file: str) -> _Key:
    """The key of the object that an item or a component names, in its own file or another file of
    the package."""
    other = reference.get(f"{{{_PRODUCTION}}}path", file)
    return other.strip("/").lower(), reference.get("objectid", "")
