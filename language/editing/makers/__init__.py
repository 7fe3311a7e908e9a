"""Help for editors of programs in the languages of robot makers."""
