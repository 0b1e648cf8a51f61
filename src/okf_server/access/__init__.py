"""Access lists and classes."""
