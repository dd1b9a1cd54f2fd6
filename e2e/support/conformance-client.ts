import type { JsonObject } from "#lib/untrusted/json.ts";
import { initialContent } from "./initial-content.ts";
import { normaliseForm } from "#lib/elicitation/normalise-form.ts";
import type { ElicitationAnswer, ElicitationRequest, Tool } from "#lib/gate/contract/tool.ts";
import { clearedCall, mcpRig, questionsOf } from "./mcp-rig.ts";

/**
 * What the MCP conformance suite drives: our own client, doing what a scenario wants to see.
 *   MCP_CONFORMANCE_SCENARIO=… conformance-client.ts <url of the scenario's server>
 */
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const rig = await mcpRig({ suite: { url: process.argv.at(-1) } });

/** A person who submits every form as it is drawn. */
const submitAsDrawn = async ({ requestedSchema, message }: ElicitationRequest): Promise<ElicitationAnswer> => {
  const drawn = normaliseForm(requestedSchema, message);
  if ("refused" in drawn) throw new Error(drawn.refused);
  return { action: "accept", content: initialContent(drawn.form) };
};

const call = async (name: string, args: object = {}) => {
  const outcome = await rig.tool("suite", name).call(clearedCall(args, { elicit: submitAsDrawn }));
  if (outcome.kind === "not-sent" || outcome.kind === "unknown") throw new Error(`${name}: ${outcome.message}`);
  return outcome;
};

/** The call, what happens meanwhile, and the answers. */
async function answerInTwoRounds(name: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { requests, requestState } = questionsOf(await call(name));
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

const scenarios: Record<string, () => Promise<unknown>> = {
  initialize: async () => {},
  "request-metadata": async () => {},
  "json-schema-ref-no-deref": () => call("lookup_user", { id: "somebody" }),
  tools_call: () => call("add_numbers", { a: 5, b: 3 }),
  "elicitation-sep1034-client-defaults": () => call("test_client_elicitation_defaults"),
  "sse-retry": () => call("test_reconnection"),
  "sep-2322-client-request-state": async () => {
    await answerInTwoRounds("test_mrtr_echo_state", () => call("test_mrtr_unrelated"));
    await answerInTwoRounds("test_mrtr_no_state", async () => {});
    await call("test_mrtr_no_result_type");
  },
  "http-standard-headers": async () => {
    await call("test_headers");
    await call("my-hyphenated-tool");
  },
  "http-custom-headers": async () => {
    const calls: CallOfContext[] = context.toolCalls;
    for (const { name, arguments: args } of calls) await call(name, args);
  },
  "http-invalid-tool-headers": async () => {
    for (const tool of rig.servers.tools()) await call(tool.name, sampleOf(tool));
  },
  "json-schema-2020-12-preservation": () =>
    call("json_schema_echo", { schema: rig.tool("suite", "json_schema_2020_12_tool").inputSchema }),
};

const [server] = rig.servers.list();
if (server?.status !== "up") throw new Error(`Not connected: ${server?.problem}`);
const play = scenarios[scenario];
if (play === undefined) throw new Error(`No such scenario: ${scenario}`);
await play();
await rig.close();
