"""Undoable edits of the cell file: places, solids, new things, hands, contacts. No widgets."""
