"""Continuous collision detection: a whole motion is proven free, or its first contact is found, or
the stretches without proof are named."""
