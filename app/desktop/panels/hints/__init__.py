"""Hints in the program text: figures of the shown run behind the lines of its motions."""
