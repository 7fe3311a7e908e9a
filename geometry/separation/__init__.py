"""How far convex pieces are apart: many pairs, many poses; broad and narrow phase."""
