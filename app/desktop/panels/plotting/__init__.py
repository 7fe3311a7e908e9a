"""The panel Plots: curves of the run over time, their values at a time, and their export."""
