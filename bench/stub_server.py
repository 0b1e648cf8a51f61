"""The yardstick of the server: one tool that does nothing, on the same SDK.

python bench/stub_server.py stdio
python bench/stub_server.py http PORT
"""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("stub")


@server.tool()
def nothing(query: str) -> str:
    """Do nothing."""
    return query


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]), stateless_http=True)
