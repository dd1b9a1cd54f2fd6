import { type MessageToModel, messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Decision, EndedBy } from "#lib/approvals/decision.ts";
import { normaliseForm } from "#lib/elicitation/normalise-form.ts";
import { readClientFile } from "#lib/imports/read-client-file.ts";
import { readMcpConfig } from "#lib/mcp/config/config.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";

const ends =
  "person attested timeout stop new-message history-replaced server-lost server-withdrew client-gone key-ended client-unclear nobody-to-ask failure outdated".split(
    " ",
  ) as EndedBy[];
const declined = { action: "decline", endedBy: "person", at: 0 } as const;
const problem = "The connection was lost after the call was sent.";
const toolName = "wipe";

/** What the gate says of calls without a result. */
const ofCalls: MessageToModel[] = [
  { kind: "not-accepted", status: "declined", decision: { ...declined, by: "Ana", note: "Zu viel. Nein" } },
  { kind: "not-accepted", status: "declined", decision: { ...declined, by: "the user", response: "Nimm 7" } },
  { kind: "not-accepted", status: "expired", decision: { action: "accept", endedBy: "timeout", at: 0 } },
  { kind: "not-accepted", status: "expired", decision: { action: "cancel", endedBy: "timeout", at: 0 } },
  { kind: "not-accepted", status: "pending", decision: declined },
  {
    kind: "not-accepted",
    status: "accepted",
    decision: { action: "accept", endedBy: "attested", client: "Desk", at: 0 },
  },
  { kind: "not-accepted", status: "accepted", decision: { action: "accept", endedBy: "timeout", at: 0 } },
  ...ends.flatMap((endedBy): MessageToModel[] => {
    const decision = { action: "cancel", endedBy, at: 0 } as Decision;
    return [
      { kind: "not-accepted", status: "cancelled", decision },
      { kind: "question-ended", decision },
      { kind: "link-not-opened", status: "cancelled", decision },
      { kind: "not-signed-in", status: "cancelled", decision },
    ];
  }),
  { kind: "link-not-opened", status: "declined", decision: null },
  { kind: "denied-by-policy", reason: "Calls of wipe on files are refused." },
  { kind: "denied-by-policy", reason: "This chat is in shadow mode: its tool calls are shown, and nothing runs." },
  { kind: "not-askable" },
  { kind: "already-declined" },
  { kind: "declined-lately", minutes: 3 },
  { kind: "declined-too-often", times: 3 },
  { kind: "too-many-asks", within: "turn" },
  { kind: "too-many-asks", within: "hour" },
  { kind: "repeated", times: 3 },
  { kind: "invalid-arguments", problems: "path" },
  { kind: "tool-unavailable", toolName },
  { kind: "tool-unavailable", toolName, problem: "It is not connected." },
  { kind: "definition-changed", toolName },
  { kind: "answerers-changed", toolName },
  { kind: "watched-more-closely", toolName },
  { kind: "not-as-approved" },
  { kind: "not-sent", problem: "its agent waits no more" },
  { kind: "not-sent", problem: "The server refused the request (HTTP 403)." },
  { kind: "unknown", problem },
  { kind: "unknown", problem: "The connection failed after the call was sent (ECONNRESET)." },
];

/** Why forms of servers are not shown. */
const ofForms = [
  null,
  { type: "array" },
  { properties: 7 },
  { required: 7 },
  { allOf: [] },
  { properties: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`a${at}`, {}])) },
  { required: ["x"] },
  { properties: { pay: { type: "object" } } },
  { properties: { pay: { type: "string", enum: [1] } } },
  { properties: { pay: { type: "string", format: "password" } } },
  { properties: { pay: { type: "array" } } },
  { properties: { pay: { type: "array", items: { enum: [1] } } } },
  { properties: { pay: { enum: [] } } },
  { properties: { pay: { enum: ["a", "a"] } } },
  { properties: { pay: { enum: [{}] } } },
  { properties: { pay: { type: "string", title: 7 } } },
  { properties: { pay: { maxLength: 4, minLength: 5, type: "string" } } },
  { properties: { pay: { type: "string", title: "Your password" } } },
].flatMap((schema) => {
  const made = normaliseForm(schema, "Fill this in");
  return "refused" in made ? [made.refused] : [];
});

