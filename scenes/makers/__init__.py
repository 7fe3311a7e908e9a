"""Programs in the languages of robot makers: written from a run, and read back."""
