"""Typing in the editor: whole lines, several cursors, keys."""
