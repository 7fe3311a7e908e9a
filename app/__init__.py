"""The doors for people and programs: window, command line, console and language server."""

import signal
import sys

# Somebody may think better of a command in its first moments, before anything else is loaded. The
# program is `-m` as long as Python looks for the module; a test is neither.
_PROGRAM = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
if _PROGRAM == "-m" or _PROGRAM.startswith("cellwright"):
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.stopping import end_at_ctrl_c

    end_at_ctrl_c()
