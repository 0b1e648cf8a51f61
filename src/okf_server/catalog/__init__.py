"""Bases: where they are and what they say."""
