"""RAPID modules as programs of our language."""
