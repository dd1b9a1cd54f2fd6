import { readFileSync } from "node:fs";
import path from "node:path";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { call, inChat } from "#e2e/support/granting.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { riskOf } from "#lib/verdict/risk.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";

/** A call of the day, with what a careful person answers when it asks. */
type Planned = {
  chat: string;
  server: string;
  tool: string;
  arguments: JsonObject;
  /** Why the person says no. Absent: they approve. */
  declined?: string;
  /** What they would let the same tool do in this chat from then on: a condition on the arguments. */
  grant?: string;
};

/** What the person has set up before the day begins. */
export type Prepared = {
  policy: ToolApprovalPolicy;
  /** Whether they trust what the servers say of their own tools. */
  trusted: boolean;
  /** Whether they sign the grants of the plan. */
  grants: boolean;
};

type Played = { world: GateWorld; prompts: number; letThrough: string[]; refusedAnyway: string[] };

/** Says that it only reads, but reaches further: whoever trusts the server makes these ask all the same. */
const alwaysAsk = new Set(["connect", "export"]);

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), "utf8");

export const plan = read("calls.jsonl")
  .trimEnd()
  .split("\n")
  .map((line): Planned => JSON.parse(line));
const { tools: listed }: { tools: { server: string; name: string; annotations: ToolAnnotations }[] } = JSON.parse(
  read("tools.json"),
);

/** Plays the day through the real gate on a real store, one call after the other; only the tools do nothing. */
export async function playDay({ policy, trusted, grants }: Prepared): Promise<Played> {
  const tools = new Map<string, FakeTool>(
    listed.map(({ server, name, annotations }) => {
      const flag = alwaysAsk.has(name) && trusted ? "always" : "inherit";
      const of = { id: server, title: server, origin: `npx ${server}`, trusted };
      const risk = riskOf({ name, described: true, annotations, trusted, transport: "local", authenticated: true });
      return [name, fakeTool(name, { server: of, annotations, flag, risk })];
    }),
  );
  const world = await gateWorld({ tools: [...tools.values()], policy });
  const chats = new Map<string, string>();
  const played: Played = { world, prompts: 0, letThrough: [], refusedAnyway: [] };
  for (const planned of plan) {
    const { chat, tool: name, arguments: args, declined, grant } = planned;
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`No server lists ${name}.`);
    const before = tool.ran.length;
    const chatId = chats.get(chat) ?? crypto.randomUUID();
    chats.set(chat, chatId);
    if ((await call(world, chatId, name, args)) > 0) {
      played.prompts += 1;
      const given = grants && grant !== undefined ? { grant: { ...inChat, when: grant } } : {};
      await world.settle(chatId, declined === undefined ? "accept" : "decline", given);
    }
    const ran = tool.ran.length > before;
    if (ran && declined !== undefined) played.letThrough.push(declined);
    if (!ran && declined === undefined) played.refusedAnyway.push(`${name} ${JSON.stringify(args)}`);
  }
  return played;
}
