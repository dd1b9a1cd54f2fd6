// `npm run gateway`: for MCP clients that start a program instead of opening an address. Speaks stdio with the client and
// passes everything on to the running app. Standard output carries the protocol and nothing else.
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { reachApp } from "./reach-app.ts";
import { say } from "./say.ts";
import { StdioForwarder } from "./stdio-forwarder.ts";

const reached = reachApp(process.env, "/api/mcp");
if ("problem" in reached) {
  say(reached.problem);
  process.exitCode = 1;
} else {
  const forwarder = new StdioForwarder(new StdioServerTransport(), reached);
  const stop = () => void forwarder.close().finally(() => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const) process.once(signal, stop);
  process.channel?.unref();
  await forwarder.start(stop);
}
