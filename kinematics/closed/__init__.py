"""Arms with closed loops: passive joints, their values and rates, and singular loops by name."""
