"""The rules of owners: `rules` of an okf.yaml and the `_okf.yaml` of a source."""

from collections.abc import Mapping
from datetime import date, datetime
from difflib import get_close_matches

from okf_server.catalog.fields import Fields, Origin, suggestion
from okf_server.catalog.text import load_mapping
from okf_server.model.access import AccessList
from okf_server.model.concept import Status
from okf_server.model.config import DocumentRules, Rules

RULE_KEYS = ("bundle_title", "default_type", "types", "documents", "access")
DOCUMENT_KEYS = (
    "type",
    "title",
    "description",
    "status",
    "tags",
    "stale_after",
    "verified",
    "access",
)
_MADE_BY_BUILDS = ("generated", "source_revision", "sources")
_TYPING_SLIP = 0.8


def parse_rules(value: object, origin: Origin, *, at: str = "") -> Rules:
    """The rules of a mapping; raises ConfigError. Paths and prefixes are normalized to `a/b` and `a/`."""
    fields = Fields({} if value is None else value, origin, at=at, known=RULE_KEYS)
    types = fields.fields("types")
    documents = fields.fields("documents")
    return Rules(
        bundle_title=fields.text("bundle_title"),
        default_type=fields.text("default_type"),
        types={prefix_of(key): types.needed(key) for key, _ in types.items()},
        documents={path_of(key): _document(documents.fields(key)) for key, _ in documents.items()},
        access=access_rules(fields, "access"),
    )


def read_rules(data: bytes, name: str) -> Rules:
    """The rules of an `_okf.yaml`; `name` is what messages call the file."""
    value, origin = load_mapping(data, name)
    return parse_rules(value, origin)


def access_rules(fields: Fields, key: str) -> Mapping[str, AccessList]:
    """Access lists by path prefix."""
    rules = fields.fields(key)
    return {prefix_of(prefix): _access(rules, prefix) for prefix, _ in rules.items()}


def path_of(key: str) -> str:
    """A path of a rule without what leads nowhere: `./a//b` is `a/b`."""
    return "/".join(part for part in key.split("/") if part not in ("", "."))


def prefix_of(key: str) -> str:
    """A path prefix of a rule; it keeps a `/` at its end, and `/` alone is everything."""
    path = path_of(key)
    return f"{path}/" if path and key.endswith("/") else path


def principals(fields: Fields, key: str) -> tuple[str, ...]:
    """Names of principals: `group:<name>`, `user:<name>` or `*`; sorted, without repeats."""
    names = fields.texts(key)
    for name in names:
        kind, _, rest = name.partition(":")
        if name != "*" and not (kind in ("group", "user") and rest):
            hint = "Write group:<name>, user:<name> or *."
            raise fields.error(key, f"names {name!r}, which is no principal", hint=hint)
    return tuple(sorted(set(names)))


def _access(fields: Fields, key: str) -> AccessList:
    value = fields.get(key)
    if not isinstance(value, Mapping):
        if value is None:
            raise fields.error(
                key, "is empty", hint='Write [] for nobody, ["*"] for all signed in.'
            )
        return AccessList(allow=principals(fields, key))
    parts = fields.fields(key, ("groups", "users", "allow", "deny"))
    groups = [f"group:{name.removeprefix('group:')}" for name in parts.texts("groups")]
    users = [f"user:{name.removeprefix('user:')}" for name in parts.texts("users")]
    allow = {*groups, *users, *principals(parts, "allow")}
    return AccessList(allow=tuple(sorted(allow)), deny=principals(parts, "deny"))


def _document(fields: Fields) -> DocumentRules:
    extra = {key: value for key, value in fields.items() if key not in DOCUMENT_KEYS}
    for key in extra:
        _check_extra(fields, key)
    return DocumentRules(
        type=fields.text("type"),
        title=fields.text("title"),
        description=fields.text("description"),
        status=_status(fields),
        tags=fields.texts("tags"),
        stale_after=_time(fields, "stale_after") if "stale_after" in fields else None,
        verified=_verified(fields),
        access=_access(fields, "access") if "access" in dict(fields.items()) else None,
        extra=extra,
    )


def _check_extra(fields: Fields, key: str) -> None:
    if key in _MADE_BY_BUILDS:
        raise fields.error(key, "is made by the build and cannot be set", hint="Leave it out.")
    if get_close_matches(key, DOCUMENT_KEYS, n=1, cutoff=_TYPING_SLIP):
        raise fields.error(key, "is not known", hint=suggestion(key, DOCUMENT_KEYS))


def _status(fields: Fields) -> str | None:
    if "status" not in fields:
        return None
    return str(fields.choice("status", Status.STABLE))


def _verified(fields: Fields) -> tuple[Mapping[str, str], ...]:
    value = fields.get("verified")
    if value is None:
        return ()
    events = value if isinstance(value, list) else [value]
    return tuple(_event(fields, event) for event in events)


def _event(fields: Fields, event: object) -> Mapping[str, str]:
    inside = Fields(event, fields.origin, at=fields.path("verified"), known=("by", "at"))
    actor = inside.needed("by")
    if actor.endswith(":"):
        raise inside.error("by", f"is {actor!r}", hint="Say who: human:<name> or process:<name>.")
    return {"by": actor, "at": _time(inside, "at")}


def _time(fields: Fields, key: str) -> str:
    """An ISO 8601 datetime with its offset; a date alone is its first instant in UTC."""
    text = fields.needed(key)
    try:
        if len(text) == len("2027-03-31"):
            return f"{date.fromisoformat(text).isoformat()}T00:00:00Z"
        if datetime.fromisoformat(text).tzinfo is not None:
            return text
    except ValueError:
        pass
    hint = "Write it like 2027-03-31T00:00:00Z."
    raise fields.error(key, f"is {text!r}, not a datetime with an offset", hint=hint)
