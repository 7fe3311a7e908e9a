"""What translations keep between two edits of a text, so that an edit makes only its part anew."""
