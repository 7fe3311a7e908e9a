"""Names of RAPID: letters, digits and _, a letter first, 32 at most, no word of the language."""

from __future__ import annotations

import re

from scenes.makers.rapid.predefined import PREDEFINED

LONGEST_NAME = 32
_WORDS = (
    "ALIAS AND BACKWARD CASE CONNECT CONST DEFAULT DIV DO ELSE ELSEIF ENDFOR ENDFUNC ENDIF "
    "ENDMODULE ENDPROC ENDRECORD ENDTEST ENDTRAP ENDWHILE ERROR EXIT FALSE FOR FROM FUNC GOTO "
    "IF INOUT LOCAL MOD MODULE NOSTEPIN NOT NOVIEW OR PERS PROC RAISE READONLY RECORD RETRY "
    "RETURN STEP SYSMODULE TASK TEST THEN TO TRAP TRUE TRYNEXT UNDO VAR VIEWONLY WHILE WITH "
    "XOR BASE USER MAIN NUM BOOL STRING POS ORIENT POSE CONFDATA EXTJOINT ROBJOINT ROBTARGET "
    "JOINTTARGET TOOLDATA WOBJDATA LOADDATA SPEEDDATA ZONEDATA CLOCK INTNUM MOVEJ MOVEL MOVEC "
    "MOVEABSJ SETDO RESET SET PULSEDO WAITDI WAITTIME WAITUNTIL STOP CONFL CONFJ OFFS RELTOOL "
    "ABS SIN COS TAN SQRT ROUND TRUNC "
)
RESERVED = frozenset(_WORDS.split())
OURS = re.compile(r"(?:P|J|TCP|VEL|ZONE|CELL|DI|DO)\d*", re.IGNORECASE)


def rapid_name(name: str) -> str:
    """A name for a module that RAPID accepts and that no data of the module have."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    kept = kept if kept and kept[0].isalpha() else f"m{kept}"
    kept = kept[:LONGEST_NAME]
    if kept.upper() in RESERVED or kept.upper() in PREDEFINED or OURS.fullmatch(kept):
        kept = f"{kept[: LONGEST_NAME - 5]}_prog"
    return kept
