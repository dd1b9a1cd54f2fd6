import { expect, test, vi } from "vitest";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { clientKinds, gatewayWorld, type ClientKind, type GatewayWorld } from "#e2e/support/gateway-world.ts";
import { knownClients } from "./known-clients.ts";

/*
 * Clients that do what the known ones have been seen to do. Whatever that is: every accept of a person makes exactly one
 * call of the tool, nothing else makes any, and nobody is said to have declined who did not.
 */

const name = "srv__wipe";
const approve: ElicitResult = { action: "accept", content: { decision: "approve" } };
const [old] = clientKinds;
const oldEra = clientKinds.filter((kind) => kind !== "client 2, new era");
const never = new Promise<never>(() => {});
/** Gives up after a second what others give up after a minute. */
const hasty = { title: "Hasty", says: ["hasty"], asks: "none", limitSeconds: 1, note: "" };

async function counting() {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gatewayWorld({ tools: [wipe], clients: [hasty, ...knownClients] });
  return { world, wipe };
}

/** As after a look at the question. */
function later<Answer>(answer: Answer): Answer {
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 600);
  return answer;
}

const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]?.text ?? "";

/** How the questions of a world stand. */
async function statuses({ database }: GatewayWorld): Promise<string[]> {
  const rows = await database.db.selectFrom("approvals").select("status").orderBy("requested_at").execute();
  return rows.map(({ status }) => status);
}

test.each(clientKinds)("S0.61, S0.33: %s drops the question: the card in the inbox answers it", async (kind) => {
  const { world, wipe } = await counting();
  const asked = Promise.withResolvers<void>();
  const client = await world.connect(kind, {
    answer: () => {
      asked.resolve();
      return never;
    },
  });
  const called = client.call(name);
  // A client of the new era that drops it does not come back.
  called.catch(() => {});
  await asked.promise;
  expect(wipe.ran).toEqual([]);
  await world.answer((await world.opened())[0], "approve");
  await expect.poll(() => wipe.ran).toHaveLength(1);
  if (kind !== "client 2, new era") expect(textOf(await called)).toBe("wiped");
  expect(await statuses(world)).toEqual(["accepted"]);
});

/** Its user is asked where a form has fields; it accepts one without by itself. */
function withFullAccess(user: () => ElicitResult) {
  return ({ requestedSchema }: { requestedSchema?: unknown }): ElicitResult => {
    const { properties } = requestedSchema as { properties: object };
    return Object.keys(properties).length === 0 ? { action: "accept", content: {} } : user();
  };
}

test.each(clientKinds)(
  "S0.61, S0.29: %s accepts empty forms by itself: it gets none, whatever its key says, and its user answers",
  async (kind) => {
    const { world, wipe } = await counting();
    const key = await world.keyWith({ form: "empty" });
    const answers: ElicitResult[] = [{ action: "decline" }, approve];
    const answer = withFullAccess(() => later(answers.shift() ?? { action: "cancel" }));
    const client = await world.connect(kind, { name: "codex-mcp-client", key, answer });
    expect(await client.call(name)).toMatchObject({ isError: true });
    expect(wipe.ran).toEqual([]);
    expect(textOf(await client.call(name, { disk: "b" }))).toBe("wiped");
    expect(wipe.ran).toHaveLength(1);
    expect(await statuses(world)).toEqual(["declined", "accepted"]);
  },
);

test.each(clientKinds)(
  "S0.61, S0.50: an unknown %s that accepts empty forms by itself does so at once: that is nobody's yes",
  async (kind) => {
    const { world, wipe } = await counting();
    const key = await world.keyWith({ form: "empty" });
    const client = await world.connect(kind, { key, answer: withFullAccess(() => approve), elicitation: { form: {} } });
    const called = client.call(name);
    const [asked] = await world.opened();
    expect(wipe.ran).toEqual([]);
    expect(await world.answer(asked, "approve")).toBe(200);
    expect(textOf(await called)).toBe("wiped");
    expect(wipe.ran).toHaveLength(1);
  },
);

