"""Measure how well documents are converted, on folders that anybody has."""
