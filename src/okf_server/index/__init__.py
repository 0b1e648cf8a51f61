"""Passages, keyword index and vectors."""
