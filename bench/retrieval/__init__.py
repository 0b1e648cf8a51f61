"""Measure retrieval on question sets that anybody has on disk."""
