"""Statements of AS and V+ by what they do: places, devices, steps of the pendant, what is shown."""
