"""The text of a URScript program as a tree of its statements and expressions."""
