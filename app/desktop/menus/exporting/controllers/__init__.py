"""The dialog that writes a program for a controller: its text, its losses, the verdict."""
