"""Expressions, types and values of KRL, in the words of our language."""
