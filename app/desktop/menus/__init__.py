"""The actions of the window: name, keys, tip, icon and effect of each."""
