"""From sources to a published snapshot."""
