"""Equations of office programs as LaTeX."""