test.each(clientKinds)(
  "S0.28, S0.61: where a key's owner wants it, %s is asked by an empty form, and a person's accept of it counts once",
  async (kind) => {
    const { world, wipe } = await counting();
    const key = await world.keyWith({ form: "empty" });
    const answers: ElicitResult[] = [
      { action: "accept", content: {} },
      { action: "decline" },
      { action: "accept", content: { decision: "approve" } },
    ];
    const client = await world.connect(kind, {
      key,
      answer: ({ requestedSchema }) => {
        expect(requestedSchema).toEqual({ type: "object", properties: {} });
        return later(answers.shift() ?? { action: "cancel" });
      },
    });
    expect(textOf(await client.call(name))).toBe("wiped");
    for (const disk of ["b", "c"]) expect(await client.call(name, { disk })).toMatchObject({ isError: true });
    expect(wipe.ran).toHaveLength(1);
  },
);

test.each(clientKinds)(
  "S0.49, S0.61: %s gives calls up soon: it is told to come back, and does so on another connection",
  async (kind) => {
    const { world, wipe } = await counting();
    const key = await world.keyWith();
    const first = await world.connect(kind, { name: "hasty", key });
    expect(textOf(await first.call(name))).toContain("waits for approval");
    const [asked] = await world.opened();
    await first.close();
    const again = await world.connect(kind, { name: "hasty", key });
    const collected = again.call("approval_result", { id: asked?.call_id ?? "" });
    await world.answer(asked, "approve");
    expect(textOf(await collected)).toBe("wiped");
    expect(textOf(await again.call("approval_result", { id: asked?.call_id ?? "" }))).toContain("handed over before");
    expect(wipe.ran).toHaveLength(1);
    expect(await statuses(world)).toEqual(["accepted"]);
  },
);

test.each(clientKinds)(
  "S0.61: %s lets a call go to the background and makes others meanwhile; each accept makes one call",
  async (kind) => {
    const { world, wipe } = await counting();
    const client = await world.connect(kind);
    const behind = client.call(name, { disk: "a" });
    const [first] = await world.opened();
    const before = client.call(name, { disk: "b" });
    const second = (await world.opened(2)).find(({ id }) => id !== first?.id);
    await world.answer(second, "approve");
    expect(textOf(await before)).toBe("wiped");
    expect(wipe.ran).toMatchObject([{ arguments: { disk: "b" } }]);
    await world.answer(first, "approve");
    expect(textOf(await behind)).toBe("wiped");
    expect(wipe.ran).toHaveLength(2);
  },
);

test.each(clientKinds)(
  "S0.30, S0.61: %s is cut off while it waits and connects anew: the old card is closed, and the new one makes one call",
  async (kind) => {
    const { world, wipe } = await counting();
    const key = await world.keyWith();
    const first = await world.connect(kind, { key });
    const cut = first.call(name);
    const [closed] = await world.opened();
    await first.close();
    await expect(cut).rejects.toThrow();
    await world.opened(0);
    expect(await world.answer(closed, "approve")).toBe(409);
    const again = await world.connect(kind, { key });
    const called = again.call(name);
    await world.answer((await world.opened())[0], "approve");
    expect(textOf(await called)).toBe("wiped");
    expect(wipe.ran).toHaveLength(1);
    expect(await statuses(world)).toEqual(["cancelled", "accepted"]);
  },
);

test.each(oldEra)("A2, S0.61: %s sends its accept several times: one call is made", async (kind: ClientKind) => {
  const { world, wipe } = await counting();
  const client = await world.connect(kind, { answer: () => approve, answersSent: 3 });
  expect(textOf(await client.call(name))).toBe("wiped");
  expect(textOf(await client.call(name))).toBe("wiped");
  expect(wipe.ran).toHaveLength(2);
  expect(await statuses(world)).toEqual(["accepted", "accepted"]);
});

test("S0.30, S0.61: a client that dies while its user is asked leaves a closed card behind, and no call", async () => {
  const { world, wipe } = await counting();
  const asked = Promise.withResolvers<void>();
  const client = await world.connect(old, {
    answer: () => {
      asked.resolve();
      return never;
    },
  });
  const called = client.call(name);
  called.catch(() => {});
  await asked.promise;
  const [card] = await world.opened();
  await client.close();
  await world.opened(0);
  expect(await world.answer(card, "approve")).toBe(409);
  expect(wipe.ran).toEqual([]);
  expect(await statuses(world)).toEqual(["cancelled"]);
});
