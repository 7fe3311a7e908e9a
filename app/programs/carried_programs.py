"""What a program needs beside it in its folder, copied when it is saved in another one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.programs.called_files import called_files
from app.programs.text_files import save_bytes


@dataclass(frozen=True)
class Companions:
    """Files beside a program. copied: Their names. kept: Names that were there with other content.

    scenario: The scenario for the new place; None where there is none.
    """

    copied: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    scenario: Path | None = None

    @property
    def remark(self) -> str:
        """What was done, for the message of the saving; "" where nothing was."""
        parts = [f", with {', '.join(self.copied)}"] if self.copied else []
        if self.kept:
            is_one = len(self.kept) == 1
            parts.append(
                f"; {', '.join(self.kept)} {'was' if is_one else 'were'} there already with other "
                f"content and {'stays' if is_one else 'stay'}"
            )
        return "".join(parts)


@dataclass
class _Copies:
    copied: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def add(self, source: Path, folder: Path) -> Path:
        """Copies a file into a folder unless one of its name is there; gives the new path."""
        target, content = folder / source.name, source.read_bytes()
        if not target.exists():
            save_bytes(target, content)
            self.copied.append(source.name)
        elif target.read_bytes() != content:
            self.kept.append(source.name)
        return target


def take_along(text: str, scenario: Path | None, old: Path, new: Path) -> Companions:
    """Copies the programs that a text calls, and a scenario beside it, from one folder to another.

    old, new: The folders. A scenario elsewhere stays where it is. Raises OSError where a file
    cannot be read or written.
    """
    copies = _Copies()
    for called in called_files(text, old, ()):
        if called.path is not None:
            copies.add(called.path, new)
    if scenario is not None and scenario.parent.resolve() == old.resolve():
        scenario = copies.add(scenario, new)
    return Companions(tuple(copies.copied), tuple(copies.kept), scenario)
