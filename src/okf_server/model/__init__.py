"""Frozen data that every layer shares; the standard library only."""
