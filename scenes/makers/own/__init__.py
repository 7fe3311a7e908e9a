"""Languages that a user adds: files of the user's own, and programs written from templates."""
