"""Programs of VAL3 in our language, line by line."""
