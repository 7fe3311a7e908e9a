"""What the names of a URScript program stand for: their scopes, their shapes, their values."""
