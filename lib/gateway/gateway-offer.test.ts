import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { clientKinds, gatewayWorld, type AnyClient } from "#e2e/support/gateway-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";

const namesOf = async (client: AnyClient) => (await client.list()).map(({ name }) => name);

test.each(clientKinds)(
  "S0.45, S0.47: %s sees and calls only what is offered to clients, up to the highest risk",
  async (kind) => {
    const tools = [
      fakeTool("both"),
      fakeTool("chat", { exposure: "chat" }),
      fakeTool("gateway", { exposure: "gateway", flag: "never" }),
      fakeTool("risky", { risk: 4, flag: "never" }),
    ];
    const world = await gatewayWorld({ tools });
    const client = await world.connect(kind);
    expect(await namesOf(client)).toEqual(["srv__both", "srv__gateway", "approval_result"]);
    for (const name of ["srv__chat", "srv__risky"]) await expect(client.call(name)).rejects.toThrow("Unknown tool");
    expect(await client.call("srv__gateway")).toMatchObject({ content: [{ text: "ok" }] });
    const { catalogue } = world.services.agent.gate;
    expect([...catalogue.offered({ personId: "p", origin: "chat" }).keys()]).toEqual([
      "srv__both",
      "srv__chat",
      "srv__risky",
    ]);
    expect(tools.map(({ ran }) => ran.length)).toEqual([0, 0, 1, 0]);
    expect(await world.open()).toEqual([]);
  },
);

test("S0.47: a call of a tool that is for clients only is refused in the chat, and nobody is asked", async () => {
  const only = fakeTool("only", { exposure: "gateway" });
  const world = await gatewayWorld({ tools: [only] });
  world.model.tell("Do it.", [{ calls: [{ name: "srv__only", args: {} }] }]);
  const message = { chatId: "chat-of-only", message: { id: "m1", text: "Do it." } };
  const answered = await world.call("POST", "/api/chat", { body: message, headers: world.asPerson() });
  expect(await answered.text()).toContain("Nothing was run.");
  expect(await world.open()).toEqual([]);
  expect(only.ran).toEqual([]);
});

test("S0.45: a key may be limited to some tools, and later to fewer, which ends its calls of others; never to more", async () => {
  const tools = [fakeTool("one"), fakeTool("two"), fakeTool("three")];
  const world = await gatewayWorld({ tools });
  const key = await world.keyWith({ tools: ["srv__one", "srv__two"] });
  const id = /cs_([0-9a-f]{16})_/.exec(key["authorization"] ?? "")?.[1] ?? "";
  const client = await world.connect("sdk 1", { key });
  expect(await namesOf(client)).toEqual(["srv__one", "srv__two", "approval_result"]);
  const called = client.call("srv__two");
  await world.opened();
  const narrow = async (names: string[]) =>
    (await world.call("PATCH", `/api/keys/${id}`, { body: { tools: names }, headers: world.asPerson() })).status;
  expect(await narrow(["srv__one", "srv__three"])).toBe(409);
  expect(await namesOf(client)).toContain("srv__two");
  expect(await narrow(["srv__one"])).toBe(204);
  expect(await called).toMatchObject({ isError: true });
  expect(await world.open()).toEqual([]);
  expect(await namesOf(client)).toEqual(["srv__one", "approval_result"]);
  await expect(client.call("srv__two")).rejects.toThrow("Unknown tool");
  expect(await narrow(["srv__one", "srv__two"])).toBe(409);
  const listed = await world.call("GET", "/api/keys", { headers: world.asPerson() });
  expect(await listed.json()).toMatchObject({ keys: [{ id, tools: ["srv__one"] }] });
  expect(tools.map(({ ran }) => ran.length)).toEqual([0, 0, 0]);
});

test.each(["allowed", "accepted"] as const)(
  "S0.45: a call of a tool that its key has lost meanwhile does not start (%s), and a tool beside it does",
  async (how) => {
    const [one, two] = [fakeTool("one"), fakeTool("two")];
    let narrowed: () => Promise<unknown> = async () => {};
    const policy = toolApprovalPolicy.custom(async () => {
      await narrowed();
      return how === "accepted";
    });
    const world = await gatewayWorld({ tools: [one, two], policy });
    const key = await world.keyWith({ attests: null });
    const id = /cs_([0-9a-f]{16})_/.exec(key["authorization"] ?? "")?.[1] ?? "";
    const person = await world.services.sessions.personOf(world.cookie);
    if (person === null) throw new Error("Nobody is in.");
    // Its other calls are not ended: they began at the same moment, or in another process.
    narrowed = () => world.services.keys.narrow(person, id, ["srv__one"]);
    const client = await world.connect("sdk 1", { key });
    const called = client.call("srv__two");
    if (how === "accepted") await world.answer((await world.opened())[0], "approve");
    expect(JSON.stringify(await called)).toContain("The key by which this was asked has lost this tool");
    const kept = client.call("srv__one");
    if (how === "accepted") await world.answer((await world.opened())[0], "approve");
    expect(await kept).toMatchObject({ content: [{ text: "ok" }] });
    expect([one.ran.length, two.ran.length]).toEqual([1, 0]);
  },
);

