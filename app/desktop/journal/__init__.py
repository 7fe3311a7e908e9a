"""The journal of unsaved work: written during the work, offered again after a crash."""
