"""Measure answers and citations."""
