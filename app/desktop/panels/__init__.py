"""The panels that show cell, run and findings: tree, lists, plots, tables, console, time line."""
