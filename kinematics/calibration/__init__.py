"""Calibration: the corrections of an arm from measured places or poses of its tool."""
