"""Calculations that several closed forms share: the wrist, three joints to a point, equations."""
