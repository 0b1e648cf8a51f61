// The TypeScript SDK of the handshake era: lists the tools of a server and searches it.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [transport, ...rest] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(
  transport === "http"
    ? new StreamableHTTPClientTransport(new URL(rest[0]))
    : new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "ignore" }),
);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "search_knowledge", arguments: { query: "hotel limit London" } });
console.log(JSON.stringify({ tools: tools.map((tool) => tool.name), found: found.structuredContent }));
await client.close();
