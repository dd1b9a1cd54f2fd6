import type { JsonObject } from "#lib/untrusted/json.ts";
import { initialContent } from "./initial-content.ts";
import { normaliseForm } from "#lib/elicitation/normalise-form.ts";
import type { ElicitationAnswer, ElicitationRequest, Tool } from "#lib/gate/contract/tool.ts";
import { clearedCall, mcpRig, questionsOf, type McpRig } from "./mcp-rig.ts";
import { playSignIn, type Scenario } from "./conformance-sign-in.ts";

/** What the suite drives: our own client, doing what the scenario wants to see. Rejects where it cannot go on. */
export async function playScenario(given: Scenario): Promise<void> {
  if (given.name.startsWith("auth/")) return playSignIn(given);
  const play = scenarios[given.name];
  if (play === undefined) throw new Error(`No such scenario: ${given.name}`);
  const rig = await mcpRig({ suite: { url: given.url } });
  try {
    const [server] = rig.servers.list();
    if (server?.status !== "up") throw new Error(`Not connected: ${server?.problem}`);
    await play(rig, given.context);
  } finally {
    await rig.close();
  }
}

/** A person who submits every form as it is drawn. */
const submitAsDrawn = async ({ requestedSchema, message }: ElicitationRequest): Promise<ElicitationAnswer> => {
  const drawn = normaliseForm(requestedSchema, message);
  if ("refused" in drawn) throw new Error(drawn.refused);
  return { action: "accept", content: initialContent(drawn.form) };
};

const call = async (rig: McpRig, name: string, args: object = {}) => {
  const outcome = await rig.tool("suite", name).call(clearedCall(args, { elicit: submitAsDrawn }));
  if (outcome.kind === "not-sent" || outcome.kind === "unknown") throw new Error(`${name}: ${outcome.message}`);
  return outcome;
};

/** The call, what happens meanwhile, and the answers. */
async function answerInTwoRounds(rig: McpRig, name: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { requests, requestState } = questionsOf(await call(rig, name));
  await meanwhile();
  const yes: ElicitationAnswer = { action: "accept", content: { confirmed: true } };
  const inputResponses = Object.fromEntries(Object.keys(requests).map((key) => [key, yes]));
  await rig.tool("suite", name).call(clearedCall({}, { resumption: { inputResponses, requestState } }));
}

/** Something for every required argument. */
function sampleOf(tool: Tool): JsonObject {
  const { required } = tool.inputSchema;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return Object.fromEntries(names.map((name) => [name, "sample"]));
}

type CallOfContext = { name: string; arguments: object };

const scenarios: Record<string, (rig: McpRig, context: Scenario["context"]) => Promise<unknown>> = {
  initialize: async () => {},
  "request-metadata": async () => {},
  "json-schema-ref-no-deref": (rig) => call(rig, "lookup_user", { id: "somebody" }),
  tools_call: (rig) => call(rig, "add_numbers", { a: 5, b: 3 }),
  "elicitation-sep1034-client-defaults": (rig) => call(rig, "test_client_elicitation_defaults"),
  "sse-retry": (rig) => call(rig, "test_reconnection"),
  "sep-2322-client-request-state": async (rig) => {
    await answerInTwoRounds(rig, "test_mrtr_echo_state", () => call(rig, "test_mrtr_unrelated"));
    await answerInTwoRounds(rig, "test_mrtr_no_state", async () => {});
    await call(rig, "test_mrtr_no_result_type");
  },
  "http-standard-headers": async (rig) => {
    await call(rig, "test_headers");
    await call(rig, "my-hyphenated-tool");
  },
  "http-custom-headers": async (rig, { toolCalls }) => {
    // The suite makes it.
    const calls = toolCalls as CallOfContext[];
    for (const { name, arguments: args } of calls) await call(rig, name, args);
  },
  "http-invalid-tool-headers": async (rig) => {
    for (const tool of rig.servers.tools()) await call(rig, tool.name, sampleOf(tool));
  },
  "json-schema-2020-12-preservation": (rig) =>
    call(rig, "json_schema_echo", { schema: rig.tool("suite", "json_schema_2020_12_tool").inputSchema }),
};
