"""The three readings of the orientation angles O, A, T."""

DIALECTS = ("hokkaido", "val", "vplus")
OF_AS = "vplus"  # the reading of AS
