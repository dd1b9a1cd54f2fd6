import { expect, test, vi } from "vitest";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { justProved } from "#e2e/support/gate-world.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { clientKinds, gatewayWorld, type AnyClient } from "#e2e/support/gateway-world.ts";
import { decide } from "#lib/gate/answer/decide.ts";

test.each(clientKinds)(
  "S0.36, S0.32: %s lists tools, gated ones too, and a free one's result passes through unchanged",
  async (kind) => {
    const result = {
      content: [
        { type: "text", text: "hello" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "resource_link", uri: "file:///a", name: "a" },
      ],
      structuredContent: { rows: [1, 2] },
      isError: false,
    };
    const look = fakeTool("look", { flag: "never", act: () => ({ kind: "result", result }) });
    const world = await gatewayWorld({ tools: [look, fakeTool("wipe")] });
    const client = await world.connect(kind);
    const names = (await client.list()).map(({ name }) => name);
    expect(names).toEqual(["look", "wipe", "approval_result"].map((name) => expect.stringContaining(name)));
    const { content, structuredContent, isError } = await client.call(names[0] ?? "", { at: "x" });
    expect({ content, structuredContent, isError }).toEqual({ ...result, isError: undefined });
    expect(look.ran).toMatchObject([{ arguments: { at: "x" } }]);
  },
);

test.each(clientKinds)("S0.33: a gated call of %s waits in the inbox, and one Approve runs it once", async (kind) => {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gatewayWorld({ tools: [wipe] });
  const client = await world.connect(kind);
  const [{ name } = { name: "" }] = await client.list();
  const called = client.call(name, { disk: "a" });
  const [asked] = await world.opened();
  expect(wipe.ran).toEqual([]);
  expect(await world.answer(asked, "approve")).toBe(200);
  expect(await called).toMatchObject({ content: [{ type: "text", text: "wiped" }] });
  expect(wipe.ran).toMatchObject([{ arguments: { disk: "a" } }]);
  const declined = client.call(name, { disk: "b" });
  expect(await world.answer((await world.opened())[0], "reject")).toBe(200);
  expect(await declined).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("was not run") }] });
  expect(wipe.ran).toHaveLength(1);
});

/** Gives a call up after a second or so. */
const hasty = { title: "Hasty", says: ["hasty"], asks: "form", limitSeconds: 1, note: "" };

async function nameOf(client: AnyClient, name: string): Promise<string> {
  return (await client.list()).find((tool) => tool.name.includes(name))?.name ?? "";
}

function textOf({ content }: { content: unknown }): string {
  return (content as { text: string }[])[0]?.text ?? "";
}

test("S0.49: a call that waits for longer than its client says so, and its result is collected once, by the same key", async () => {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gatewayWorld({ tools: [wipe], clients: [hasty] });
  const client = await world.connect("sdk 1", { name: "hasty" });
  const other = await world.connect("client 2, new era", { name: "hasty" });
  const waits = await client.call(await nameOf(client, "wipe"));
  const [asked] = await world.opened();
  expect(waits).toMatchObject({ isError: true, _meta: { "countersign/status": "waiting" } });
  expect(textOf(waits)).toContain(`waits for approval ${asked?.call_id}`);
  const id = asked?.call_id ?? "";
  // It waits on, and the next one too.
  expect(textOf(await client.call("approval_result", { id }))).toContain("waits for approval");
  await world.answer(asked, "approve");
  expect(textOf(await other.call("approval_result", { id }))).toContain("made no call with this id");
  expect(textOf(await client.call("approval_result", { id }))).toBe("wiped");
  expect(textOf(await client.call("approval_result", { id }))).toContain("handed over before");
  expect(wipe.ran).toHaveLength(1);
});

test.each(clientKinds)("S0.27, S0.35: a call of %s that nobody can be asked about is refused at once", async (kind) => {
  const wipe = fakeTool("wipe");
  const world = await gatewayWorld({ tools: [wipe] });
  const client = await world.connect(kind, { key: await world.keyWith({ inbox: false }) });
  expect(textOf(await client.call(await nameOf(client, "wipe")))).toContain("was not run: nobody could be asked");
  expect(await world.open()).toEqual([]);
  expect(wipe.ran).toEqual([]);
});

