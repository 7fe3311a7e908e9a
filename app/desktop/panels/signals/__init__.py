"""The panel Signals: lanes over time, values set by hand, the scenario and its answers."""
