"""The menus Edit, Text and Go: undo, clipboard, find, lines, several cursors, places, folding."""
