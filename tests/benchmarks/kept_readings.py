"""What readings of programs in makers' languages keep from one text to the next: all of it gone."""

from language.foreign import locator
from language.foreign.kawasaki.backups import as_sections
from language.foreign.kept import parts
from language.foreign.own_program import own_program
from language.lines.line_parser import parse_line
from language.programs import kept_chunks
from language.programs.chunks import read_chunk
from scenes.makers.fanuc import ls_points, ls_text
from scenes.makers.fanuc.translation import ls_ways
from scenes.makers.foreign_text import program_of_foreign
from scenes.makers.rapid import rapid_groups
from scenes.makers.urscript.grammar import script_stretches
from scenes.makers.urscript.meaning import script_routines
from scenes.makers.urscript.translation import script_facts, script_surroundings
from scenes.makers.yaskawa import jbi_positions, jbi_text


def forget_readings() -> None:
    """Forgets what was kept, so that the next text is read anew."""
    for kept in (program_of_foreign, own_program, parse_line, read_chunk):
        kept.cache_clear()
    for module in (
        kept_chunks,
        locator,
        ls_points,
        ls_text,
        ls_ways,
        rapid_groups,
        jbi_positions,
        jbi_text,
        parts,
        as_sections,
        script_stretches,
        script_routines,
        script_facts,
        script_surroundings,
    ):
        module.forget()
