"""Parts that machining changes: cut by a swept tool, pressed, stretched."""
