import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { clientKinds, gatewayWorld, type AnyClient } from "#e2e/support/gateway-world.ts";
import { allContent, oddContent } from "#e2e/support/servers/passing-content.ts";
import { serverFile, startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";

let web: RunningServer;
beforeAll(async () => {
  web = await startServer("passing-server.ts");
});
afterAll(() => web.stop());

/** The app with one and the same server in both eras and over both transports, whose tools need no approval. */
function passingWorld() {
  const program = { command: process.execPath, args: [serverFile("passing-server.ts")], trusted: true };
  return gatewayWorld({
    servers: {
      newer: { url: web.url, trusted: true },
      older: { url: web.url, era: "legacy", trusted: true },
      program,
      pipe: { ...program, era: "legacy" },
    },
  });
}
function textOf({ content }: { content: unknown }): string {
  return (content as { text: string }[])[0]?.text ?? "";
}
const servers = ["newer", "older", "program", "pipe"];

test("S0.57, S0.36: content of every type passes through unchanged, from servers and to clients of both eras", async () => {
  const world = await passingWorld();
  const [before, , , after] = oddContent;
  const named = (type: string) => ({
    type: "text",
    text: `[content of type "${type}" in a form that MCP does not know]`,
  });
  for (const kind of clientKinds) {
    const client = await world.connect(kind);
    for (const server of servers) {
      const { content, structuredContent, isError, _meta } = await client.call(`${server}__all`);
      const of = `${kind}, ${server}`;
      expect({ content, structuredContent, isError }, of).toEqual({
        content: allContent.content,
        structuredContent: allContent.structuredContent,
        isError: true,
      });
      expect(_meta, of).toMatchObject(allContent._meta);
      const odd = await client.call(`${server}__odd`);
      expect(odd.content, of).toEqual([before, named("video"), named("image"), after]);
    }
    const list = await client.call("newer__list");
    const isNewer = kind === "client 2, new era";
    expect(list.structuredContent, kind).toEqual(isNewer ? [1, "two"] : { result: [1, "two"] });
  }
});

test("S0.57, S0.49: what waited is collected whole after a restart, once, and is not kept after that", async () => {
  const picture = { type: "image", data: "aGk=", mimeType: "image/png" };
  const draw = fakeTool("draw", {
    act: () => ({
      kind: "result",
      result: {
        content: [{ type: "text", text: "[image/png]" }],
        structuredContent: null,
        isError: false,
        whole: [{ at: 0, block: picture }],
      },
    }),
  });
  const hasty = { title: "Hasty", says: ["hasty"], asks: "form", limitSeconds: 1, note: "" };
  const first = await gatewayWorld({ tools: [draw], clients: [hasty] });
  const key = await first.keyWith();
  const client = await first.connect("client 2, new era", { key, name: "hasty" });
  await client.call("srv__draw");
  const [asked] = await first.opened();
  await first.answer(asked, "approve");
  await expect
    .poll(() => first.database.db.selectFrom("tool_calls").select("state").execute())
    .toEqual([{ state: "done" }]);
  const [row] = await first.database.db.selectFrom("tool_calls").select("result_json").execute();
  expect(row?.result_json).not.toContain(picture.data);
  await first.close();
  const second = await gatewayWorld({ tools: [draw], store: first.database });
  const again = await second.connect("sdk 1", { key });
  const id = asked?.call_id ?? "";
  expect(await again.call("approval_result", { id })).toMatchObject({ content: [picture] });
  expect(await again.call("approval_result", { id })).toMatchObject({ isError: true });
  expect(await second.database.db.selectFrom("gateway_calls").select("blocks_json").execute()).toEqual([
    { blocks_json: null },
  ]);
  expect(draw.ran).toHaveLength(1);
});

test("S0.57: clients hear how far a server's tool is, and cancel it there", async () => {
  const world = await passingWorld();
  for (const kind of clientKinds) {
    const client = await world.connect(kind);
    // An older program that is left with a call is ended.
    for (const server of ["newer", "older", "program"]) {
      const label = `${kind}, ${server}`;
      const gone = new AbortController();
      const heard = Promise.withResolvers<unknown>();
      const called = client.call(`${server}__slow`, { label }, { signal: gone.signal, onprogress: heard.resolve });
      expect(await heard.promise, label).toMatchObject({ progress: 1, total: 2, message: "half" });
      gone.abort();
      await expect(called).rejects.toThrow();
      const cancelled = async () => textOf(await client.call(`${server}__cancelled`));
      await expect.poll(cancelled, { timeout: 10_000 }).toContain(JSON.stringify(label));
    }
  }
});

/** Its code and its words. */
async function refusal(asked: Promise<unknown>): Promise<{ code?: number; message: string }> {
  return asked.then(
    () => Promise.reject(new Error("It was answered.")),
    (error: { code?: number; message: string }) => error,
  );
}

async function tryOf(client: AnyClient, server: string): Promise<void> {
  const ofServer = (entries: Record<string, unknown>[], key: string) =>
    entries.filter((entry) => String(entry[key]).includes(server));
  const at = `countersign://${server}/`;
  expect(ofServer(await client.resources(), "uri")).toEqual([
    { uri: `${at}test://words`, name: "words", description: "Some words", _meta: { "example.com/a": 1 } },
    { uri: `${at}test://bytes`, name: "bytes", mimeType: "application/zip", size: 6 },
  ]);
  expect(ofServer(await client.templates(), "uriTemplate")).toEqual([
    { uriTemplate: `${at}test://rows/{id}`, name: "row" },
  ]);
  expect(ofServer(await client.prompts(), "name")).toEqual([
    {
      name: `${server}__greet`,
      description: "Greets.",
      arguments: [{ name: "whom", description: "Who", required: true }],
    },
    { name: `${server}__asks` },
  ]);
  for (const own of ["test://words", "test://rows/a%2Fb?c#d"]) {
    expect(await client.read(at + own)).toEqual([{ uri: at + own, text: `${own}\u200b` }]);
  }
  const bytes = { uri: `${at}test://bytes`, mimeType: "application/zip", blob: "YmluYXJ5" };
  expect(await client.read(bytes.uri)).toEqual([bytes]);
  expect(await client.prompt(`${server}__greet`, { whom: "Kim" })).toMatchObject({
    description: "Greets.",
    messages: [{ role: "user", content: { type: "text", text: "Greet Kim." } }],
  });
  const words = "asks something before it answers, which is possible only for its tools";
  expect((await refusal(client.read(`${at}test://asks`))).message).toContain(words);
  expect((await refusal(client.prompt(`${server}__asks`))).message).toContain(words);
  for (const uri of [`${at}test://none`, "countersign://nobody/test://words", "test://words"]) {
    expect(await refusal(client.read(uri)), uri).toMatchObject({ code: -32602 });
  }
  expect(await refusal(client.prompt(`${server}__none`))).toMatchObject({ code: -32602 });
}

test("S0.58: resources and prompts of servers are listed and read under names of ours, in both eras, and run nothing", async () => {
  const world = await passingWorld();
  for (const kind of clientKinds) {
    const client = await world.connect(kind, { answer: () => ({ action: "accept", content: {} }) });
    for (const server of servers) await tryOf(client, server);
  }
  const large = (await world.connect("sdk 1")).read("countersign://newer/test://large");
  expect((await refusal(large)).message).toContain("more than 4 MB");
  expect(await world.database.db.selectFrom("tool_calls").select("id").execute()).toEqual([]);
  const counts = await world.database.db
    .selectFrom("person_counts")
    .select("count")
    .where("what", "=", "calls")
    .execute();
  expect(counts).toEqual([{ count: 121 }]);
  const { text } = await world.services.metrics.text();
  const figure = (what: string, outcome: string) =>
    Number(
      new RegExp(
        `^countersign_source_reads_total\\{what="${what}",outcome="${outcome}",side="server"\\} (\\d+)$`,
        "m",
      ).exec(text)?.[1],
    );
  // Of four servers, as three clients read them.
  expect([figure("resource", "done"), figure("resource", "failed"), figure("resource", "refused")]).toEqual([
    36, 13, 36,
  ]);
  expect([figure("prompt", "done"), figure("prompt", "failed"), figure("prompt", "refused")]).toEqual([12, 12, 12]);
});

test("S0.58, C12: what a client may not call it may not read, nor a secret, nor of a server whose definitions wait", async () => {
  const program = { command: process.execPath, args: [serverFile("passing-server.ts")] };
  const world = await gatewayWorld({
    servers: {
      waiting: program,
      open: { ...program, env: { API_KEY: "key-very-secret" }, era: "legacy", trusted: true },
    },
  });
  const client = await world.connect("client 2, new era");
  const names = async (each: AnyClient) => (await each.prompts()).map(({ name }) => name);
  expect(await names(client)).toEqual(["open__greet", "open__asks"]);
  expect(await refusal(client.read("countersign://waiting/test://words"))).toMatchObject({ code: -32602 });
  expect(await refusal(client.prompt("waiting__greet"))).toMatchObject({ code: -32602 });
  const limited = await world.connect("client 2, new era", { key: await world.keyWith({ tools: ["app__none"] }) });
  expect(await names(limited)).toEqual([]);
  expect(await refusal(limited.read("countersign://open/test://words"))).toMatchObject({ code: -32602 });
  // The only one that lists it.
  expect(await client.read("test://bytes")).toMatchObject([{ uri: "test://bytes" }]);
  const [{ text } = {}] = await client.read("countersign://open/test://key");
  expect(text).toMatch(/^The key is \[masked [0-9a-f]{4}\]\.$/);
  await client.call("open__widen");
  await expect.poll(() => names(client), { timeout: 10_000 }).toEqual([]);
  expect(await refusal(client.read("countersign://open/test://words"))).toMatchObject({ code: -32602 });
});

test("S0.58: changes of resources and prompts are announced, and listed at once", async () => {
  const world = await passingWorld();
  let heard = 0;
  const client = await world.connect("client 2, new era", { onSources: () => (heard += 1) });
  for (const server of servers) {
    await client.resources();
    const before = heard;
    await client.call(`${server}__grow`);
    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(before);
    const uris = async () => (await client.resources()).map(({ uri }) => uri);
    await expect.poll(uris, { timeout: 4_000 }).toContain(`countersign://${server}/test://grown`);
  }
});

test("S0.58: what a server asks while it is read is never taken for a question of its tools", async () => {
  const world = await passingWorld();
  const client = await world.connect("client 2, new era");
  for (const server of ["newer", "older", "program"]) {
    const gone = new AbortController();
    const called = client.call(`${server}__wonder`, {}, { signal: gone.signal });
    const asked = await world.opened();
    await refusal(client.prompt(`${server}__asks`));
    await refusal(client.read(`countersign://${server}/test://asks`));
    expect(await world.open()).toEqual(asked);
    gone.abort();
    await expect(called).rejects.toThrow();
    await world.opened(0);
  }
});
