"""The rules of a check, each a plain function from what was read to findings."""
