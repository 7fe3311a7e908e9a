"""Things of a cell in other places: what moves together, the cell then, and its contacts."""
