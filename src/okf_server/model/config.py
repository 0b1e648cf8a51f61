"""What an okf.yaml says: every key with its default (docs/formats.md, okf.yaml)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from okf_server.model.access import AccessList


class SourceKind(StrEnum):
    """Where items come from; the kinds that this version reads."""

    FOLDER = "folder"
    BUNDLE = "bundle"


class DefaultAccess(StrEnum):
    """Who may read a concept that no rule names."""

    DENY = "deny"
    AUTHENTICATED = "authenticated"


class Originals(StrEnum):
    """Whether originals are read from their source or kept as copies."""

    REFERENCE = "reference"
    COPY = "copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceConfig:
    """One source; `path` is absolute, `mount` prefixes the paths of its items."""

    kind: SourceKind
    path: str
    mount: str = ""

    def original(self, path: str) -> str:
        """Where the original of an item of this source lies, by the item's path."""
        mount = self.mount.strip("/")
        return f"{self.path}/{path.removeprefix(f'{mount}/' if mount else '')}"

    def item(self, original: str) -> str | None:
        """The path of the item whose original lies there; None for a place outside of this source."""
        root, mount = f"{self.path.rstrip('/')}/", self.mount.strip("/")
        if not original.startswith(root):
            return None
        return "/".join(filter(None, (mount, original.removeprefix(root))))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRules:
    """What an owner says of one document; absent is None."""

    type: str | None = None
    title: str | None = None
    description: str | None = None
    status: str | None = None
    tags: tuple[str, ...] = ()
    stale_after: str | None = None
    verified: tuple[Mapping[str, str], ...] = ()
    access: AccessList | None = None
    extra: Mapping[str, object] = field(default_factory=dict)  # any further frontmatter keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Metadata rules, of okf.yaml (`rules`) or of a source's `_okf.yaml`.

    Keys of `types` and `access` are path prefixes, keys of `documents` whole paths, relative to where the
    rules stand. The longest prefix wins.
    """

    bundle_title: str | None = None
    default_type: str | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, DocumentRules] = field(default_factory=dict)
    access: Mapping[str, AccessList] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Who may refresh, review and write notes."""

    operator: tuple[str, ...] = ()
    reviewer: tuple[str, ...] = ()
    writer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessConfig:
    """Access rules of a base; they only matter where serve.auth is on.

    `max_acl_age` counts hours: permissions that a source told longer ago admit nobody.
    """

    default: DefaultAccess = DefaultAccess.DENY
    rules: Mapping[str, AccessList] = field(default_factory=dict)
    roles: Roles = field(default_factory=Roles)
    max_acl_age: int = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiEmbedder:
    """An OpenAI-compatible embeddings endpoint; the key is read from the environment variable named."""

    url: str
    model: str
    dimensions: int | None = None
    api_key_env: str | None = None
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaEmbedder:
    """A model that Ollama runs."""

    model: str
    url: str = "http://127.0.0.1:11434"
    dimensions: int | None = None
    query_prefix: str = ""
    passage_prefix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiEmbedder:
    """A Gemini embedding model; the key is read from the environment variable named."""

    model: str = "gemini-embedding-001"
    url: str = "https://generativelanguage.googleapis.com/v1beta"
    dimensions: int | None = None
    api_key_env: str = "GEMINI_API_KEY"


class Pooling(StrEnum):
    """How the vectors of all tokens become one: their mean, or that of the first token."""

    MEAN = "mean"
    CLS = "cls"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnnxEmbedder:
    """A directory with an ONNX encoder and its tokenizer; `path` is absolute."""

    path: str
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Pooling = Pooling.MEAN
    max_tokens: int = 512


EmbedderConfig = str | OpenAiEmbedder | OllamaEmbedder | GeminiEmbedder | OnnxEmbedder | None
"""`e5-small`, a model that the operator names, or None for keyword search alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """How a base is searched."""

    embedder: EmbedderConfig = "e5-small"
    fusion: str = "auto"  # auto | rrf | convex
    dense_weight: float | None = None  # of the semantic side, 0 to 1; None is the method's own
    reranker: str | None = None  # a directory with an ONNX cross-encoder; absolute
    reranker_timeout_ms: int = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsConfig:
    """How documents are converted. The models are directories that the operator supplies."""

    ocr: str = "eng"
    layout_models: str | None = None
    audio_model: str | None = None
    timeout_s: int = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesConfig:
    """Where notes are kept, and whether they may be written."""

    dir: str = ".okf-notes"
    enabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IntrospectionConfig:
    """How opaque tokens are looked up (RFC 7662); the secret is read from the environment variable named.

    `url` None is found by discovery. `all_tokens` has JWTs looked up as well, so that a revoked one ends at once.
    """

    client_id: str
    client_secret_env: str
    url: str | None = None
    cache_s: int = 30
    all_tokens: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthConfig:
    """An identity provider that signs people in, and what its tokens must say.

    `resource` is the address at which clients reach the server; None is the one it listens on. Without
    `audiences`, tokens must name the resource. `namespace` qualifies names: `user:<namespace>:<name>`. Of
    several providers at most one has none: its people alone have plain names. `keys_s` is how long the
    provider's keys are used before they are fetched anew.
    """

    issuer: str
    resource: str | None = None
    audiences: tuple[str, ...] = ()
    required_scopes: tuple[str, ...] = ()
    groups_claim: str = "groups"
    username_claim: str = "preferred_username"
    namespace: str | None = None
    leeway_s: int = 30
    keys_s: int = 60
    introspection: IntrospectionConfig | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeConfig:
    """Where the server listens; without `auth` it trusts the operator and binds to loopback only.

    `stdio_principal` names who asks on standard input and output; None is the operator. `proxies` are the
    addresses and networks whose word is taken for where a request comes from.
    """

    host: str = "127.0.0.1"
    port: int = 5001
    auth: tuple[AuthConfig, ...] = ()
    stdio_principal: tuple[str, ...] | None = None
    proxies: tuple[str, ...] = ()

    def says_who(self) -> bool:
        """Whether it says who asks: a server is then of one mind with all bases that do."""
        return bool(self.auth) or self.stdio_principal is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditConfig:
    """Whether it is recorded who asked what, and where; `dir` None is `.okf/audit` of the base.

    Without `keep_days` the record is kept for ever. `sync` waits for the disk. `names` keeps the names and
    addresses that tokens carry of those who ask.
    """

    enabled: bool = False
    dir: str | None = None
    keep_days: int | None = None
    sync: bool = False
    names: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseConfig:
    """A whole okf.yaml."""

    name: str
    title: str = ""
    sources: tuple[SourceConfig, ...] = ()
    rules: Rules = field(default_factory=Rules)
    access: AccessConfig = field(default_factory=AccessConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    documents: DocumentsConfig = field(default_factory=DocumentsConfig)
    notes: NotesConfig = field(default_factory=NotesConfig)
    serve: ServeConfig = field(default_factory=ServeConfig)
    audit: AuditConfig = field(default_factory=AuditConfig)
    originals: Originals = Originals.REFERENCE
    keep: int = 3
    cache_days: int = 30
