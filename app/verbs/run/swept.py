"""`cellwright run --swept`: writes the volume that the moving bodies pass through."""

import argparse
from pathlib import Path
from typing import Any

from app.reports.progress import progress
from scenes import Run
from scenes.exporters.solid_files import check_mesh_suffix
from scenes.regions.swept_volume import SweptChoice, bound_words, swept_volume, write_region


def swept_choice(args: argparse.Namespace) -> SweptChoice | None:
    """What is to be swept; None without --swept. Errors for a wrong suffix or tolerance."""
    for path in args.swept:
        check_mesh_suffix(Path(path))
    return SweptChoice(args.lines, tuple(args.bodies), args.tolerance) if args.swept else None


def write_swept(args: argparse.Namespace, run: Run, choice: SweptChoice) -> dict[str, Any]:
    """Writes the files of --swept; gives the volume and its bound as plain values, lengths mm."""
    with progress(args.program) as on_progress:
        region = swept_volume(run, choice, on_progress)
    for path in args.swept:
        write_region(region, path)
    return {
        "files": list(args.swept),
        "of": choice.words,
        "bodies": list(choice.groups),
        "volume_mm3": region.volume_and_centroid()[0],
        "tolerance_mm": choice.tolerance,
        "triangles": len(region.triangles),
        "bound": bound_words(choice),
    }


def swept_text(found: dict[str, Any]) -> str:
    """The lines of the report about a swept volume."""
    litres = found["volume_mm3"] / 1e6
    return (
        f"swept by {', '.join(found['bodies'])} in {found['of']}: {litres:.3f} litres, "
        f"{found['triangles']} triangles\n{found['bound']}"
    )
