"""Read an okf.yaml (docs/formats.md, okf.yaml)."""

import re
from pathlib import Path, PurePosixPath

from okf_server.catalog.embedders import parse_embedder
from okf_server.catalog.fields import Fields
from okf_server.catalog.find import FILE_NAME
from okf_server.catalog.rules import access_rules, parse_rules, principals, read_rules
from okf_server.catalog.serving import parse_serve
from okf_server.catalog.text import load_mapping
from okf_server.errors import ConfigError, NotFoundError
from okf_server.model.config import (
    AccessConfig,
    AuditConfig,
    BaseConfig,
    DefaultAccess,
    DocumentsConfig,
    NotesConfig,
    Originals,
    Roles,
    Rules,
    SearchConfig,
    ServeConfig,
    SourceConfig,
    SourceKind,
)

__all__ = ["FILE_NAME", "NAME", "parse_rules", "read_config", "read_rules"]

NAME = re.compile(r"[a-z0-9-]+")
_LANGUAGES = re.compile(r"[A-Za-z]\w*(?:/\w+)?(?:\+[A-Za-z]\w*(?:/\w+)?)*", re.ASCII)
_KEYS = tuple(BaseConfig.__slots__)
_FUSIONS = ("auto", "rrf", "convex")
_LATER_KINDS = ("git", "fileshare", "sharepoint", "gdrive")
_LEAST_KEPT = 2


def read_config(path: Path) -> BaseConfig:
    """The configuration of a base; raises ConfigError, or NotFoundError where there is no such file."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        hint = "Make a base for a folder with: okf build FOLDER"
        raise NotFoundError(f"There is no {path}.", hint=hint) from error
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Make the file readable for the user that runs okf.",
        ) from error
    return parse_config(data, path)


def parse_config(data: bytes, path: Path) -> BaseConfig:
    """What the file of a path says, or would say with these bytes; raises ConfigError."""
    value, origin = load_mapping(data, str(path))
    return _base(Fields(value, origin, known=_KEYS), path.parent)


def _base(fields: Fields, directory: Path) -> BaseConfig:
    name = fields.needed("name")
    if not NAME.fullmatch(name):
        hint = "Use small letters, digits and hyphens."
        raise fields.error("name", f"is {name!r}, which cannot stand in a reference", hint=hint)
    return BaseConfig(
        name=name,
        title=fields.text("title") or "",
        sources=_sources(fields, directory),
        rules=_rules(fields),
        access=_access(fields.fields("access", tuple(AccessConfig.__slots__))),
        search=_search(fields.fields("search", tuple(SearchConfig.__slots__)), directory),
        documents=_documents(
            fields.fields("documents", tuple(DocumentsConfig.__slots__)), directory
        ),
        notes=_notes(fields.fields("notes", tuple(NotesConfig.__slots__))),
        serve=parse_serve(fields.fields("serve", tuple(ServeConfig.__slots__))),
        audit=_audit(fields.fields("audit", tuple(AuditConfig.__slots__)), directory),
        originals=fields.choice("originals", Originals.REFERENCE),
        keep=fields.number("keep", least=_LEAST_KEPT) or BaseConfig(name=name).keep,
        cache_days=fields.number("cache_days", least=1) or BaseConfig(name=name).cache_days,
    )


def _sources(fields: Fields, directory: Path) -> tuple[SourceConfig, ...]:
    value = fields.get("sources")
    if value is None:
        return ()
    if not isinstance(value, list):
        raise fields.error("sources", "is not a list", hint="Write - {kind: folder, path: ./docs}")
    keys = tuple(SourceConfig.__slots__)
    return tuple(
        _source(Fields(entry, fields.origin, at=f"sources[{number}]", known=keys), directory)
        for number, entry in enumerate(value)
    )


def _source(fields: Fields, directory: Path) -> SourceConfig:
    kind = fields.needed("kind")
    if kind in _LATER_KINDS:
        hint = f"It reads: {', '.join(SourceKind)}."
        raise fields.error("kind", f"is {kind!r}, which this version does not read", hint=hint)
    path = Path(fields.needed("path")).expanduser()
    return SourceConfig(
        kind=fields.choice("kind", SourceKind.FOLDER),
        path=str((directory / path).resolve()),
        mount=_mount(fields),
    )


def _mount(fields: Fields) -> str:
    mount = (fields.text("mount") or "").strip("/")
    parts = PurePosixPath(mount).parts
    if ".." in parts or any(part.startswith(".") for part in parts):
        raise fields.error("mount", f"is {mount!r}", hint="Use a plain path such as hr/policies.")
    return "/".join(parts)


def _rules(fields: Fields) -> Rules:
    rules = parse_rules(fields.get("rules"), fields.origin, at="rules")
    if rules.access:
        raise fields.error("rules", "has access rules", hint="Write them under access.rules.")
    return rules


def _access(fields: Fields) -> AccessConfig:
    roles = fields.fields("roles", tuple(Roles.__slots__))
    return AccessConfig(
        default=fields.choice("default", DefaultAccess.DENY),
        rules=access_rules(fields, "rules"),
        roles=Roles(
            operator=principals(roles, "operator"),
            reviewer=principals(roles, "reviewer"),
            writer=principals(roles, "writer"),
        ),
        max_acl_age=fields.number("max_acl_age", least=1) or AccessConfig().max_acl_age,
    )


def _search(fields: Fields, directory: Path) -> SearchConfig:
    fusion = fields.text("fusion") or "auto"
    if fusion not in _FUSIONS:
        raise fields.error("fusion", f"is {fusion!r}", hint=f"Known: {', '.join(_FUSIONS)}.")
    embedder = parse_embedder(fields, directory)
    return SearchConfig(
        embedder=embedder,
        fusion=fusion,
        dense_weight=fields.fraction("dense_weight"),
        reranker=_directory(fields, "reranker", directory),
        reranker_timeout_ms=fields.number("reranker_timeout_ms", least=1)
        or SearchConfig().reranker_timeout_ms,
    )


def _documents(fields: Fields, directory: Path) -> DocumentsConfig:
    default = DocumentsConfig()
    ocr = fields.text("ocr") or default.ocr
    if not _LANGUAGES.fullmatch(ocr):
        hint = "Name Tesseract's languages: eng, kor+eng; or cjk, with the extra ocr-cjk."
        raise fields.error("ocr", f"is {ocr!r}, which names no languages", hint=hint)
    return DocumentsConfig(
        ocr=ocr,
        layout_models=_directory(fields, "layout_models", directory),
        audio_model=_directory(fields, "audio_model", directory),
        timeout_s=fields.number("timeout_s", least=1) or default.timeout_s,
    )


def _directory(fields: Fields, key: str, directory: Path) -> str | None:
    """A directory that the operator names, absolute; it is looked for when it is needed."""
    named = fields.text(key)
    return named and str((directory / Path(named).expanduser()).resolve())


def _audit(fields: Fields, directory: Path) -> AuditConfig:
    return AuditConfig(
        enabled=fields.flag("enabled", default=False),
        dir=_directory(fields, "dir", directory),
        keep_days=fields.number("keep_days", least=1),
        sync=fields.flag("sync", default=False),
        names=fields.flag("names", default=True),
    )


def _notes(fields: Fields) -> NotesConfig:
    return NotesConfig(
        dir=fields.text("dir") or NotesConfig().dir, enabled=fields.flag("enabled", default=False)
    )
