"""File > Export cell, Export body: solids as they stand at the shown time."""

from __future__ import annotations

from app.desktop.looks.notice import BODY
from app.desktop.window_parts import WindowParts
from scenes import Cell, CellState

CELL_FILTER = (
    "3MF (*.3mf);;glTF binary (*.glb);;glTF (*.gltf);;STL (*.stl);;OBJ (*.obj);;PLY (*.ply);;"
    "Part text of 1985 (*.tips)"
)
BODY_FILTER = f"{CELL_FILTER};;Part file (*.part.yaml)"


def export_shown_cell(parts: WindowParts) -> None:
    """Asks for a file and lets the worker write every body that is in the cell."""
    _ask_and_write(parts, None)


def export_selected_body(parts: WindowParts) -> None:
    """Asks for a file and lets the worker write the selected body, in its own axes."""
    chosen = parts.document.selection
    if chosen.kind != BODY:
        parts.document.notify("Select a body first, in the tree or in the 3D view.", "warning")
        return
    _ask_and_write(parts, chosen.name)


def _ask_and_write(parts: WindowParts, body: str | None) -> None:
    document = parts.document
    cell, state = document.cell, document.state
    if cell is None or state is None:
        document.notify("There is no cell to export.", "warning")
        return
    stem = body or (cell.path.name.partition(".")[0] if cell.path else "cell")
    start = str(parts.desk.folder / f"{stem}.3mf")
    title = f"Export {body}" if body else f"Export cell at {document.time:.2f} s"
    kinds = BODY_FILTER if body else CELL_FILTER
    path = parts.desk.dialogs.save_path(title, start, kinds, ".3mf")
    if path is None:
        return

    def tell(fault: str) -> None:
        if fault:
            document.notify(f"Not exported: {fault}", "error")
        else:
            document.notify(f"Exported {path.name}: {body or 'the cell'} as shown.")

    parts.analyst.ask("export", written, cell, state, body, str(path), then=tell)


def written(cell: Cell, state: CellState, body: str | None, path: str) -> str:
    """Writes the file; gives the error message, or "". For the worker, as meshes take time."""
    from scenes.exporters.solid_files import export_bodies, export_cell

    try:
        if body is None:
            export_cell(cell, state, path)
        else:
            export_bodies(cell, state, [body], path)
    except (ValueError, OSError) as fault:  # SceneError and GeometryError are ValueErrors
        return str(fault)
    return ""
