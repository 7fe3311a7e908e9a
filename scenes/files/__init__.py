"""Files of robots, cells, parts and solids: their form, their faults with places, their edits."""
