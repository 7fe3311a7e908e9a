"""Edits of whole entries of the cell file: names, copies, frames, order. Each is one undo step."""
