"""The terminal's words for files that cannot be used."""

from pathlib import Path


def describe(fault: Exception) -> str:
    """One message for the terminal; of a file, its name and the words of the operating system."""
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror or fault}"
    return str(fault)


def refuse_existing(path: Path, is_forced: bool) -> None:
    """Raises FileExistsError for a file that is there already, unless it may be replaced."""
    if path.exists() and not is_forced:
        raise FileExistsError(0, "is there already: --force replaces it", str(path))