/** What is wrong with entries of mcp.json. */
const ofEntries = [
  { url: "ftp://a.example" },
  { url: "https://a.example", headers: { "a b": "c" } },
  { url: "https://a.example/${no way}" },
  { url: "https://a.example/${COUNTERSIGN_NEVER_SET}" },
  { url: "https://a.example", headers: { Authorization: "x" }, oauth: {} },
  { url: "https://a.example", oauth: { issuer: "http://b.example" } },
  { url: "https://a.example", oauth: { clientSecret: "s" } },
  { url: "https://a.example", oauth: { grant: "client_credentials" } },
  { url: "https://a.example", oauth: 7 },
  { url: "https://a.example", args: [] },
  { url: "https://a.example", type: "stdio" },
  { url: "https://a.example", type: "sse", era: "modern" },
  { url: "https://a.example", enabled: true, disabled: true },
  { url: "https://a.example", command: "x" },
  { command: "x", headers: {} },
  { command: "x", env: { "a b": "c" } },
  { command: "", args: 7 },
  { command: "x", args: 7 },
  { command: "x", cwd: "" },
  { command: "x", title: "" },
  { command: "x", title: "x".repeat(81) },
  { command: "x", trusted: "yes" },
  { command: "x", era: "old" },
  { command: "x", type: "tcp" },
  { command: "x", env: 7 },
  { command: "x", callTimeoutMs: 1 },
  { command: "x", callTimeoutMs: 1e9 },
  { command: "x", callTimeoutMs: 1.5 },
  { command: "x", exposure: "none" },
  { command: "x", tools: 7 },
  { command: "x", other: 7 },
  { command: "x", other: 7, more: 7 },
  ...[
    7,
    { approval: "no" },
    { prompt: "" },
    { confirm: "" },
    { timeoutMs: 1 },
    { timeoutMs: 1e12 },
    { risk: "none" },
    { who: 7 },
    { who: { quorum: 0.5 } },
    { who: { quorum: 0 } },
    { who: { quorum: 21 } },
    { who: { quorum: 1 } },
    { who: { quorum: 2, people: ["ana"] } },
    { who: { quorum: 1, people: [7] } },
    { who: { quorum: 1, people: 7 } },
    { who: { quorum: 1, people: Array.from({ length: 101 }, () => "a") } },
    { who: { quorum: 1, roles: 7 } },
    { who: { quorum: 1, roles: ["boss"] } },
    { who: { quorum: 1, other: 7 } },
  ].map((wipe) => ({ command: "x", tools: { wipe } })),
  7,
  {},
].flatMap((entry) => ofFile({ mcpServers: { shop: entry } }));

function ofFile(file: object): string[] {
  const source = { file: "mcp.json", folder: "/app", environment: {} };
  const { leftOut, said } = readMcpConfig({ ...source, text: JSON.stringify(file) });
  return [...said, ...leftOut.map(({ problem: why }) => why)];
}

const ofFiles = [
  { servers: { shop: {} } },
  { mcpServers: 7 },
  { mcpServers: { shop: { command: "x" } }, allow: [] },
  { mcpServers: { "agent:x": { command: "x" } } },
  { mcpServers: { "": { command: "x" } } },
].flatMap(ofFile);

/** The middle of such sentences. */
const middles = [...ofEntries, ...ofFiles].map((sentence) =>
  sentence.replace(/^mcp\.json: (?:server "[^"]*"(?:, key "[^"]*")?: )?/, "").slice(0, -1),
);

