import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Effect } from "./history.ts";
import { payment, type ToolName } from "./plan.ts";

/** The server id that is part of what an approval is bound to, and of the tools' names. */
export const serverId = "ledger";
export const fingerprint = "f".repeat(64);

const inputSchema: JsonObject = {
  type: "object",
  properties: {
    plan: { type: "string" },
    line: { type: "integer" },
    amount: { type: "integer" },
    takesMs: { type: "integer" },
  },
  required: ["plan", "line", "amount", "takesMs"],
  additionalProperties: false,
};

type Options = {
  /** File of the effects, open to everybody. */
  effects: string;
  worker: string;
  timeouts: { pay: number; rush: number };
};

/** Tools whose effect is a line in a file that no store knows of: written first, and then they take their time. */
export function ledgerTools({ effects, worker, timeouts }: Options): Tool[] {
  const tool = (name: ToolName, timeoutMs: number): Tool => ({
    server: { id: serverId, title: "Ledger", origin: "a file", trusted: true },
    name,
    title: name,
    description: `Writes a line: ${name}.`,
    inputSchema,
    annotations: { readOnlyHint: name === "peek" },
    exposure: "both",
    flag: name === "peek" ? "inherit" : "always",
    flagSource: "the tool's own code",
    idempotent: false,
    risk: 1,
    riskSource: "the tool's own code",
    who: { kind: "self" },
    prompt: null,
    confirmBy: null,
    timeoutMs,
    fingerprint,
    call: async ({ clearance, callId, arguments: given, signal }) => {
      clearance.spend(callId);
      const args = payment.parse(given);
      const effect: Effect = { at: Date.now(), worker, call: callId, tool: name, digest: clearance.digest, args };
      // One write to a file opened for appending: the lines of several processes do not mix.
      appendFileSync(effects, `${JSON.stringify(effect)}\n`);
      await sleep(args.takesMs, undefined, { signal });
      return { kind: "result", result: { content: [], structuredContent: null, isError: false } };
    },
  });
  return [tool("pay", timeouts.pay), tool("rush", timeouts.rush), tool("peek", timeouts.pay)];
}
