"""Typing in the editor: whole lines, several cursors, keys, folds, and marks over the text."""
