"""Tell whose layout models lie in a directory."""

from enum import StrEnum
from pathlib import Path

from okf_server.errors import ConfigError

_DOCLING_RS = ("models/layout_heron.onnx", "models/tableformer/encoder.onnx")
_DOCLING = ("docling-project--docling-layout-*", "docling-project--docling-models")


class Family(StrEnum):
    """Whose models a directory holds."""

    DOCLING_RS = "docling-rs"
    DOCLING = "docling"


def family(models: Path) -> Family:
    """Whose layout models lie in a directory; raises ConfigError where there are none."""
    if all((models / name).is_file() for name in _DOCLING_RS):
        return Family.DOCLING_RS
    if models.is_dir() and all(any(models.glob(name)) for name in _DOCLING):
        return Family.DOCLING
    what = "holds no layout models" if models.is_dir() else "is no directory"
    raise ConfigError(
        f"documents.layout_models: {models} {what}",
        hint="Fill it with docling-rs's or docling's own download command, or leave the setting out.",
    )
