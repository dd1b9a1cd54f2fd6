import { z } from "zod";
import { agentServerPrefix, isAgentServer } from "#lib/verdict/agent-server.ts";
import { writtenPreview } from "#lib/approvals/preview/preview-setting.ts";
import { writtenWho } from "#lib/people/written-who.ts";
import { exposures } from "#lib/verdict/exposure.ts";
import { riskNames } from "#lib/verdict/risk.ts";
import { writtenOauth, type WrittenOauth } from "./oauth-settings.ts";

/** The shape of `mcp.json`. Every message completes a sentence that begins with the file, the server and the key. */

const day = 24 * 60 * 60 * 1000;

const text = z
  .string("must be a text in double quotes")
  .refine((value) => !value.includes("\0"), "must not contain the character NUL");
const yesOrNo = z.boolean("must be true or false");
const texts = z.record(z.string(), text, "must be an object of texts");

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape, what: string) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `allowed here are ${Object.keys(shape).join(", ")}` : `must be ${what}`,
  });
}

const exposure = z.enum(exposures, 'must be "chat", "gateway" or "both"');

const tool = object(
  {
    approval: z.enum(["inherit", "always", "never"], 'must be "inherit", "always" or "never"').optional(),
    prompt: text.min(1, "must not be empty; leave it out for the usual question").optional(),
    timeoutMs: z
      .int("must be a whole number of milliseconds")
      .min(30_000, "must be at least 30000 milliseconds (30 seconds)")
      .max(90 * day, `must be at most ${90 * day} milliseconds (90 days)`)
      .optional(),
    idempotent: yesOrNo.optional(),
    confirm: text.min(1, "must not be empty; name an argument, or leave it out for the tool's name").optional(),
    risk: z.enum(riskNames, `must be one of ${riskNames.join(", ")}, in double quotes`).optional(),
    who: writtenWho.optional(),
    exposure: exposure.optional(),
    preview: writtenPreview.optional(),
  },
  'an object such as {"approval": "always"}',
);

export const toolKeys = Object.keys(tool.shape);

export const server = object(
  {
    type: z
      .enum(["stdio", "http", "streamable-http", "sse"], 'must be "stdio", "http", or "sse" for the older HTTP+SSE')
      .optional(),
    command: text.min(1, "must not be empty; give the program to start").optional(),
    args: z.array(text, "must be a list of texts").optional(),
    env: texts.optional(),
    cwd: text.min(1, "must not be empty; leave it out for the folder of this file").optional(),
    url: text.optional(),
    headers: texts.optional(),
    oauth: writtenOauth.optional(),
    title: text.min(1, "must not be empty").max(80, "must be at most 80 characters").optional(),
    trusted: yesOrNo.optional(),
    enabled: yesOrNo.optional(),
    disabled: yesOrNo.optional(),
    era: z.enum(["auto", "modern", "legacy"], 'must be "auto", "modern" or "legacy"').optional(),
    callTimeoutMs: z
      .int("must be a whole number of milliseconds")
      .min(1_000, "must be at least 1000 milliseconds")
      .max(day, `must be at most ${day} milliseconds (one day)`)
      .optional(),
    exposure: exposure.optional(),
    tools: z.record(z.string(), tool, "must be an object with one entry per tool").optional(),
  },
  'an object with "command" or "url"',
).superRefine((written, context) => {
  const problem = problemOf(written);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

type Written = {
  type?: "stdio" | "http" | "streamable-http" | "sse" | undefined;
  command?: string | undefined;
  args?: string[] | undefined;
  env?: Record<string, string> | undefined;
  cwd?: string | undefined;
  url?: string | undefined;
  headers?: Record<string, string> | undefined;
  oauth?: WrittenOauth | undefined;
  enabled?: boolean | undefined;
  disabled?: boolean | undefined;
  era?: "auto" | "modern" | "legacy" | undefined;
};

function problemOf(server: Written): string | null {
  if (server.command !== undefined && server.url !== undefined)
    return 'has both "command" and "url"; keep "command" for a program on this computer or "url" for a server on the web';
  if (server.command === undefined && server.url === undefined)
    return 'has neither "command" nor "url"; give one of them';
  if (server.type !== undefined && (server.type === "stdio") !== (server.command !== undefined))
    return `has "type": "${server.type}", which does not go with "${server.command === undefined ? "url" : "command"}"; leave "type" out`;
  const foreign = (
    server.command === undefined ? (["args", "env", "cwd"] as const) : (["headers", "oauth"] as const)
  ).find((key) => server[key] !== undefined);
  if (foreign !== undefined)
    return `has "${foreign}", which belongs to servers with a ${foreign === "headers" || foreign === "oauth" ? "url" : "command"}; remove it`;
  if (server.type === "sse" && server.era === "modern")
    return 'has "type": "sse", which no server of "era": "modern" speaks; leave "era" out';
  if (server.enabled !== undefined && server.enabled === server.disabled)
    return 'has "enabled" and "disabled" contradicting each other; keep one of them';
  const badName = Object.keys(server.env ?? {}).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  if (badName !== undefined) return `has "${badName}" in "env", which is not a name of an environment variable`;
  return null;
}

export const serverKeys = Object.keys(server.shape);

/** A server's name is shown to people and becomes part of its tools' names. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const serverName = /^[^\u0000-\u001f\u007f-\u009f]{1,64}$/u;

/** Why no server may have this name, or null. */
export function problemOfName(name: string): string | null {
  if (!serverName.test(name)) return "its name is empty, longer than 64 characters or contains control characters";
  if (!isAgentServer(name)) return null;
  return `its name begins with "${agentServerPrefix}", as only those of agents elsewhere do; rename it`;
}

export function isEnabled({ enabled, disabled }: WrittenServer): boolean {
  return enabled ?? !(disabled ?? false);
}

export type WrittenServer = z.infer<typeof server>;
export type WrittenTool = z.infer<typeof tool>;
