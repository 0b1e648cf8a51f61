"""Adapters that read sources."""
