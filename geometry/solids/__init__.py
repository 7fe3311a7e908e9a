"""What a solid is: the tree of primitives and booleans, and every primitive."""
