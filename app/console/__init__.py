"""The console: the teletype of 1985 with a debugger."""
