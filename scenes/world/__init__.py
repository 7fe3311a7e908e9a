"""What exists and where everything is: cell, state, placement, statements carried out."""
