"""Words of URScript that editors colour, in capitals."""

_FLOW = "def end thread if elif else while return break continue run kill join halt pass"
_NAMES = "global local and or not xor True False enter_critical exit_critical"
_ACTS = "movej movel movep movec set_tcp sleep sync textmsg popup stopj stopl"
URSCRIPT_WORDS = frozenset(f"{_FLOW} {_NAMES} {_ACTS}".upper().split())
