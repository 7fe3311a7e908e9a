"""Pictures and films of a cell, drawn off screen."""
