"""What the user has chosen about things of the cell: which are selected, and how they are shown."""
