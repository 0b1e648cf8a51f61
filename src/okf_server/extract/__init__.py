"""Adapters that turn files into documents."""
