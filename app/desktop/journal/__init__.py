"""The journal of unsaved work: written while one works, offered again after a crash."""
