import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ClearedCall, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";

/** One time that a fake tool really ran. */
export type Ran = {
  callId: string;
  personId: string;
  arguments: JsonObject;
  /** Digest on the clearance it ran under. */
  digest: string;
  idempotencyKey: string | null;
  resumption: ClearedCall["resumption"];
};

export type FakeTool = Tool & {
  /** Its side effects, in order. */
  ran: Ran[];
  /** Turns into another definition, as when its server was replaced. */
  redefine: () => void;
};

type Behaviour = (input: ClearedCall) => Promise<ToolOutcome> | ToolOutcome;

const anything: JsonObject = { type: "object", additionalProperties: true };

/** A tool in memory that counts what it does. Spends its clearance like every tool; without one it throws. */
export function fakeTool(
  name: string,
  { act = () => said("ok"), ...over }: Partial<Tool> & { act?: Behaviour } = {},
): FakeTool {
  const ran: Ran[] = [];
  const tool: FakeTool = {
    server: { id: "srv", title: "Server", origin: "npx server", trusted: true },
    name,
    title: name,
    description: `The tool ${name}.`,
    inputSchema: anything,
    annotations: {},
    exposure: "both",
    flag: "inherit",
    flagSource: "default",
    idempotent: false,
    risk: 1,
    riskSource: "default",
    who: { kind: "self" },
    prompt: null,
    confirmBy: null,
    timeoutMs: 300_000,
    fingerprint: "f".repeat(64),
    ...over,
    ran,
    redefine: () => {
      tool.fingerprint = "e".repeat(64);
    },
    call: async (input) => {
      input.clearance.spend(input.callId);
      ran.push({
        callId: input.callId,
        personId: input.personId,
        arguments: input.arguments,
        digest: input.clearance.digest,
        idempotencyKey: input.idempotencyKey,
        resumption: input.resumption,
      });
      return act(input);
    },
  };
  return tool;
}

/** A result of one text. */
export function said(text: string, isError = false): ToolOutcome {
  return { kind: "result", result: { content: [{ type: "text", text }], structuredContent: null, isError } };
}
