"""Which client reads which files of a project."""

from collections.abc import Callable, Mapping
from importlib.resources import files

from okf_server.app.connect.targets import (
    GuideBlock,
    GuideFile,
    JsonEntry,
    Server,
    Target,
    TomlBlock,
)

_STDIO = {"type": "stdio"}
_WORKSPACE = "${workspaceFolder}"  # an editor may start servers in another directory
_DESCRIPTION = "Answer from the documents of the okf base, with exact citations."


def skill() -> str:
    """The guide for agents, with the frontmatter of a skill."""
    return (files("okf_server") / "skill" / "SKILL.md").read_text(encoding="utf-8")


def guide() -> str:
    """The guide without frontmatter."""
    return skill().split("---\n", 2)[2].lstrip()


def _claude(server: Server) -> tuple[Target, ...]:
    return (
        JsonEntry(".mcp.json", "mcpServers", server, _STDIO),
        GuideFile(".claude/skills/okf/SKILL.md", skill()),
    )


def _cursor(server: Server) -> tuple[Target, ...]:
    head = f"---\ndescription: {_DESCRIPTION}\nalwaysApply: false\n---\n\n"
    return (
        JsonEntry(".cursor/mcp.json", "mcpServers", server.within(_WORKSPACE), _STDIO),
        GuideFile(".cursor/rules/okf.mdc", head + guide()),
    )


def _codex(server: Server) -> tuple[Target, ...]:
    return (TomlBlock(".codex/config.toml", server), GuideBlock("AGENTS.md", guide()))


def _gemini(server: Server) -> tuple[Target, ...]:
    return (
        JsonEntry(".gemini/settings.json", "mcpServers", server, {}),
        GuideBlock("GEMINI.md", guide()),
    )


def _vscode(server: Server) -> tuple[Target, ...]:
    head = f'---\ndescription: {_DESCRIPTION}\napplyTo: "**"\n---\n\n'
    return (
        JsonEntry(".vscode/mcp.json", "servers", server.within(_WORKSPACE), _STDIO),
        GuideFile(".github/instructions/okf.instructions.md", head + guide()),
    )


CLIENTS: Mapping[str, Callable[[Server], tuple[Target, ...]]] = {
    "claude": _claude,
    "cursor": _cursor,
    "codex": _codex,
    "gemini": _gemini,
    "vscode": _vscode,
}
"""The clients by the names that people give to `okf connect`, and what each wants written."""