/** What is wrong with files of rules. */
const ofRules = [
  "[]",
  "rules: 7",
  "rules: [7]",
  "rules: [{ then: no }]",
  "rules: [{ then: ask, tols: a }]",
  "rules: [{ then: ask, tool: [] }]",
  "rules: [{ then: ask, tool: 7 }]",
  "rules: [{ then: ask, tool: *_delete }]",
  "rules: [{ then: ask, risk: 9 }]",
  "rules: [{ then: ask, caller: somebody }]",
  "rules: [{ then: ask, role: boss }]",
  "rules: [{ then: ask, hide: true }]",
  "rules: [{ then: deny, hide: 7 }]",
  'rules: [{ then: ask, when: "args.text.begins(7)" }]',
  "a: 1\n---\nb: 2",
  "policy: none",
].flatMap((text) => {
  const read = parsePolicyFile(text);
  return "problems" in read ? read.problems.map(({ message }) => message) : [];
});

const notJson = [JSON.stringify({ a: 1 }), '{ "a" 1 }', '{ "a": 1', "[1", '{ "a": nul }', '{ "a": 1, "a": 2 }'].flatMap(
  (text) => {
    const read = readClientFile(text);
    return "problem" in read ? [read.problem] : [];
  },
);

/** Sentences that the server and `lib` put together of several texts, as they come out. */
export const madeSentences: readonly string[] = [
  ...ofCalls.map((message) => messageToModel(message)),
  ...ofForms,
  ...ofEntries,
  ...ofFiles,
  ...middles,
  ...ofRules,
  ...notJson,
  'policy.yaml, line 3: unknown key "tols"; a rule has tool, then; perhaps `tool` is meant.',
  "the user (You)",
  "the user (Ana)",
  "The structured content is not as the tool's own schema says: “rows”.",
  "What stands in the file as ${input:a}.",
  "A colon is missing (line 1, column 5)",
  "The model called wipe with arguments that cannot be used: A colon is missing (at character 5). Nothing was run.",
  "A colon is missing (at character 5)",
  'mcp.json: server "shop": is not a valid configuration.',
  "is not a valid configuration",
  'mcp.json: must be an object with the key "mcpServers".',
  'must be an object with the key "mcpServers"',
  'This cannot be used: server "shop", key "url": is not a web address; it must begin with http:// or https://.',
  ...ofEntries.map((sentence) => sentence.replace("mcp.json", "This cannot be used")),
  'This cannot be used: server "": its name is empty, longer than 64 characters or contains control characters.',
  'This cannot be used: server "shop": has neither "command" nor "url"; give one of them.',
  "The server refused the request (HTTP 403). It said: no",
  "The connection failed after the call was sent.",
  "The connection failed after the call was sent (ECONNRESET).",
  "“look” is not used: its server does not say that it only reads.",
  "“look” is not used: it asks every time.",
  "“look” is not used: nobody here vouches that it only reads.",
  "“look” would ask somebody: Aufrufe fragen.",
  "“look” is refused: Aufrufe sind verboten.",
  "Its server says: “Fehler”",
  ...["variables", "headers"].flatMap((all) => [
    `Its ${all} are no names with values.`,
    `It has more than 100 ${all}.`,
  ]),
  ...["", ", or 1", ", or the file’s own value"].map(
    (or) => `Empty: the variable A of the app’s own environment${or}.`,
  ),
  "The file’s own value is left out: it could stand for a variable of the app. Region.",
  "There is no such resource. Its address is countersign://<server>/<its own address>.",
  'The server "shop" did not answer in time.',
  'The server "shop" did not answer: the connection was closed.',
  'The server "shop" asks something before it answers, which is possible only for its tools.',
  "This is a high risk, so it is not approved yet. Type exactly: wipe",
  "This is a high risk, so it is not approved yet. That is not it. Type exactly: wipe",
  ...[
    "The authorization server does not let people sign in by a page",
    "The authorization server did not take this app as a client",
    "What the authorization server says of itself cannot be used",
    "The server cannot be reached",
    "The authorization server did not let you in",
    "The authorization server gave no token",
    "The authorization server did not renew the sign-in",
    "The authorization server gave this instance no token",
  ].flatMap((what) => [`${what}.`, `${what} (ENOTFOUND).`]),
  'The authorization server takes no new clients by itself. Make one there, and enter its id under "oauth" of this server.',
];