test.each(clientKinds)(
  "S0.30, S0.34: a call that %s cancels while it waits is not run, whoever answers later",
  async (kind) => {
    const wipe = fakeTool("wipe");
    const world = await gatewayWorld({ tools: [wipe] });
    const client = await world.connect(kind);
    const gone = new AbortController();
    const called = client.call(await nameOf(client, "wipe"), {}, { signal: gone.signal });
    const [asked] = await world.opened();
    gone.abort();
    await expect(called).rejects.toThrow();
    await world.opened(0);
    expect(await world.answer(asked, "approve")).toBe(409);
    expect(wipe.ran).toEqual([]);
  },
);

const approve: ElicitResult = { action: "accept", content: { decision: "approve" } };

test.each(clientKinds)(
  "S0.28, F11: %s asks its user, whose yes runs the call once and is recorded as what it is",
  async (kind) => {
    const wipe = fakeTool("wipe", { act: () => said("wiped") });
    const world = await gatewayWorld({ tools: [wipe] });
    const messages: string[] = [];
    const client = await world.connect(kind, {
      answer: ({ message, requestedSchema }) => {
        messages.push(message);
        expect(requestedSchema).toMatchObject({ required: ["decision"] });
        return approve;
      },
    });
    expect(textOf(await client.call(await nameOf(client, "wipe"), { disk: "a\u202e" }))).toBe("wiped");
    expect(wipe.ran).toMatchObject([{ arguments: { disk: "a\u202e" } }]);
    expect(messages).toEqual([expect.stringContaining("a⟨U+202E⟩")]);
    const audit = await world.database.db.selectFrom("audit").selectAll().orderBy("seq").execute();
    const kinds = audit.map(({ kind }) => kind).filter((each) => /^(approval|call)-/.test(each));
    expect(kinds).toEqual(["approval-opened", "approval-attested", "call-cleared", "call-started", "call-finished"]);
    expect(audit.find((row) => row.kind === "call-cleared")?.detail_json).toContain('"by":"client"');
    expect(audit.find((row) => row.kind === "verdict-given")?.detail_json).toContain('"caller":"gateway:test"');
  },
);

/** As after a look at the question. */
function later<Answer>(answer: Answer): Answer {
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 600);
  return answer;
}
const noYes: [string, () => Promise<ElicitResult> | ElicitResult][] = [
  ["declines", () => later({ action: "decline" })],
  ["chooses decline", () => ({ action: "accept", content: { decision: "decline" } })],
  ["dismisses", () => later({ action: "cancel" })],
  ["accepts without a choice", () => ({ action: "accept", content: {} })],
  ["accepts another word", () => ({ action: "accept", content: { decision: "yes" } })],
  ["adds to the answer", () => ({ action: "accept", content: { decision: "approve", more: "x" } })],
  ["fails", () => Promise.reject(new Error("no window"))],
];

test.each(clientKinds.flatMap((kind) => noYes.map(([what, answer]) => [kind, what, answer] as const)))(
  "S0.29, S0.30, S0.35: %s whose user %s gets an error, and nothing runs",
  async (kind, _what, answer) => {
    const wipe = fakeTool("wipe");
    const world = await gatewayWorld({ tools: [wipe] });
    const client = await world.connect(kind, { answer });
    // A failing client of the new era does not even come back: then its call waits for a person, and runs nothing.
    const result = await client.call(await nameOf(client, "wipe")).catch(() => null);
    if (result !== null) {
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("was not run") }] });
      expect(await world.open()).toEqual([]);
    }
    expect(wipe.ran).toEqual([]);
  },
);

const byItself = (["cancel", "decline"] as const).map((action) => ({ action }));

test.each(clientKinds.flatMap((kind) => byItself.map((answer) => [kind, answer] as const)))(
  "S0.50: a question to which %s answers %j at once was not shown: it waits in the inbox",
  async (kind, answer) => {
    const wipe = fakeTool("wipe", { act: () => said("wiped") });
    const world = await gatewayWorld({ tools: [wipe] });
    let asked = 0;
    const client = await world.connect(kind, {
      answer: () => {
        asked += 1;
        return answer;
      },
      elicitation: { form: {} },
    });
    const called = client.call(await nameOf(client, "wipe"));
    await world.opened();
    await expect.poll(() => asked).toBe(1);
    expect(await world.answer((await world.opened())[0], "approve")).toBe(200);
    expect(textOf(await called)).toBe("wiped");
    expect(wipe.ran).toHaveLength(1);
  },
);

