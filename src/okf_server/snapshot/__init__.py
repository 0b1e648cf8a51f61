"""Immutable snapshots and the pointer that publishes them."""
