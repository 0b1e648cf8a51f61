"""The Open Knowledge Format: pure text to model and back, no I/O, no clock."""
