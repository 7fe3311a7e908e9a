"""The shipped robots, cells, programs and icons of Cellwright."""
