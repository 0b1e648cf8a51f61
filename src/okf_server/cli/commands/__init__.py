"""One command in each module, as `command`."""
