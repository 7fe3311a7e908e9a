"""A program carried out: the machine, the instructions one function each, changes of state."""
