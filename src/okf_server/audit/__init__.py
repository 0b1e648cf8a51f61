"""The record of who asked what: lines that each hold the hash of the one before."""
