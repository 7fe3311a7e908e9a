"""The family that an arm belongs to, read off its axes; its postures and its elbow angle."""
