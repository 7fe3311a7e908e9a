"""The menus Edit and Text: undo, clipboard, find, lines, several cursors, bookmarks, folding."""