test.each(clientKinds)("S0.55: %s is listed annotations, output schemas and icons of a tool", async (kind) => {
  const outputSchema = { type: "object", properties: { rows: { type: "number" } }, required: ["rows"] };
  const icons = [{ src: "https://example.com/a.png", mimeType: "image/png", sizes: ["48x48"] }];
  const annotations = { title: "Look", readOnlyHint: true, openWorldHint: false };
  const results = [{ rows: 1 }, null];
  const look = fakeTool("look", {
    flag: "never",
    outputSchema,
    icons,
    annotations,
    act: () => {
      const structuredContent = results.shift() ?? null;
      return { kind: "result", result: { content: [], structuredContent, isError: false } };
    },
  });
  const world = await gatewayWorld({ tools: [look] });
  const client = await world.connect(kind);
  expect((await client.list())[0]).toMatchObject({ name: "srv__look", outputSchema, icons, annotations });
  expect(await client.call("srv__look")).toMatchObject({ structuredContent: { rows: 1 } });
  // Data that was too large to be kept: a client would refuse a result without it.
  expect(await client.call("srv__look")).toMatchObject({ isError: true });
});

test("S0.55: a tool keeps its name whatever other tools come and go", async () => {
  const name = "a".repeat(70);
  const listed: string[][] = [];
  for (const names of [[name], [`${name}b`, name, "a"]]) {
    const world = await gatewayWorld({ tools: names.map((each) => fakeTool(each)) });
    listed.push(await namesOf(await world.connect("sdk 1")));
  }
  const stays = wireName("srv", name);
  expect(listed.map((names) => names.includes(stays))).toEqual([true, true]);
  expect(listed.flat().every((each) => each.length <= 64)).toBe(true);
});

test("S0.56: a client's session shows its calls with cards and results; another person's shows nothing", async () => {
  const world = await gatewayWorld({ tools: [fakeTool("wipe", { act: () => said("wiped") })] });
  const client = await world.connect("client 2, new era", { name: "Some \u202eclient" });
  const called = client.call("srv__wipe", { disk: "a" });
  const [asked] = await world.opened();
  const read = async (path: string) => (await world.call("GET", path, { headers: world.asPerson() })).json();
  const [session] = (await read("/api/clients/sessions")) as { id: string }[];
  expect(session).toMatchObject({ kind: "client", version: "1", keyName: "test", waiting: 1, live: true });
  const before = await world.services.clients.session(asked?.person_id ?? "", session?.id ?? "");
  expect(before?.calls.parts).toMatchObject([
    { type: "dynamic-tool", state: "approval-requested", input: { disk: "a" } },
    { type: "data-approval", data: { approvalId: asked?.id, status: "pending" } },
  ]);
  await world.answer(asked, "approve");
  await called;
  expect(await read(`/api/clients/${session?.id}`)).toMatchObject({
    waiting: 0,
    live: false,
    hasMore: false,
    calls: {
      parts: [{ state: "output-available", output: { content: [{ text: "wiped" }] } }, { type: "data-approval" }],
    },
  });
  expect(await world.services.clients.session("somebody-else", session?.id ?? "")).toBeNull();
  expect(await world.services.clients.sessions("somebody-else")).toEqual([]);
});

/** Gives a call up after a second or so. */
const hasty = { title: "Hasty", says: ["hasty"], asks: "form", limitSeconds: 4, note: "Known as hasty." };

test("S0.56: what a client does with questions is counted, and how long it holds a call; its key's end is told", async () => {
  const world = await gatewayWorld({
    tools: [fakeTool("wipe"), fakeTool("high", { who: { kind: "other" } })],
    clients: [hasty],
  });
  const answers = [
    { action: "cancel" as const },
    { action: "accept" as const, content: { decision: "approve" } },
    { action: "accept" as const, content: {} },
  ];
  const key = await world.keyWith();
  const client = await world.connect("sdk 1", {
    name: "hasty",
    key,
    answer: ({ mode }) => (mode === "url" ? { action: "accept" } : (answers.shift() ?? { action: "cancel" })),
  });
  const notShown = await client.call("srv__wipe");
  const [first] = await world.opened();
  await world.answer(first, "reject");
  expect(notShown).toMatchObject({ _meta: { "countersign/status": "waiting" } });
  await client.call("approval_result", { id: first?.call_id });
  expect(await client.call("srv__wipe", { disk: "b" })).toMatchObject({ content: [{ text: "ok" }] });
  expect(await client.call("srv__wipe", { disk: "c" })).toMatchObject({ isError: true });
  await client.call("srv__high");
  const read = async () =>
    (await (await world.call("GET", "/api/clients", { headers: world.asPerson() })).json()) as { clients: object[] };
  const { clients } = await read();
  expect(clients).toMatchObject([
    {
      name: "hasty",
      note: "Known as hasty.",
      era: "legacy",
      isIn: true,
      asks: { form: true, url: true },
      observed: { answered: 1, notShown: 1, unclear: 1, links: 1, collected: 1 },
      calls: [{ tool: "high" }, { tool: "wipe" }, { tool: "wipe" }, { tool: "wipe" }],
    },
  ]);
  expect((clients[0] as { observed: { heldMs: number } }).observed.heldMs).toBeGreaterThanOrEqual(1_000);
  const id = /cs_([0-9a-f]{16})_/.exec(key["authorization"] ?? "")?.[1] ?? "";
  await world.call("DELETE", `/api/keys/${id}`, { headers: world.asPerson() });
  expect((await read()).clients).toMatchObject([{ isIn: false }]);
});
