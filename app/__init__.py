"""Cellwright: app."""
