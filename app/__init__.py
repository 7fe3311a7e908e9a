"""The doors for people and programs: window, command line, console and language server."""

import signal
import sys

# A user may press Ctrl-C in the first moments of a command, before anything else is loaded.
# `sys.argv[0]` is `-m` while Python still looks for the module; a test has another name there.
_PROGRAM = sys.argv[0].replace("\\", "/").rpartition("/")[2] if sys.argv else ""
if _PROGRAM == "-m" or _PROGRAM.startswith("cellwright"):
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.stopping import end_at_ctrl_c

    end_at_ctrl_c()
