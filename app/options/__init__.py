"""The options of every verb of the command line, without the verbs: help starts fast."""
