"""Find, read and browse one snapshot."""
