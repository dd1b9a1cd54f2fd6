import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";

type Request = ReturnType<typeof inputRequired.listRoots>;
type Elicit = Parameters<typeof inputRequired.elicit>[0];
type Properties = Extract<Elicit["requestedSchema"], { properties: unknown }>["properties"];
/** What is asked in one round, by the names of the answers. */
type Round = Record<string, Request>;
/** One round after the other; `isAsWished`: of a round only what the client says that it can answer. */
type Rounds = { rounds: Round[]; isAsWished?: true };

const form = (message: string, properties: Properties): Request =>
  inputRequired.elicit({ message, requestedSchema: { type: "object", properties, required: Object.keys(properties) } });
const string = { type: "string" as const };
const sample = (text: string): Request =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 });

const inOneRound = (round: Round): Rounds => ({ rounds: [round] });
const confirm = { confirm: form("Please confirm", { ok: { type: "boolean" } }) };

const choices = ["option1", "option2", "option3"];
const titled = ["First", "Second", "Third"].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}));

/** Tools of the suite that ask, in either era of the protocol. */
export const toolRounds: Record<string, Rounds> = {
  test_sampling: inOneRound({ answer: sample("Test prompt for sampling") }),
  test_elicitation: inOneRound({ user: form("Please provide your information", { username: string, email: string }) }),
  test_elicitation_sep1034_defaults: inOneRound({
    values: form("What has a default?", {
      name: { ...string, default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { ...string, enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  }),
  test_elicitation_sep1330_enums: inOneRound({
    values: form("Which of these?", {
      untitledSingle: { ...string, enum: choices },
      titledSingle: { ...string, oneOf: titled },
      legacyEnum: {
        ...string,
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { ...string, enum: choices } },
      titledMulti: { type: "array", items: { anyOf: titled } },
    }),
  }),
  test_input_required_result_elicitation: inOneRound({ user_name: form("What is your name?", { name: string }) }),
  test_input_required_result_sampling: inOneRound({ capital_question: sample("What is the capital of France?") }),
  test_input_required_result_list_roots: inOneRound({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: inOneRound(confirm),
  test_input_required_result_tampered_state: inOneRound(confirm),
  test_input_required_result_multiple_inputs: inOneRound({
    user_name: form("What is your name?", { name: string }),
    greeting: sample("Generate a greeting"),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: {
    rounds: [
      { step1: form("Step 1: What is your name?", { name: string }) },
      { step2: form("Step 2: What is your favorite color?", { color: string }) },
    ],
  },
  test_input_required_result_capabilities: {
    rounds: [{ who: form("What is your name?", { name: string }), greeting: sample("Generate a greeting") }],
    isAsWished: true,
  },
};

/** Prompts of the suite that ask. */
export const promptRounds: Record<string, Rounds> = {
  test_input_required_result_prompt: inOneRound({
    user_context: form("What context should the prompt use?", { context: string }),
  }),
};

const codec = createRequestStateCodec<{ round: number }>({
  key: "of the conformance suite, for tests",
  ttlSeconds: 600,
});
export const { verify: verifyRound } = codec;

/** Asks one round after the other; `said` is how it ends, with what it heard. */
export async function inRounds<Result>(
  { rounds, isAsWished }: Rounds,
  ctx: ServerContext,
  said: (text: string) => Result,
) {
  const { mcpReq } = ctx;
  const round = mcpReq.requestState<{ round: number }>()?.round ?? 0;
  const asked = rounds[round] ?? {};
  const isAnswered = Object.keys(asked).every((name) => inputResponse(mcpReq.inputResponses, name).kind !== "missing");
  const next = isAnswered ? round + 1 : round;
  const wanted = rounds[next];
  if (wanted === undefined) return said(`state-ok ${JSON.stringify(mcpReq.inputResponses)}`);
  const inputRequests = isAsWished ? asWished(wanted, ctx) : wanted;
  return inputRequired({ inputRequests, requestState: await codec.mint({ round: next }, ctx) });
}

function asWished(round: Round, { mcpReq: { envelope } }: ServerContext): Round {
  const declared = (envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities })[CLIENT_CAPABILITIES_META_KEY];
  const can = { "elicitation/create": declared?.elicitation, "sampling/createMessage": declared?.sampling };
  return Object.fromEntries(
    Object.entries(round).filter(([, { method }]) => can[method as keyof typeof can] !== undefined),
  );
}
