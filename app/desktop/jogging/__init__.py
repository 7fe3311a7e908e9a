"""The arm moved by hand: by joints, by the tool, by a choice of solution; and teaching."""
