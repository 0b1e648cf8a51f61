"""Read the tokenizer that an operator's model brings along."""

from pathlib import Path
from typing import Any

from okf_server.embed.installed import INSTALL
from okf_server.errors import ModelError


def open_tokenizer(path: Path, *, most: int, hint: str = "") -> Any:
    """The tokenizer of a tokenizer.json, which cuts at `most` tokens; raises ModelError."""
    try:
        from tokenizers import Tokenizer  # noqa: PLC0415 - only such a model needs it
    except ImportError as error:
        raise ModelError("The package tokenizers is not installed.", hint=INSTALL) from error
    try:
        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_padding()
        tokenizer.enable_truncation(most)
    except Exception as error:  # the engine raises nothing more special
        message = f"{path} is no tokenizer: {str(error)[:300]}"
        raise ModelError(message, hint=hint, shown=f"{path.name} is no tokenizer") from error
    return tokenizer
