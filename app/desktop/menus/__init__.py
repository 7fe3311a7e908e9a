"""The actions of the window: name, keys, tip, icon, and what each does."""
