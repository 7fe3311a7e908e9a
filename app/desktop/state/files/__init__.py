"""The files of the window: opened, saved, read by the worker, and watched on disk."""
