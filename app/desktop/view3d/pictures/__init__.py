"""Pictures of a cell, drawn off screen."""
