"""The verbs that need an arm but no cell: ik, fk, robots."""
