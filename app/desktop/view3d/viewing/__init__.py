"""What the view itself needs below its tools: their protocol, keys, marks of bodies."""
