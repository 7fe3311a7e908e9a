"""Draws the house from the imports of the code: `python tests/docs/house_picture.py`.

It writes the picture `house.svg` and the staircases in `house.md`. A folder stands one floor above
the highest folder of the same parent that it imports; folders that import each other share a floor.
"""

import ast
import re
from functools import cache
from html import escape
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "resources" / "docs" / "how-it-works" / "house.md"
PICTURE = PAGE.with_suffix(".svg")
BEGIN, END = "<!-- drawn from the imports: begin -->", "<!-- drawn from the imports: end -->"
# Rooms from the roof to the ground; rooms of one row do not import each other.
ROWS = (("app",), ("scenes",), ("kinematics", "geometry", "language"), ("resources",))
LEAST_FOLDERS = 3  # folders in a folder from which it has its own staircase

Graph = dict[str, set[str]]


def folders_in(parent: Path) -> list[str]:
    """The names of the Python folders in a folder."""
    return sorted(path.parent.name for path in parent.glob("*/__init__.py"))


@cache
def imports_of(path: Path) -> frozenset[str]:
    """The full names that a file imports at run time; imports for types only are left out."""
    found: set[str] = set()
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            todo += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        todo += ast.iter_child_nodes(node)
    return frozenset(found)


def graph_of(parent: Path) -> Graph:
    """For each folder of a folder, the other folders that it imports."""
    names, prefix = folders_in(parent), ".".join(parent.relative_to(TOP).parts) + "."
    graph: Graph = {name: set() for name in names}
    for name in names:
        for path in (parent / name).rglob("*.py"):
            inside = (n[len(prefix) :] for n in imports_of(path) if n.startswith(prefix))
            graph[name] |= {rest.split(".")[0] for rest in inside} & set(names) - {name}
    return graph


def reached_from(graph: Graph, start: str) -> set[str]:
    """Everything that a folder imports, directly or through others."""
    reached: set[str] = set()
    todo = [start]
    while todo:
        fresh = graph[todo.pop()] - reached
        reached |= fresh
        todo += fresh
    return reached


def floors_of(parent: Path) -> list[list[str]]:
    """The folders of a folder, floor by floor from the ground."""
    graph = graph_of(parent)
    below = {name: reached_from(graph, name) for name in graph}

    @cache
    def floor(name: str) -> int:
        lower = [other for other in below[name] if name not in below[other]]
        return 1 + max((floor(other) for other in lower), default=-1)

    height = 1 + max((floor(name) for name in graph), default=-1)
    return [sorted(name for name in graph if floor(name) == k) for k in range(height)]


def sentence_of(folder: Path) -> str:
    """The first sentence of a folder's docstring."""
    head = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=\.)\s", " ".join(head.split("\n\n")[0].split()))[0]


def staircase(parent: Path) -> str:
    """The staircase of a folder as Markdown, the roof first."""
    name = "/".join(parent.relative_to(TOP).parts)
    lines = [f"### {name}", "", sentence_of(parent), "", "| floor | folder | what is in it |"]
    lines += ["|---|---|---|"]
    floors = floors_of(parent)
    for k in reversed(range(len(floors))):
        for folder in floors[k]:
            up = "../" * 3
            link = f"[{folder}]({up}{name}/{folder}/__init__.py)"
            lines.append(f"| {k + 1} | {link} | {sentence_of(parent / folder)} |")
    return "\n".join(lines)


def staircases() -> str:
    """The staircases of all rooms, and of folders with several folders in them."""
    parents = []
    for room in (room for row in ROWS for room in row):
        inner = [path.parent for path in sorted((TOP / room).rglob("*/__init__.py"))]
        parents += [p for p in (TOP / room, *inner) if len(folders_in(p)) >= LEAST_FOLDERS]
    return "\n\n".join(staircase(parent) for parent in parents)


def text_at(x: float, y: float, text: str, look: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" {look}>{escape(text)}</text>'


def drawn_room(room: str, x: float, y: float, width: float, rows: int) -> list[str]:
    """A room with its folders, floor above floor. rows: The number of floors in its frame."""
    frame = 'rx="6" fill="#f4f1ea" stroke="#8a8578"'
    height = 30 + 26 * rows
    parts = [f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height}" {frame}/>']
    parts.append(text_at(x + 10, y + 20, room, 'font-weight="bold" font-size="14"'))
    for k, folders in enumerate(reversed(floors_of(TOP / room))):
        top = y + 28 + 26 * k
        each = (width - 20) / len(folders)
        for place, folder in enumerate(folders):
            left = x + 10 + each * place
            box = f'x="{left:.0f}" y="{top:.0f}" width="{each - 4:.0f}" height="22" rx="3"'
            parts.append(f'<rect {box} fill="#dfe8ee" stroke="#5f7d8c"/>')
            middle = 'text-anchor="middle" font-size="11"'
            parts.append(text_at(left + (each - 4) / 2, top + 15, folder, middle))
    return parts


def picture() -> str:
    """The house as an SVG: the rooms, and in each room its folders, floor above floor."""
    width, y, parts = 960.0, 10.0, []
    for row in ROWS:
        rows = max(1, *(len(floors_of(TOP / room)) for room in row))
        each = (width - 20 - 10 * (len(row) - 1)) / len(row)
        for place, room in enumerate(row):
            parts += drawn_room(room, 10 + (each + 10) * place, y, each, rows)
        y += 30 + 26 * rows + 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {y:.0f}" '
    head += 'font-family="sans-serif">'
    title = "<title>The rooms of Cellwright and their folders, floor above floor</title>"
    return "\n".join([head, title, *parts, "</svg>"]) + "\n"


def page() -> str:
    """The page with the staircases of the present code."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n\n{staircases()}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
