"""Programs of other languages: translated into ours, with their places in the foreign text."""
