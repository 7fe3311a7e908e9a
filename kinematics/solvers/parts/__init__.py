"""What several closed forms are made of."""
