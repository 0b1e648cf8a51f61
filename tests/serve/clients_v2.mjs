// The TypeScript SDK of both eras: lists the tools of a server and searches it, in the mode that it is told.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [transport, named, ...rest] = process.argv.slice(2);
const mode = named === "pin" ? { pin: "2026-07-28" } : named;
const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
await client.connect(
  transport === "http"
    ? new StreamableHTTPClientTransport(new URL(rest[0]))
    : new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "ignore" }),
);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "search_knowledge", arguments: { query: "hotel limit London" } });
const version = client.getNegotiatedProtocolVersion();
console.log(JSON.stringify({ tools: tools.map((tool) => tool.name), found: found.structuredContent, version }));
await client.close();
