import { createHash } from "node:crypto";
import { z } from "zod";
import { usualTimeoutMs } from "#lib/approvals/usual-timeout.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { textResult } from "#lib/gate/contract/tool.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import { riskOf } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";

/**
 * A tool of our own, with its approval flag and prompt beside its code (S0.9: settings beside the code, S1.4: tools
 * that always ask).
 */
export type AuthoredTool<Arguments> = {
  name: string;
  title: string;
  description: string;
  arguments: z.ZodType<Arguments>;
  approval: ApprovalFlag;
  /** Sentence of the card, with `{toolName}`, `{args}` and names of arguments (S1.5: prompts on cards). */
  prompt?: string;
  /** The argument whose value a person types to approve it, where the owner set a high risk. */
  confirmBy?: string;
  annotations: ToolAnnotations;
  /** Where it is on offer; everywhere unless it says so. */
  exposure?: Exposure;
  /** Runs for the person whose chat it is. Resolves to the text for the model. */
  run: (
    input: Arguments,
    caller: { personId: string; callId: string; signal: AbortSignal },
  ) => Promise<string | { error: string }>;
};

const app = { id: ownServerId, title: "Countersign", origin: "built in", trusted: true };

/** Our tool in the gate's form: it is gated like any other. */
export function authoredTool<Arguments>(authored: AuthoredTool<Arguments>): Tool {
  const inputSchema = schemaOf(authored.arguments);
  const { name, title, description, annotations } = authored;
  const definition = { name, title, description, inputSchema, annotations: { ...annotations } };
  return {
    ...definition,
    server: app,
    exposure: authored.exposure ?? "both",
    flag: authored.approval,
    flagSource: "the tool's own code",
    idempotent: false,
    risk: riskOf({
      name,
      described: true,
      annotations,
      trusted: true,
      transport: "local",
      authenticated: true,
    }),
    riskSource: "default",
    who: { kind: "self" },
    prompt: authored.prompt ?? null,
    confirmBy: authored.confirmBy ?? null,
    timeoutMs: usualTimeoutMs({ kind: "self" }),
    timeoutIsUsual: true,
    fingerprint: createHash("sha256").update(canonicalJson(definition)).digest("hex"),
    call: async ({ clearance, callId, personId, signal, arguments: input }) => {
      clearance.spend(callId);
      const parsed = authored.arguments.safeParse(input);
      if (!parsed.success) return { kind: "result", result: textResult(z.prettifyError(parsed.error), true) };
      const said = await authored.run(parsed.data, { personId, callId, signal });
      const result = typeof said === "string" ? textResult(said, false) : textResult(said.error, true);
      return { kind: "result", result };
    },
  };
}

function schemaOf(shape: z.ZodType): JsonObject {
  // zod makes JSON Schema of JSON values only.
  const { $schema: _, ...schema } = z.toJSONSchema(shape) as { [key: string]: JsonValue };
  if (!isJsonObject(schema)) throw new Error("The arguments of a tool must be an object.");
  return schema;
}
