"""The smallest server that the SDK can make, to measure start-up against."""

from mcp.server.mcpserver import MCPServer

stub = MCPServer("stub")


@stub.tool()
def answer(question: str) -> str:
    """Answer a question."""
    return question


if __name__ == "__main__":
    stub.run()
