"""The tools: one module each, as plain functions from arguments to an answer."""
