"""FANUC programs in our language."""
