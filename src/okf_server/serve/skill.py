"""The skill that teaches an agent to use the server, served through the Skills extension of MCP."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.extension import Extension, MethodBinding, ResourceBinding
from mcp.server.mcpserver.resources import TextResource
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, PaginatedRequestParams, RequestParams

URI = "skill://okf/SKILL.md"

_TTL_MS = 300_000


class GetSkillParams(RequestParams):
    """Parameters of skills/get."""

    uri: str


class Skills(Extension):
    """Lists and serves the one skill of this package; it is the same for every caller."""

    identifier = "io.modelcontextprotocol/skills"

    def resources(self) -> Sequence[ResourceBinding]:
        """The skill as a resource, for clients that know no skills."""
        frontmatter = _entry()["frontmatter"]
        resource = TextResource(
            uri=URI,
            name=frontmatter["name"],
            description=frontmatter["description"],
            mime_type="text/markdown",
            text=_raw().decode(),
        )
        return [ResourceBinding(resource=resource)]

    def methods(self) -> Sequence[MethodBinding]:
        """skills/list and skills/get."""
        return [
            MethodBinding(method="skills/list", params_type=PaginatedRequestParams, handler=_list),
            MethodBinding(method="skills/get", params_type=GetSkillParams, handler=_get),
        ]


async def _list(_: ServerRequestContext[Any, Any], __: PaginatedRequestParams) -> dict[str, Any]:
    return {"skills": [_entry()], **_complete()}


async def _get(_: ServerRequestContext[Any, Any], params: GetSkillParams) -> dict[str, Any]:
    if params.uri != URI:
        raise MCPError(code=INVALID_PARAMS, message=f"There is no such skill. There is: {URI}.")
    return {"skill": _entry(), **_complete()}


def _complete() -> dict[str, Any]:
    return {"resultType": "complete", "ttlMs": _TTL_MS, "cacheScope": "public"}


def _entry() -> dict[str, Any]:
    raw = _raw()
    digest = f"sha256:{hashlib.sha256(raw).hexdigest()}"
    return {
        "uri": URI,
        "frontmatter": _frontmatter(raw.decode()),
        "resources": [{"uri": URI, "digest": digest, "size": len(raw)}],
    }


def _frontmatter(text: str) -> dict[str, str]:
    """Its lines of `key: value`; the file is ours, and a parser of YAML would slow the server's start."""
    head = text.split("---\n")[1]
    return dict(line.split(": ", 1) for line in head.splitlines())


def _raw() -> bytes:
    return files("okf_server").joinpath("skill/SKILL.md").read_bytes()
