"""One file a verb of the command line; each has `run(args) -> exit code`."""
