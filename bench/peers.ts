import path from "node:path";
import { startApp, type App, type AppOptions } from "#e2e/support/app.ts";
import { type ApprovalFlow, ourFlow, sdkFlow } from "./approval-flow.ts";
import { claimApp } from "./claim-app.ts";
import { clockedServers, clockedTool } from "./clocked-tool.ts";
import { httpClient, type HttpClient } from "./http-client.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { startProcess } from "./start-process.ts";
import { withOpened } from "./with-opened.ts";

const file = (name: string) => path.join(import.meta.dirname, name);

/** Something that runs turns with approvals, for as long as `work` takes. */
export type Peer = <Result>(work: (flow: ApprovalFlow) => Promise<Result>) => Promise<Result>;

/** The app as it is shipped, with its tool on an MCP server over stdio. */
export const appWithTool: Peer = (work) => withApp({}, work);

/** The same, and it tells its memory. */
export function appWithMemory<Result>(work: (flow: ApprovalFlow, app: App) => Promise<Result>): Promise<Result> {
  return withApp({ env: preloading("report-memory.ts") }, work);
}

/** A bare route with the same tool and the AI SDK's own approvals. */
export const bareRouteWithTool: Peer = (work) =>
  withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const { said } = await open(startProcess("bench/bare-route.ts", model.url));
    return work(sdkFlow(await open(httpClient(said))));
  });

function withApp<Result>(
  options: AppOptions,
  work: (flow: ApprovalFlow, app: App) => Promise<Result>,
): Promise<Result> {
  return withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const app = await open(startApp({ mcp: clockedServers, ...options, env: { ...options.env, ...model.env } }));
    const client = await open(claimApp(app));
    await serversAreUp(client);
    return work(ourFlow(client), app);
  });
}

/** Has Node load these files of this folder before the app. */
export function preloading(...names: string[]): Record<string, string> {
  return { NODE_OPTIONS: names.map((name) => `--import=${file(name)}`).join(" ") };
}

/** Resolves when every tool server of the app is up. */
export async function serversAreUp(client: HttpClient): Promise<void> {
  for (;;) {
    const servers = JSON.parse(await client.get("/api/servers")) as { status: string; problem: string | null }[];
    const down = servers.find(({ status }) => status === "down");
    if (down) throw new Error(`A tool server is down: ${down.problem}`);
    if (servers.every(({ status }) => status === "up")) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
