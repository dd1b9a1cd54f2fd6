import { afterEach, expect, test } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { mcpRig, type McpRig } from "#e2e/support/mcp-rig.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const eras = ["modern", "legacy"] as const;
type Era = (typeof eras)[number];

/** Stands for what is too deep for this process to write. */
const tooDeep = "too deep";

/** A server whose lists are exactly these. */
async function rigListing(era: Era, lists: Record<string, object>): Promise<McpRig> {
  const server = await handWrittenServer(era, ({ id, method = "", params }) => {
    const result = lists[`${method}?${String(params?.["cursor"])}`] ?? lists[method];
    if (result === undefined) return null;
    const text = JSON.stringify({ jsonrpc: "2.0", id, result });
    return {
      status: 200,
      body: text.replace(JSON.stringify(tooDeep), `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
    };
  });
  const rig = await mcpRig({ shop: { ...server.entry, trusted: true } });
  cleanUp.push(() => server.stop());
  cleanUp.push(() => rig.close());
  return rig;
}

const fine = { name: "fine", description: "Does it.", inputSchema: { type: "object" } };
const terms = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** What servers send where MCP wants something else, and what it is as good as. */
const odd: [what: string, tool: object, as: object][] = [
  ["no description", { description: null }, { description: "" }],
  ["a description that is no text", { description: ["a"] }, { description: "" }],
  ["no title", { title: null }, {}],
  ["no annotations", { annotations: null }, { annotations: {} }],
  ["annotations in a list", { annotations: [] }, { annotations: {} }],
  [
    "empty annotations",
    { annotations: { title: null, readOnlyHint: null, destructiveHint: null } },
    { annotations: {} },
  ],
  [
    "annotations in words",
    { annotations: { readOnlyHint: "true", idempotentHint: 1, destructiveHint: "true", openWorldHint: 0 } },
    { annotations: { destructiveHint: true, openWorldHint: true } },
  ],
  ["no schema", { inputSchema: undefined }, { inputSchema: { type: "object" } }],
  ["a schema that is nothing", { inputSchema: null }, { inputSchema: { type: "object" } }],
  ["an empty schema", { inputSchema: {} }, { inputSchema: { type: "object" } }],
  [
    "a schema without a type",
    { inputSchema: { $schema: null, properties: { a: { type: "string" } } } },
    { inputSchema: { type: "object", properties: { a: { type: "string" } } } },
  ],
  ["empty fields in a list", { inputSchema: { type: "object", properties: [] } }, { inputSchema: { type: "object" } }],
  [
    "nothing that is required",
    { inputSchema: { type: "object", properties: null, required: null } },
    { inputSchema: { type: "object" } },
  ],
  [
    "a requirement that is no text",
    { inputSchema: { type: "object", required: ["a", 1] } },
    { inputSchema: { type: "object", required: ["a"] } },
  ],
  [
    "a requirement of its own",
    { inputSchema: { type: "object", required: true } },
    { inputSchema: { type: "object" } },
  ],
  ["no output", { outputSchema: null }, {}],
  ["an output in words", { outputSchema: "text" }, {}],
  ["no icons", { icons: null }, {}],
  ["odd icons", { icons: [null, { src: 1 }, "icon.png"] }, {}],
  ["odd metadata", { _meta: "none", execution: { taskSupport: null } }, {}],
];

test.each(eras)("E18: an oddity of a tool that changes nothing is mended (%s)", async (era) => {
  const named = odd.map(([name, tool]) => ({ ...fine, name, ...tool }));
  const rig = await rigListing(era, { "tools/list": { ...terms, tools: [...named, fine], nextCursor: null } });
  expect(rig.servers.list()).toMatchObject([{ status: "up", problem: null }]);
  for (const [what, , as] of [...odd, ["fine", {}, {}] as const]) {
    const { name, title, description, annotations, inputSchema } = rig.tool("shop", what);
    const usual = { name: what, title: what, description: "Does it.", annotations: {}, inputSchema: fine.inputSchema };
    expect({ name, title, description, annotations, inputSchema }).toEqual({ ...usual, ...as });
  }
});

test.each(eras)("E18: a tool that cannot be understood is left out by name, and no other is (%s)", async (era) => {
  const rig = await rigListing(era, {
    "tools/list": {
      ...terms,
      tools: [
        "delete_all",
        { ...fine, name: null },
        { ...fine, name: "text", inputSchema: { type: "string" } },
        { ...fine, name: "list", inputSchema: [] },
        { ...fine, name: "fields", inputSchema: { type: "object", properties: ["a"] } },
        { ...fine, name: "deep", inputSchema: { type: "object", properties: { a: tooDeep } } },
        { ...fine, name: "twin", inputSchema: "none" },
        { ...fine, name: "twin" },
        fine,
      ],
    },
  });
  const [server] = rig.servers.list();
  expect(server).toMatchObject({ status: "up", tools: [{ name: "fine" }] });
  for (const sentence of [
    "A tool is not offered. It is no object.",
    "A tool is not offered. It has no name.",
    'The tool "text" is not offered. It wants arguments that are no object.',
    'The tool "list" is not offered. It describes its arguments in a form that MCP does not know.',
    'The tool "fields" is not offered. It describes its arguments in a form that MCP does not know.',
    'The tool "deep" is not offered.',
    'Two tools are called "twin"; neither is offered, because a call could reach the wrong one.',
  ])
    expect(server?.problem).toContain(sentence);
});

test("M125: a tool that wants arguments in headers as no server may is left out, and nothing of it is written out", async () => {
  const { warn } = console;
  const written: unknown[] = [];
  console.warn = (...said: unknown[]) => void written.push(said);
  cleanUp.push(async () => void (console.warn = warn));
  const tool = (name: string, inputSchema: object) => ({
    ...fine,
    name,
    inputSchema: { type: "object", ...inputSchema },
  });
  const of = (header: unknown, type = "string") => ({ type, "x-mcp-header": header });
  const odd = {
    line: { properties: { a: of("x\n{}") } },
    none: { properties: { a: of("") } },
    number: { properties: { a: of("A", "number") } },
    twice: { properties: { a: of("A"), b: { type: "object", properties: { c: of("a") } } } },
    root: { "x-mcp-header": "A" },
    items: { properties: { a: { type: "array", items: of("A") } } },
    either: { anyOf: [{ properties: { a: of("A") } }] },
  };
  const right = { properties: { a: of("A"), b: { type: "object", properties: { c: of("B", "integer") } } } };
  const named = { properties: { "x-mcp-header": { type: "string" } }, required: ["x-mcp-header"] };
  const tools = Object.entries({ ...odd, right, named }).map(([name, schema]) => tool(name, schema));
  const [web, old] = await Promise.all(eras.map((era) => rigListing(era, { "tools/list": { ...terms, tools } })));
  const namesOf = (rig: McpRig | undefined) =>
    rig?.servers.list().flatMap((server) => server.tools.map(({ name }) => name));
  expect(namesOf(web)).toEqual(["right", "named"]);
  expect(namesOf(old)).toEqual([...Object.keys(odd), "right", "named"]);
  for (const name of Object.keys(odd))
    expect(web?.servers.list()[0]?.problem).toContain(
      `The tool "${name}" is not offered. It wants an argument in a header in a way that MCP does not allow.`,
    );
  expect(written).toEqual([]);
});

test("E18: where a list ends, and how long it holds, is read as kindly", async () => {
  const [none, further, endless, odd] = await Promise.all([
    rigListing("legacy", { "tools/list": { tools: null } }),
    rigListing("modern", {
      "tools/list": { resultType: "complete", tools: [fine], nextCursor: "2" },
      "tools/list?2": { tools: [{ ...fine, name: "second" }], ttlMs: -1, cacheScope: null, nextCursor: null },
    }),
    rigListing("legacy", { "tools/list": { tools: [fine], nextCursor: 2 } }),
    rigListing("legacy", { "tools/list": { tools: "none" } }),
  ]);
  expect(none.servers.list()).toMatchObject([{ status: "up", problem: null, tools: [] }]);
  expect(further.servers.list()).toMatchObject([{ status: "up", problem: null, tools: [{}, { name: "second" }] }]);
  expect(endless.servers.list()).toMatchObject([
    { status: "up", problem: "Its list of tools goes on in a way that MCP does not know.", tools: [{ name: "fine" }] },
  ]);
  expect(odd.servers.list()).toMatchObject([
    { status: "down", problem: "It answered in a form that MCP does not know (tools/list)." },
  ]);
});

test.each(eras)("E18: one odd prompt or resource takes no other with it (%s)", async (era) => {
  const rig = await rigListing(era, {
    "tools/list": { ...terms, tools: [fine] },
    "prompts/list": {
      ...terms,
      prompts: [
        { name: "odd", title: null, arguments: [{ name: "a", description: null }] },
        { name: null },
        { name: "fine" },
      ],
    },
    "resources/list": {
      ...terms,
      resources: [
        { name: "odd", uri: null },
        { uri: "a:b", name: "fine", size: null },
      ],
    },
  });
  const from = { personId: "", servers: new Set(["shop"]), signal: new AbortController().signal };
  expect(await rig.servers.sources.list("prompts", from)).toMatchObject([
    { name: "shop__odd" },
    { name: "shop__fine" },
  ]);
  expect(await rig.servers.sources.list("resources", from)).toMatchObject([{ name: "fine" }]);
  expect(rig.log).toContainEqual({
    event: "tool-server.left-out",
    fields: {
      server: "shop",
      problem: 'The resource "odd" is not offered. It is described in a form that MCP does not know.',
      entries: 1,
    },
  });
});
