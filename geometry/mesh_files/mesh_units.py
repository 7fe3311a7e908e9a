"""The units of mesh files, without the readers of the files, which take a third of a second to
load."""

from types import MappingProxyType

UNITS = MappingProxyType(
    {"mm": 1.0, "cm": 10.0, "m": 1000.0, "inch": 25.4, "foot": 304.8, "um": 1e-3}
)
"""The units of mesh files, each as its length in mm."""
