"""Fields for the entries of a cell file: numbers with units, vectors, tables of points, choices."""
