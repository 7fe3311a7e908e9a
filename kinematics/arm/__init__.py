"""The mechanism in every written form, and what follows from it alone: poses, frames, limits."""
