"""YAML without surprises: what is not plainly a number, a boolean or null stays the text that was written."""

from okf_server.okf.yaml_read import load
from okf_server.okf.yaml_write import dump

__all__ = ["dump", "load"]
