"""Files of other programs become bodies of the cell: kinds, units, sizes, the page Import."""
