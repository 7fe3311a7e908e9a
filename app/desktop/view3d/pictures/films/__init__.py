"""Files of films: each takes frame after frame and keeps none."""
