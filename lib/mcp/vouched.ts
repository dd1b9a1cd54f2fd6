import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/approvals/canonical-json.ts";
import type { JsonObject } from "#lib/approvals/json.ts";
import type { Who } from "#lib/approvals/who.ts";
import { answerers, isLooserFlag, isLooserWho } from "#lib/policies/oversight.ts";
import type { Risk } from "#lib/policies/risk.ts";
import type { ApprovalFlag } from "#lib/policies/verdict.ts";
import type { ServerConfig, ToolSettings } from "./config.ts";

/** What of a server's entry the owner stands for: what runs, and how closely its tools are watched. */
export type Vouched = {
  v: 1;
  /** Command, arguments and names of variables, or the address, as written (THREATS E2). */
  identity: JsonObject;
  /** Of the values of its variables as written: they may make the same program do anything. */
  startedWith: string;
  trusted: boolean;
  tools: Record<string, VouchedTool>;
};

export type VouchedTool = { approval: ApprovalFlag; idempotent: boolean; risk: Risk | null; who: Who | null };

const unset: VouchedTool = { approval: "inherit", idempotent: false, risk: null, who: null };
const self: Who = { kind: "self" };

export function vouchedOf({
  identity,
  startedWith,
  trusted,
  tools,
}: Pick<ServerConfig, "identity" | "startedWith" | "trusted" | "tools">): Vouched {
  const entries = [...tools].map(([name, { approval, idempotent, risk, who }]): [string, VouchedTool] => [
    name,
    { approval, idempotent, risk, who },
  ]);
  return { v: 1, identity, startedWith, trusted, tools: Object.fromEntries(entries) };
}

/** Hex SHA-256: what a person saw is what they confirm. */
export function digestOfVouched(vouched: Vouched): string {
  // Made of JSON alone.
  const json = JSON.parse(JSON.stringify(vouched)) as JsonObject;
  return createHash("sha256").update(canonicalJson(json)).digest("hex");
}

/** Whether both start the same program in the same way, or call the same address. */
export function isSameStart(one: Vouched, other: Vouched): boolean {
  return one.startedWith === other.startedWith && canonicalJson(one.identity) === canonicalJson(other.identity);
}

/**
 * What is in force of a changed entry: whatever it tightens at once, whatever it loosens not before the owner says so
 * (THREATS H8). `loosened` says in sentences what waits. Of a tool's `null` risk nobody knows here how high it is, so
 * every level but the highest may be lower.
 */
export function strictest(confirmed: Vouched, written: Vouched): { inForce: Vouched; loosened: string[] } {
  const loosened: string[] = [];
  const trusted = confirmed.trusted && written.trusted;
  if (written.startedWith !== confirmed.startedWith) loosened.push("The values of its variables are others.");
  if (written.trusted && !confirmed.trusted) loosened.push("What this server says of its own tools is believed.");
  const names = new Set([...Object.keys(confirmed.tools), ...Object.keys(written.tools)]);
  const tools = Object.fromEntries(
    [...names].map((name) => {
      const former = own(confirmed.tools, name);
      const { tool, said } = strictestTool(name, former, own(written.tools, name));
      loosened.push(...said);
      return [name, tool];
    }),
  );
  return { inForce: { ...written, trusted, tools }, loosened };
}

function strictestTool(name: string, former: VouchedTool, written: VouchedTool) {
  const said: string[] = [];
  const tool = { ...written };
  if (isLooserFlag(written.approval, former.approval)) {
    tool.approval = former.approval;
    said.push(
      written.approval === "never"
        ? `Calls of ${name} run without asking anybody, unless a policy asks or refuses.`
        : `Calls of ${name} ask only when a policy says so, no longer every time.`,
    );
  }
  if (mayBeLower(written.risk, former.risk)) {
    tool.risk = former.risk;
    said.push(`The risk of ${name} is ${written.risk === null ? "what is known of it" : `L${written.risk}`}.`);
  }
  if (isLooserWho(written.who ?? self, former.who ?? self)) {
    tool.who = former.who;
    said.push(`Calls of ${name} may be answered by ${answerers(written.who ?? self)}.`);
  }
  if (written.idempotent && !former.idempotent) {
    tool.idempotent = false;
    said.push(`Calls of ${name} are sent again when nobody knows whether they ran.`);
  }
  return { tool, said };
}

function mayBeLower(written: Risk | null, former: Risk | null): boolean {
  if (written === former) return false;
  if (written === null) return true;
  return former === null ? written < 5 : written < former;
}

function own(tools: Record<string, VouchedTool>, name: string): VouchedTool {
  return Object.hasOwn(tools, name) ? (tools[name] ?? unset) : unset;
}

/** The entry with no more than what is in force of it. */
export function restrained(config: ServerConfig, inForce: Vouched): ServerConfig {
  const names = new Set([...config.tools.keys(), ...Object.keys(inForce.tools)]);
  const tools = [...names].map((name): [string, ToolSettings] => {
    const { prompt, confirm, timeoutMs } = config.tools.get(name) ?? { prompt: null, confirm: null, timeoutMs: null };
    return [name, { prompt, confirm, timeoutMs, ...own(inForce.tools, name) }];
  });
  return { ...config, trusted: inForce.trusted, tools: new Map(tools) };
}
