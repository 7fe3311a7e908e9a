"""What a program tells a controller, in no maker's words: the orders of a run, and their loops."""
