"""The menu Signals: the scenario of a program, its events, and signals set by hand."""
