"""The yardstick of a call's cost: a tool on the same SDK that returns a stored answer of equal size.

python bench/equal_server.py PORT ANSWER.json
"""

import json
import sys
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

server = MCPServer("equal")


class Anything(BaseModel, extra="allow"):
    """Structured content of any shape."""


def main(port: int, stored: Path) -> None:
    """Serve until the process is ended."""
    answer = json.loads(stored.read_text("utf-8"))

    @server.tool()
    def search_knowledge(query: str) -> Annotated[CallToolResult, Anything]:  # noqa: ARG001 - as ours takes it
        """Return the stored answer."""
        text = TextContent(type="text", text=answer["text"])
        return CallToolResult(content=[text], structured_content=answer["data"])

    server.run("streamable-http", host="127.0.0.1", port=port, stateless_http=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
