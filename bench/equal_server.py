"""The yardstick of a call's cost: a tool on the same SDK that returns a stored answer of equal size.

python bench/equal_server.py PORT ANSWER.json
python bench/equal_server.py PORT ANSWER.json BASE FILE    after a search whose processor time goes into the file
"""

import json
import sys
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from timed_server import Timed, TimedBases, total_in

server = MCPServer("equal")


class Anything(BaseModel, extra="allow"):
    """Structured content of any shape."""


def main(port: int, stored: Path, *searched: Path) -> None:
    """Serve until the process is ended, as our server does: no sessions, answers in JSON."""
    answer = json.loads(stored.read_text("utf-8"))
    knowledge = _timed(*searched) if searched else None

    @server.tool()
    def search_knowledge(query: str) -> Annotated[CallToolResult, Anything]:
        """Return the stored answer."""
        if knowledge:
            knowledge.search(query, limit=5)
        text = TextContent(type="text", text=answer["text"])
        return CallToolResult(content=[text], structured_content=answer["data"])

    server.run(
        "streamable-http", host="127.0.0.1", port=port, stateless_http=True, json_response=True
    )


def _timed(base: Path, file: Path) -> Timed:
    return TimedBases(base, total_in(file)).open(None)


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(Path, sys.argv[2:]))
