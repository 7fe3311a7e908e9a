"""File > Export plots: the plots in sight as a picture, or their numbers as a table."""

from __future__ import annotations

from pathlib import Path

from app.desktop.looks.dialogs import PLOTS_FILTER
from app.desktop.panels.plotting.plot_numbers import columns_of, written
from app.desktop.window_parts import WindowParts

SUFFIXES = (".png", ".svg", ".csv")


def export_plots(parts: WindowParts) -> None:
    """Asks for a file, whose suffix says what is written."""
    document, plots = parts.document, parts.plots
    parts.docks.bring("Plots")
    if plots.canvas is None or plots.figures.data is None or document.run is None:
        document.notify("There is no plot to export yet.", "warning")
        return
    source = document.active
    stem = Path(source.title).stem if source is not None else "plots"
    start = str(parts.desk.folder / f"{stem}_plots.png")
    path = parts.desk.dialogs.save_path("Export plots", start, PLOTS_FILTER, ".png")
    if path is None:
        return
    if path.suffix.lower() not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        document.notify(f"Not exported: {path.name} must end in one of {known}.", "error")
    elif path.suffix.lower() == ".csv":
        _write_numbers(parts, path)
    else:
        _write_picture(parts, path)


def _write_picture(parts: WindowParts, path: Path) -> None:
    from app.desktop.panels.plotting.plot_picture import PlotPicture  # loads pyqtgraph

    document, plots = parts.document, parts.plots
    assert plots.canvas is not None and plots.figures.data is not None
    names = plots.figures.data.curves.names
    joints = [(i, names[i]) for i in sorted(plots.list.joints)]
    program = document.active.title if document.active else ""
    cell = document.cell.title if document.cell else ""
    picture = PlotPicture(plots.canvas, f"{program} in {cell}", joints)
    try:
        picture.write(path)
    except OSError as fault:
        document.notify(f"Not exported: {fault}", "error")
    else:
        document.notify(f"Exported {path.name}: the plots as shown.")
    finally:
        picture.close()


def _write_numbers(parts: WindowParts, path: Path) -> None:
    """Has the worker write the table of the whole run."""
    document, plots = parts.document, parts.plots
    assert plots.figures.data is not None and document.run is not None
    data = plots.figures.data
    columns = columns_of(document.run, data, plots.choices, plots.list.joints)
    count = len(data.curves.times)
    partly = "clearance" in plots.choices and data.lacks_clearance

    def tell(fault: str) -> None:
        rest = " The clearance is not known to the end yet." if partly else ""
        if fault:
            document.notify(f"Not exported: {fault}", "error")
        else:
            text = f"Exported {path.name}: {count:,} rows, {len(columns)} columns.{rest}"
            document.notify(text, "warning" if partly else "note")

    parts.analyst.ask("export plots", written, str(path), columns, then=tell)
