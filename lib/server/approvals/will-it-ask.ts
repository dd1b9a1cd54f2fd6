import { setImmediate as immediate } from "node:timers/promises";
import { toolsOfWorker } from "#lib/agent/hot/worker.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { foreseeCall } from "#lib/gate/grants/foresee-call.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { may } from "#lib/people/may.ts";
import { whyNeverApproved } from "#lib/people/may-answer.ts";
import { looksAtCalls, rulesThatMayChange } from "#lib/policies/before-arguments.ts";
import type { Control, Foreseen, ForeseenTool, Foresight } from "#lib/policies/changes/foreseen.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { TracedVerdict } from "#lib/policies/judge.ts";
import { sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import type { Keys } from "#lib/server/people/keys.ts";
import type { Person } from "#lib/server/people/session.ts";
import { grantsEverywhere } from "#lib/store/approvals/grants.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { enabledPeople } from "#lib/store/people/answerer-predicates.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import { personToJudge } from "#lib/store/people/person-to-judge.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { type ArgumentError, validateArguments } from "#lib/untrusted/validate-arguments.ts";
import type { Caller } from "#lib/verdict/caller.ts";

type Asked = { tool: string; arguments: JsonObject; caller: string };

/** Foresees the calls of one person, in their own name. Changes nothing. */
export type WillItAsk = {
  /** Every tool, whatever its arguments. */
  everyTool: (person: Person, caller: string) => Promise<Foresight | "no-caller" | "busy">;
  /** One call. */
  call: (
    person: Person,
    asked: Asked,
  ) => Promise<Foreseen | { errors: ArgumentError[] } | "no-tool" | "no-caller" | "too-large" | "busy">;
};

type Deps = { agent: Agent; keys: Pick<Keys, "list">; appRules: () => ReadonlyMap<string, string> };

const turnMs = 20;
/** Parallel requests of one person. */
const mostAtOnce = 2;
const mostArguments = 64 * 1024;

export function willItAsk({ agent, keys, appRules }: Deps): WillItAsk {
  const { gate } = agent;
  const { database, catalogue } = gate;
  const working = new Map<string, number>();
  const inTurn = async <Result>({ id }: Person, work: () => Promise<Result>): Promise<Result | "busy"> => {
    const now = working.get(id) ?? 0;
    if (now >= mostAtOnce) return "busy";
    working.set(id, now + 1);
    try {
      return await work();
    } finally {
      const left = (working.get(id) ?? 1) - 1;
      if (left === 0) working.delete(id);
      else working.set(id, left);
    }
  };
  const callersOf = async (person: Person): Promise<KnownCaller[]> => {
    const [own, now] = [await keys.list(person), await clockOf(database)];
    const clients = own.filter(
      ({ owner, scopes, revokedAt, expiresAt }) =>
        owner.id === person.id && scopes.includes("tools:call") && revokedAt === null && expiresAt > now,
    );
    const inChat = catalogue.offered({ personId: person.id, origin: "chat" });
    const toClients = catalogue.offered({ personId: person.id, origin: "gateway" });
    return [
      { caller: "chat", name: "Your chat", offered: inChat },
      ...[...agent.workers.values()].map((worker) => ({
        caller: `agent:${worker.name}` as const,
        name: `The agent ${worker.name}`,
        offered: toolsOfWorker(worker, [worker.name], inChat),
      })),
      ...clients.map(({ name, tools }) => ({
        caller: `gateway:${name}` as const,
        name: `Your client ${name}`,
        offered: tools === null ? toClients : new Map([...toClients].filter(([wire]) => tools.includes(wire))),
      })),
    ];
  };
  const askerOf = async (person: Person) => ({
    person: await personToJudge(database, person.id),
    grants: await grantsEverywhere(database, person.id),
    people: await enabledPeople(database),
    hands: await presentHands(database),
  });
  const foreseen = (
    { verdict: { verdict, reason, ruleId }, line }: TracedVerdict,
    tool: Tool,
    asker: Asker,
  ): Foreseen => ({
    wouldBe:
      verdict === "allow"
        ? "runs"
        : verdict === "deny"
          ? "refused"
          : tool.who.kind === "self"
            ? "asks-you"
            : "asks-others",
    line,
    reason,
    control: controlOf(line, ruleId, appRules(), may(asker.person.role, "manage-tools")),
    who: verdict === "ask" ? tool.who : null,
    neverApproved: verdict === "ask" ? whyNeverApproved(tool.who, asker.person.id, asker.people, asker.hands) : null,
  });
  const everyTool = async (person: Person, asked: string): Promise<Foresight | "no-caller"> => {
    const callers = await callersOf(person);
    const from = callers.find(({ caller }) => caller === asked);
    if (from === undefined) return "no-caller";
    const { caller, offered } = from;
    const asker = await askerOf(person);
    const tools: ForeseenTool[] = [];
    let since = performance.now();
    for (const [wireName, tool] of catalogue.tools()) {
      const decided = await foreseeCall(gate, { ...asker, caller, tool, args: null });
      const { server, name, title, flag, risk, inputSchema } = tool;
      const isOffered = offered.has(wireName);
      tools.push({
        wireName,
        name,
        title,
        server: { id: server.id, title: server.title, trusted: server.trusted, isBuiltIn: isBuiltIn(tool) },
        flag,
        risk,
        inputSchema,
        answer: isOffered ? foreseen(decided, tool, asker) : notOffered(caller),
        depends: isOffered
          ? dependsOn(gate.policy, decided, { person, asker })
          : { rules: 0, words: [], grants: false, code: false },
      });
      // Nothing else would get a turn: there may be a thousand tools and a thousand rules.
      if (performance.now() - since < turnMs) continue;
      await immediate();
      since = performance.now();
    }
    return { callers: callers.map(({ caller: each, name }) => ({ caller: each, name })), caller, tools };
  };
  const call = async (person: Person, { tool: wireName, arguments: typed, caller: asked }: Asked) => {
    const from = (await callersOf(person)).find(({ caller }) => caller === asked);
    if (from === undefined) return "no-caller";
    const { caller, offered } = from;
    const tool = catalogue.tools().get(wireName);
    if (tool === undefined) return "no-tool";
    if (!offered.has(wireName)) return notOffered(caller);
    const checked = validateArguments(tool.inputSchema, typed);
    if ("errors" in checked) return checked;
    // In the order in which the gate keeps them, which a condition or code may see.
    const args = storedArguments(canonicalJson(typed));
    const asker = await askerOf(person);
    return foreseen(await foreseeCall(gate, { ...asker, caller, tool, args }), tool, asker);
  };
  return {
    everyTool: (person, caller) => inTurn(person, () => everyTool(person, caller)),
    call: async (person, asked) => {
      if (JSON.stringify(asked.arguments).length > mostArguments) return "too-large";
      return inTurn(person, () => call(person, asked));
    },
  };
}

type ToldCall = Awaited<ReturnType<typeof foreseeCall>>;

/** What may change the answer once the arguments are known. */
function dependsOn(
  policy: ToolApprovalPolicy,
  decided: ToldCall,
  { person, asker }: { person: Person; asker: Asker },
): ForeseenTool["depends"] {
  const { call, line, verdict } = decided;
  const rules = rulesThatMayChange(policy, decided, call);
  // A grant skips neither what could not be decided nor the flag `always`, and no program has one for every chat.
  const maySkip = verdict.verdict === "ask" && (line === "rules" || line === "default") && isOwn(call.caller);
  const isLimited = ({ server_id, tool_name, condition, budget_argument }: GrantRow) =>
    server_id === call.server.id && tool_name === call.tool.name && (condition !== null || budget_argument !== null);
  return {
    rules: rules.length,
    words: may(person.role, "manage-tools") ? rules.slice(0, mostWords).map((rule) => sentenceOfRule(rule)) : [],
    grants: maySkip && asker.grants.some(isLimited),
    code: verdict.verdict !== "deny" && looksAtCalls(policy),
  };
}

function isOwn(caller: Caller): boolean {
  return caller === "chat" || caller.startsWith("agent:");
}

type KnownCaller = {
  caller: Caller;
  name: string;
  offered: ReadonlyMap<string, Tool>;
};
type Asker = {
  person: Awaited<ReturnType<typeof personToJudge>>;
  grants: readonly GrantRow[];
  people: Awaited<ReturnType<typeof enabledPeople>>;
  hands: Awaited<ReturnType<typeof presentHands>>;
};

/** Sentences about one tool on a page that may show a thousand. */
const mostWords = 5;

function notOffered(caller: Caller): Foreseen {
  return {
    wouldBe: "refused",
    line: "not-offered",
    reason:
      caller === "chat"
        ? "Chats are not offered this tool."
        : caller.startsWith("agent:")
          ? "This agent is not offered this tool."
          : "This client is not offered this tool.",
    control: { kind: "offer" },
    who: null,
    neverApproved: null,
  };
}

function controlOf(
  line: TracedVerdict["line"],
  ruleId: string,
  appRules: ReadonlyMap<string, string>,
  manages: boolean,
): Control {
  if (line === "stopped") return { kind: "shadow" };
  if (line === "grant") return { kind: "grant" };
  if (line === "always" || line === "never") return { kind: "settings", of: ["flag"] };
  if (ruleId === "annotated:not-trusted") return { kind: "settings", of: ["trust", "flag"] };
  if (ruleId === "annotated:risk") return { kind: "settings", of: ["risk", "flag"] };
  if (ruleId === "annotated:read-only") return { kind: "settings", of: ["flag", "trust"] };
  if (ruleId === "annotated:may-change") return { kind: "settings", of: ["flag"] };
  if (ruleId.startsWith("rule:")) {
    const id = ruleId.slice("rule:".length);
    return { kind: "rule", ruleId: (manages && appRules.get(id)) || id, isOfApp: appRules.has(id) };
  }
  const file = /^policy:(policies\/.*)$/.exec(ruleId)?.[1];
  return file === undefined ? { kind: "policy" } : { kind: "code", file };
}

function isBuiltIn({ server, worker }: Tool): boolean {
  return worker !== undefined || server.id === ownServerId;
}
