"""What one statement does: the motion processor, one function an instruction."""
