import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch } from "undici";
import { z } from "zod";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { agentsTool } from "./bound-digest.ts";
import type { Crew } from "./crew.ts";
import type { Effect, EventOf, HistoryEvent } from "./history.ts";
import { payment, type Payment } from "./plan.ts";
import { queuedFromNow } from "./queued-for-cpu.ts";
import type { Random } from "./random.ts";
import type { Credentials } from "./store-under-test.ts";
import { serverId } from "./tools.ts";
import type { WorkerProcess } from "./worker-process.ts";

type Options = {
  crew: Crew;
  random: Random;
  credentials: Credentials;
  /** How many clients and how many agents there are. */
  each: number;
  /** File of the effects: what an agent was allowed, it does itself. */
  effects: string;
  /** Until then new calls are made. */
  until: number;
  write: (event: HistoryEvent) => void;
};

/** A connection for each request: one that was kept may lead to a process that is gone. */
const dispatcher = new Agent({ pipelining: 0 });

const starvedMs = 5_000;

type Told = EventOf<"told">["told"];

const version = "2026-07-28";
const askReply = z.object({
  id: z.string().nullable(),
  decision: z.enum(["allow", "deny", "wait"]),
  arguments: payment.optional(),
  reason: z.string().nullish(),
});
const callReply = z.object({
  result: z.object({ _meta: z.object({ "countersign/status": z.string().optional() }).optional() }),
});

/**
 * Programs outside: MCP clients that call tools through the gateway and cannot ask their user, and agents that ask
 * before they run a tool of their own. Each makes one call after the other, and writes down what it was told.
 */
export class Outsiders {
  readonly #options: Options;
  readonly #over = new AbortController();
  #plans = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Until the time is over and every call has its answer, or `stop` was called. */
  async run(): Promise<void> {
    const { each } = this.#options;
    const all = (work: (args: Payment) => Promise<Told>) => Array.from({ length: each }, () => this.#each(work));
    await Promise.all([...all((args) => this.#call(args)), ...all((args) => this.#ask(args))]);
  }

  stop(): void {
    this.#over.abort();
  }

  async #each(work: (args: Payment) => Promise<Told>): Promise<void> {
    const { random, until, write } = this.#options;
    while (Date.now() < until) {
      this.#plans += 1;
      const plan = `outside-${this.#plans}-${random.between(0, 1e9).toString(36)}`;
      const args = { plan, line: 1, amount: random.between(1, 9_999), takesMs: random.between(0, 250) };
      const told = await work(args);
      write({ kind: "told", at: Date.now(), plan, told });
      await sleep(random.between(10, 400));
    }
  }

  async #call(args: Payment): Promise<Told> {
    const { crew, random, credentials } = this.#options;
    const name = wireName(serverId, "pay");
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "desk", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name, arguments: args, _meta };
    const text = await this.#send(await crew.anyUp(random), "POST", "/api/mcp", credentials.clients, {
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": version,
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    const last = text?.split("\n").findLast((line) => line.startsWith("data: {"));
    const reply = callReply.safeParse(parsed(last?.slice("data: ".length) ?? text));
    if (!reply.success) return "nothing";
    const status = reply.data.result._meta?.["countersign/status"];
    if (status === undefined) return "ran";
    return status === "not-run" ? "not-run" : status === "unknown" ? "unknown" : "nothing";
  }

  /** Asks one process after the other; whoever is told to wait asks again, wherever. */
  async #ask(args: Payment): Promise<Told> {
    const { crew, random, credentials, effects } = this.#options;
    const { agent, tool } = agentsTool;
    const body = { agent, tool, arguments: args, takesChanges: true, timeoutMs: 60_000 };
    let id: string | null = null;
    let isLost = false;
    const queued = queuedFromNow(crew.pids);
    while (!this.#over.signal.aborted) {
      const [method, path, sent] = id === null ? ["POST", "/api/asks", { body }] : ["GET", `/api/asks/${id}`, {}];
      const text = await this.#send(await crew.anyUp(random), method, path, credentials.agents, sent);
      const reply = askReply.safeParse(parsed(text));
      if (reply.success && reply.data.decision === "deny") {
        // A yes that was lost on its way is not said twice, so nobody knows what the first answer was; and whoever gets no
        // processor for so long counts as gone, also after a yes.
        const isUnsaid = reply.data.reason?.includes("was given before") === true;
        return isUnsaid && (isLost || queued() > starvedMs) ? "unknown" : "not-run";
      }
      if (reply.success && reply.data.decision === "allow") {
        const ran: Payment = reply.data.arguments ?? args;
        const call = reply.data.id ?? "";
        const effect: Effect = { at: Date.now(), worker: agent, call, tool, digest: null, args: ran };
        appendFileSync(effects, `${JSON.stringify(effect)}\n`);
        return "ran";
      }
      id ??= reply.data?.id ?? null;
      // Nobody knows whether the call was taken, nor by which id.
      if (id === null) return "nothing";
      isLost ||= !reply.success;
      if (!reply.success) await sleep(random.between(30, 200));
    }
    return "nothing";
  }

  /** null when the connection was lost on the way. */
  async #send(
    { port }: WorkerProcess,
    method: string,
    path: string,
    key: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object },
  ): Promise<string | null> {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        signal: this.#over.signal,
        dispatcher,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await response.text();
    } catch (error) {
      if (error instanceof TypeError || this.#over.signal.aborted) return null;
      throw error;
    }
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // A problem in words, or half an answer.
    return null;
  }
}
