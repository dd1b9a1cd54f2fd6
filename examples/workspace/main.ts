import { mkdir, realpath } from "node:fs/promises";
import { parse } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpRequestContext } from "@modelcontextprotocol/server";
import { serveHttp } from "./http.ts";
import { queue } from "./in-turn.ts";
import { programEnvironment } from "./program-environment.ts";
import { Questions } from "./questions.ts";
import { workspaceServer } from "./server.ts";

const usage =
  "Usage: WORKSPACE_DIR=<folder> [WORKSPACE_STATE_DIR=<folder>] node examples/workspace/main.ts [--http [port]]";
const defaultPort = 3030;

/** Standard output belongs to the protocol, so everything said to people goes to standard error. */
async function main(): Promise<void> {
  const port = portWanted(process.argv.slice(2));
  const folder = await openFolder(process.env.WORKSPACE_DIR);
  const shared = {
    folder,
    environment: await programEnvironment(folder, process.env),
    limits: { timeMs: 60_000, outputBytes: 100_000 },
    questions: new Questions(process.env.WORKSPACE_STATE_DIR || undefined),
    inTurn: queue(),
  };
  const build = (context: Pick<McpRequestContext, "era">) => workspaceServer(shared, context);
  if (port === null) {
    serveStdio(build, { onerror: (error) => console.error(error.message) });
    return;
  }
  const http = await serveHttp(build, port);
  console.error(`The workspace server listens at ${http.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void http.close());
}

/** Null for stdio. */
function portWanted([option, port, ...rest]: string[]): number | null {
  if (option === undefined) return null;
  const number = Number(port ?? defaultPort);
  if (option !== "--http" || rest.length > 0 || !Number.isInteger(number) || number < 0 || number > 65535) {
    throw new Error(usage);
  }
  return number;
}

async function openFolder(folder: string | undefined): Promise<string> {
  if (folder === undefined || folder === "") throw new Error(`WORKSPACE_DIR is not set. ${usage}`);
  await mkdir(folder, { recursive: true });
  const path = await realpath(folder);
  if (path === parse(path).root) throw new Error("WORKSPACE_DIR must be a folder of its own, not the whole disk.");
  return path;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
