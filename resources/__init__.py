"""Robots, cells, programs and icons that are shipped with Cellwright."""
