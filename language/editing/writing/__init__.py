"""Writing lines of a program: indents, comments, brackets, and what can be folded."""
