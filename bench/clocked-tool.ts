import path from "node:path";

/** The tool that measured turns call: it asks, and answers with the time at which it started. */
export const clockedTool = "clocked__clock";

/** What brings it: an MCP server over stdio. */
export const clockedServers = {
  mcpServers: {
    clocked: {
      command: process.execPath,
      args: [path.join(import.meta.dirname, "clocked-server.ts")],
      trusted: true,
    },
  },
};
