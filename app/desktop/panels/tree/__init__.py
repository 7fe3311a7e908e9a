"""The panel Cell: the things of the cell and the locations of the program as a tree of rows."""
