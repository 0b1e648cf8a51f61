"""The manifest of a snapshot as JSON (docs/formats.md, manifest.json)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from okf_server.errors import FormatVersionError, StorageError
from okf_server.model.access import AccessList
from okf_server.model.item import ItemRecord, State
from okf_server.model.manifest import Manifest

FILE_NAME = "manifest.json"
FORMATS: Mapping[str, int] = {"manifest": 1, "bundle": 1, "locators": 2, "index": 8}
"""The version of each part that this code writes, and the only one that it reads."""

_DEFAULTS = {f.name: f.default for f in fields(ItemRecord) if f.default is not MISSING}
_RECORD = tuple(ItemRecord.__slots__)


def manifest_to_json(manifest: Manifest) -> str:
    """The text of a manifest: one key a line, one item or file a line; deterministic."""
    value: dict[str, Any] = {
        "id": manifest.id,
        "base": manifest.base,
        "published": manifest.published,
        "formats": dict(manifest.formats),
        "generator": manifest.generator,
        "inputs": manifest.inputs,
        "ways": manifest.ways,
        "content": manifest.content,
        "embedder": manifest.embedder,
        "access": [_access_to_json(one) for one in manifest.access],
        "warnings": list(manifest.warnings),
        "moved": dict(sorted(manifest.moved.items())),
        "items": [record_to_json(record) for record in manifest.items],
        "files": dict(sorted(manifest.files.items())),
    }
    return (
        "{\n"
        + ",\n".join(f"{_compact(key)}: {_lines(each)}" for key, each in value.items())
        + "\n}\n"
    )


def record_to_json(record: ItemRecord) -> dict[str, Any]:
    """The JSON object of an item; what is as by default is left out."""
    values = ((name, getattr(record, name)) for name in _RECORD)
    return {name: value for name, value in values if _DEFAULTS.get(name, MISSING) != value}


def _access_to_json(one: AccessList) -> dict[str, Any]:
    recorded = {"recorded": one.recorded} if one.recorded else {}
    return {"allow": list(one.allow), "deny": list(one.deny), **recorded}


def manifest_from_json(text: str) -> Manifest:
    """The manifest of a text.

    Raises FormatVersionError for a version that this code does not read, ValueError for what is no manifest.
    """
    value = json.loads(text)
    match value:
        case {"formats": dict() as formats}:
            _check_formats(formats, generator=str(value.get("generator", "an unknown version")))
        case _:
            raise ValueError("it is no manifest")
    try:
        return _manifest(value)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{error} is missing or malformed") from error


def read_manifest(snapshot: Path) -> Manifest:
    """The manifest of a snapshot's directory.

    Raises FormatVersionError, FileNotFoundError, or StorageError where it cannot be understood.
    """
    path = snapshot / FILE_NAME
    try:
        return manifest_from_json(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Make the base readable for the user that runs okf.",
        ) from error
    except ValueError as error:
        hint = "Build the base again, or go back with: okf snapshots rollback"
        raise StorageError(f"{path} is damaged: {error}.", hint=hint) from error


def _manifest(value: Mapping[str, Any]) -> Manifest:
    return Manifest(
        id=value["id"],
        base=value["base"],
        published=value["published"],
        formats=value["formats"],
        generator=value["generator"],
        inputs=value["inputs"],
        ways=value.get("ways", ""),
        content=value["content"],
        embedder=value["embedder"],
        access=tuple(
            AccessList(
                allow=tuple(one["allow"]),
                deny=tuple(one["deny"]),
                recorded=one.get("recorded", ""),
            )
            for one in value["access"]
        ),
        warnings=tuple(value["warnings"]),
        moved=value["moved"],
        items=tuple(
            ItemRecord(**{**record, "state": State(record["state"])}) for record in value["items"]
        ),
        files=value["files"],
    )


def _check_formats(formats: Mapping[str, Any], *, generator: str) -> None:
    for part, version in FORMATS.items():
        found = formats.get(part)
        if found == version:
            continue
        newer = isinstance(found, int) and found > version
        age = "newer" if newer else "older"
        hint = "Build the base again: okf build"
        if newer:
            hint = (
                f"Use a version of okf-server like {generator}, or build the base again: okf build"
            )
        raise FormatVersionError(
            f"The snapshot was written by {generator}: its {part} has the {age} format {found}, "
            f"this version reads {version}.",
            hint=hint,
        )


def _lines(value: object) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(_compact, value)) + "\n]"
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(_pairs(value)) + "\n}"
    return _compact(value)


def _pairs(value: Mapping[str, object]) -> Iterator[str]:
    return (f"{_compact(key)}: {_compact(each)}" for key, each in value.items())


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
