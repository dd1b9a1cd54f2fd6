// `npm run doctor -- <address>`: connects to the app as an MCP client does, calls its self-test, and says by which way
// its person was asked, and for how long the call was held open.
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { fail } from "./in-store.ts";
import { reachApp, type Reached } from "./reach-app.ts";

const usage = `npm run doctor -- [address]    tests how a client asks you; its key is in COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE
                --as codex       holds the call as long as it is held for this client
                --ask            asks here, though nobody sits at this terminal`;

const name = "app__doctor";
const longestMs = 2_147_483_647;
type Answered = { content: unknown; isError?: boolean | undefined; _meta?: Record<string, unknown> | undefined };

/** What this client saw of a question. */
type Seen = { door: "form" | "link" | null; answeredMs: number | null };

/** Exit code 0: a person approved; 1: nobody did, or nothing could be tested; 2: unknown arguments. */
async function run(): Promise<number> {
  let given: ReturnType<typeof read>;
  try {
    given = read();
  } catch {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { url, as, asks } = given;
  const reached = reachApp({ ...process.env, ...(url === undefined ? {} : { COUNTERSIGN_URL: url }) }, "/api/mcp");
  return "problem" in reached ? fail(reached.problem) : examine(reached, as, asks);
}

function read() {
  const options = { as: { type: "string" }, ask: { type: "boolean" } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [url, ...more] = positionals;
  if (more.length > 0) throw new Error("Name one address, or none.");
  return { url, as: values.as ?? "countersign-doctor", asks: values.ask === true || process.stdin.isTTY };
}

async function examine({ address, headers }: Reached, as: string, asks: boolean): Promise<number> {
  const elicitation = { form: {}, url: {} };
  const client = new Client(
    { name: as, version: "1" },
    { capabilities: asks ? { elicitation } : {}, versionNegotiation: { mode: "auto" } },
  );
  const seen: Seen = { door: null, answeredMs: null };
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  if (asks) {
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      if (params.mode === "url") {
        seen.door = "link";
        say(`Asked by a link, after ${seconds(since())}: ${params.message}\n  ${params.url}`);
        return { action: "accept" };
      }
      seen.door = "form";
      const decision = await answerHere(params.message, mcpReq.signal);
      if (decision === null) return { action: "cancel" };
      seen.answeredMs = since();
      return { action: "accept", content: { decision } };
    });
  }
  try {
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const { tools } = await client.listTools();
    say(
      `Connected to ${address.href} (MCP ${client.getNegotiatedProtocolVersion()}). ${tools.length} tools are on offer.`,
    );
    if (!tools.some((tool) => tool.name === name)) {
      return fail("The self-test is not on offer: this key is limited to other tools, or a rule hides it.");
    }
    say(
      asks
        ? "Calling the self-test …"
        : "Calling the self-test. This client asks nobody, so the card is in the inbox …",
    );
    return await outcome(client, seen, since);
  } catch (error) {
    return fail(`The test broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await client.close();
  }
}

async function outcome(client: Client, seen: Seen, since: () => number): Promise<number> {
  const call = (tool: string, args: Record<string, unknown>) =>
    client.callTool({ name: tool, arguments: args }, { timeout: longestMs }) as Promise<Answered>;
  let answer = await call(name, {});
  let heldMs = since();
  while (answer._meta?.["countersign/status"] === "waiting") {
    say(`The call was held open for ${seconds(heldMs)}, then it said that it waits. Coming back for its result …`);
    const id = /"id": "([^"]+)"/.exec(textOf(answer))?.[1];
    if (id === undefined) break;
    const from = since();
    answer = await call("approval_result", { id });
    heldMs = since() - from;
  }
  say(textOf(answer));
  say(howAnswered(seen, since()));
  return answer.isError === true ? 1 : 0;
}

function howAnswered({ door, answeredMs }: Seen, ms: number): string {
  if (door === "form" && answeredMs !== null)
    return `It was answered in the client by form, after ${seconds(answeredMs)}.`;
  const asked =
    door === null ? "The client was not asked" : `The client was asked by ${door === "form" ? "form" : "a link"}`;
  return `${asked}; it was answered in Countersign, or ended there, after ${seconds(ms)}.`;
}

/** null where the question was taken back, or nobody sits there. */
async function answerHere(message: string, signal: AbortSignal): Promise<"approve" | "decline" | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const said = await lines.question(`${message}\n\nApprove? Type yes or no: `, { signal });
    return said.trim().toLowerCase() === "yes" ? "approve" : "decline";
  } catch {
    return null;
  } finally {
    lines.close();
  }
}

function textOf({ content }: Answered): string {
  return (content as { text?: string }[]).map(({ text }) => text ?? "").join("\n");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await run();