test.each(clientKinds)(
  "S0.51, F11: what %s attests counts up to the risk of its key, and never for high risk",
  async (kind) => {
    const [low, high] = [fakeTool("low", { risk: 2 }), fakeTool("high", { risk: 4 })];
    const world = await gatewayWorld({ tools: [low, high], mostRisk: 4 });
    const urls: string[] = [];
    const answer = ({ url }: { url?: string | undefined }) => {
      if (url !== undefined) urls.push(url);
      return approve;
    };
    const careful = await world.connect(kind, { answer, key: await world.keyWith({ attests: 1 }) });
    const usual = await world.connect(kind, { answer });
    for (const [client, tool] of [
      [careful, low],
      [usual, high],
    ] as const) {
      const called = client.call(await nameOf(client, tool.name));
      const [asked] = await world.opened();
      await expect.poll(() => urls.splice(0)).toEqual([expect.stringContaining(`card=${asked?.id}`)]);
      expect(tool.ran).toEqual([]);
      await world.answer(asked, "reject");
      expect(textOf(await called)).toContain("was not run");
      expect(tool.ran).toEqual([]);
    }
  },
);

test.each(clientKinds)(
  "S4.1, F11: what %s attests is no answer for others, nor to a server's own question",
  async (kind) => {
    const shared = fakeTool("shared", { who: { kind: "other" } });
    const asking = fakeTool("asking", {
      flag: "never",
      act: async ({ elicit, signal }) => {
        const requestedSchema = { type: "object", properties: { sure: { type: "boolean" } } };
        return said((await elicit({ mode: "form", message: "Sure?", requestedSchema, url: null }, signal)).action);
      },
    });
    const world = await gatewayWorld({ tools: [shared, asking] });
    const client = await world.connect(kind, { answer: () => approve, elicitation: { form: {} } });
    for (const tool of [shared, asking]) {
      const gone = new AbortController();
      const called = client.call(await nameOf(client, tool.name), {}, { signal: gone.signal });
      await world.opened();
      gone.abort();
      await expect(called).rejects.toThrow();
      await world.opened(0);
    }
    expect(shared.ran).toEqual([]);
  },
);

test("S0.28: a card that is answered in the app takes the question back from the client", async () => {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gatewayWorld({ tools: [wipe] });
  let withdrawn = false;
  const client = await world.connect("client 2, old era", {
    answer: (_asked, signal) => {
      // The SDK overlooks that its very first request is cancelled.
      if (wipe.ran.length === 0) return approve;
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          withdrawn = true;
          resolve({ action: "cancel" });
        });
      });
    },
  });
  const name = await nameOf(client, "wipe");
  await client.call(name);
  const called = client.call(name);
  await world.answer((await world.opened())[0], "approve");
  expect(textOf(await called)).toBe("wiped");
  await expect.poll(() => withdrawn).toBe(true);
  expect(wipe.ran).toHaveLength(2);
});

test("G2, S0.49: a call outlives the process that its client waits on, runs once for an accept after it, and is collected", async () => {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const first = await gatewayWorld({ tools: [wipe] });
  const key = await first.keyWith();
  const client = await first.connect("client 2, new era", { key });
  void client.call(await nameOf(client, "wipe")).catch(() => {});
  const [asked] = await first.opened();
  await first.close();
  const second = await gatewayWorld({ tools: [wipe], store: first.database });
  expect(await second.open()).toHaveLength(1);
  const target = { approvalId: asked?.id ?? "" };
  const person = { id: asked?.person_id ?? "", name: "Kim" };
  await decide(second.services.agent.gate, { person, target, action: "accept", via: "chat", proof: justProved });
  const again = await second.connect("sdk 1", { key });
  expect(textOf(await again.call("approval_result", { id: asked?.call_id ?? "" }))).toBe("wiped");
  expect(wipe.ran).toHaveLength(1);
});
