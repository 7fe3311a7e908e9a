"""The door to the inverse: all solutions of any arm, or those nearest to joint values."""
