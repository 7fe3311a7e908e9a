"""Help for people who write programs: completion, hover, rename, layout, the editor of 1985."""
