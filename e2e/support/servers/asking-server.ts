import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { inputRequired, inputResponse, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveMcp } from "./serve-mcp.ts";

/**
 * A server of both protocol eras whose tools do what tool servers do to their clients: ask, ask again, ask several
 * things at once, postpone, report progress, change their tools, answer too much, fail and die.
 *   asking-server.ts [--http [port]]
 */
const text = (said: unknown) => ({
  content: [{ type: "text" as const, text: typeof said === "string" ? said : JSON.stringify(said) }],
});

const colourForm = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
  });

/** What the person said to the question under `key`, as a text; undefined when it was not asked yet. */
function answerTo(context: ServerContext, key: string): string | undefined {
  const response = inputResponse(context.mcpReq.inputResponses, key);
  if (response.kind !== "elicit") return undefined;
  return response.action === "accept" ? String(response.content?.["colour"]) : response.action;
}

let calls = 0;
const stopped: string[] = [];
const arrived: (() => void)[] = [];
let hasGrown = false;
const built = new Set<McpServer>();

function build(): McpServer {
  const server = new McpServer(
    { name: "asking", version: "1.0.0" },
    { capabilities: { tools: { listChanged: true } }, requestState: { verify: (state) => state } },
  );
  const label = z.object({ label: z.string() });
  server.registerTool("ask", { description: "Asks for a colour.", inputSchema: label }, ({ label }, context) => {
    const colour = answerTo(context, "colour");
    if (colour !== undefined) return text(`${label}: ${colour}`);
    return inputRequired({ inputRequests: { colour: colourForm(`Which colour for ${label}?`) } });
  });
  server.registerTool(
    "ask_structured",
    { inputSchema: label, outputSchema: z.object({ colour: z.string() }) },
    ({ label }, context) => {
      const colour = answerTo(context, "colour");
      if (colour !== undefined) return { ...text(colour), structuredContent: { colour } };
      return inputRequired({ inputRequests: { colour: colourForm(`Which colour for ${label}?`) } });
    },
  );
  server.registerTool("ask_both", { inputSchema: label }, ({ label }, context) => {
    const [wall, roof] = [answerTo(context, "wall"), answerTo(context, "roof")];
    if (wall !== undefined && roof !== undefined) return text(`${label}: ${wall} wall, ${roof} roof`);
    return inputRequired({
      inputRequests: { wall: colourForm(`Wall of ${label}?`), roof: colourForm(`Roof of ${label}?`) },
    });
  });
  server.registerTool("ask_twice", { inputSchema: label }, async ({ label }, context) => {
    const before = context.mcpReq.requestState<string>();
    const second = answerTo(context, "second");
    if (before !== undefined && second !== undefined) return text(`${label}: ${before}, then ${second}`);
    const first = answerTo(context, "first");
    return first === undefined
      ? inputRequired({ inputRequests: { first: colourForm(`First colour for ${label}?`) } })
      : inputRequired({ inputRequests: { second: colourForm(`Second colour for ${label}?`) }, requestState: first });
  });
  // Its page is whatever address the test names; the person is done there when the marker file exists.
  server.registerTool(
    "link",
    { inputSchema: z.object({ url: z.string(), doneWhen: z.string() }) },
    ({ url, doneWhen }, context) => {
      const response = inputResponse(context.mcpReq.inputResponses, "page");
      if (response.kind === "elicit" && response.action !== "accept") return text(`page: ${response.action}`);
      if (existsSync(doneWhen)) return text("signed in");
      return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message: "Sign in first.", url }) } });
    },
  );
  server.registerTool("postpone", { inputSchema: z.object({ rounds: z.number() }) }, ({ rounds }, context) => {
    const round = Number(context.mcpReq.requestState<string>() ?? 0);
    return round >= rounds ? text(`ready after ${round} rounds`) : inputRequired({ requestState: String(round + 1) });
  });
  server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, ({ text: said }) => text(said));
  const count = server.registerTool("count", { description: "Counts.", inputSchema: z.object({}) }, () =>
    text(String((calls += 1))),
  );
  server.registerTool("change", { inputSchema: z.object({}) }, () => {
    count.update({ description: "Counts, and more." });
    return text("changed");
  });
  server.registerTool("stopped", { inputSchema: z.object({}) }, () => text(stopped));
  server.registerTool(
    "meet",
    { inputSchema: z.object({ people: z.number() }) },
    ({ people }) =>
      new Promise<ReturnType<typeof text>>((resolve) => {
        arrived.push(() => resolve(text("met")));
        if (arrived.length === people) for (const leave of arrived.splice(0)) leave();
      }),
  );
  server.registerTool("meta", { inputSchema: z.object({}) }, (_, context) => text(context.mcpReq._meta ?? {}));
  server.registerTool("process", { inputSchema: z.object({}) }, () =>
    text({ pid: process.pid, argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }),
  );
  server.registerTool("fail", { inputSchema: z.object({}) }, () => ({ ...text("It did not work."), isError: true }));
  server.registerTool("die", { inputSchema: z.object({}) }, () => process.exit(1));
  server.registerTool(
    "take",
    { inputSchema: z.object({ ms: z.number(), steps: z.number(), long: z.boolean().default(false) }) },
    async ({ ms, steps, long }, context) => {
      const token = context.mcpReq._meta?.progressToken;
      for (let step = 1; step <= steps; step += 1) {
        await delay(ms / steps, undefined, { signal: context.mcpReq.signal }).catch((error: unknown) => {
          stopped.push(String(context.mcpReq._meta?.["countersign/call-id"]));
          throw error;
        });
        if (token !== undefined && step < steps)
          await context.mcpReq.notify({
            method: "notifications/progress",
            params: {
              progressToken: token,
              progress: step,
              total: steps,
              message: long && step % 2 === 0 ? "word ".repeat(400) : `step ${step}`,
            },
          });
      }
      return text(`took ${ms} ms`);
    },
  );
  server.registerTool("large", { inputSchema: z.object({ bytes: z.number() }) }, ({ bytes }) =>
    text("x".repeat(bytes)),
  );
  server.registerTool("picture", { inputSchema: z.object({}) }, () => ({
    content: [{ type: "image" as const, mimeType: "image/png", data: Buffer.alloc(3_000).toString("base64") }],
  }));
  server.registerTool("grow", { inputSchema: z.object({}) }, async () => {
    hasGrown = true;
    for (const each of built) grown(each);
    announce?.notify.toolsChanged();
    return text("grown");
  });
  if (hasGrown) grown(server);
  built.add(server);
  server.server.onclose = () => built.delete(server);
  return server;
}

function grown(server: McpServer): void {
  server.registerTool("grown", { inputSchema: z.object({}) }, () => text("grown"));
}

const announce = await serveMcp(build, process.argv.slice(2));
