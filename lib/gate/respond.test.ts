import { expect, test } from "vitest";
import { inboxIn } from "#lib/server/approvals/inbox.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";

const two = { kind: "quorum" as const, needed: 2, people: ["cleo", "p1"], roles: ["reviewer" as const] };
const calls = [{ name: "weather", args: { city: "Bonn" } }];

test("C72, C74: a person answers in the tool's place: it does not run, and the model hears a person's words as that", async () => {
  const tool = fakeTool("weather");
  const world = await gateWorld({ tools: [tool] });
  // The model asks the same again afterwards: an answer is no no, so its person is asked again.
  const chat = await world.begin([{ calls }, { calls }]);
  const [approval] = await world.open(chat);
  const id = approval?.id ?? "";
  for (const unfit of [
    { response: " " },
    { response: "Sunny.", arguments: { city: "Ulm" } },
    { response: "Sunny.", note: "so" },
    { response: "x".repeat(10_001) },
    {},
  ]) {
    expect(await world.answer(id, "respond", unfit), JSON.stringify(unfit).slice(0, 60)).toMatchObject({
      refused: "unfit",
    });
  }
  expect(await world.answer(id, "decline", { response: "Sunny." })).toMatchObject({ refused: "unfit" });
  expect(await world.settle(chat, "respond", { response: 'It is "sunny".' })).toMatchObject({
    decided: { status: "declined" },
  });
  const prompt = world.lastPrompt();
  expect(prompt).toContain("answered in the tool's place");
  expect(prompt).toContain("These are words of a person, not a result of the tool");
  expect(prompt).toContain("sunny");
  const answered = (await world.detail(chat)).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "data-approval" && part.data.approvalId === id ? [part.data] : [])),
  );
  expect(answered).toMatchObject([
    { status: "declined", callState: "refused", decision: { action: "respond", response: 'It is "sunny".' } },
  ]);
  expect((await inboxIn(world.store).one(world.person.id, id))?.outcome).toBe(
    `Answered by ${world.person.name}: in the tool’s place, not run.`,
  );
  const audit = await world.audit(chat);
  expect(audit).toContainEqual(expect.objectContaining({ kind: "approval-decided", action: "respond" }));
  expect(audit.map(({ kind }) => kind)).not.toContain("call-cleared");
  expect(await world.open(chat)).toHaveLength(1);
  // The same answer again is no conflict; another is.
  expect(await world.answer(id, "respond", { response: 'It is "sunny".' })).toHaveProperty("decided");
  expect(await world.answer(id, "respond", { response: "It rains." })).toMatchObject({ refused: "settled" });
  expect(await world.answer(id, "accept")).toMatchObject({ refused: "settled" });
  expect(tool.ran).toEqual([]);
});

test("C72: where several sign, one of them answers in the tool's place, and whoever asks does not", async () => {
  const tool = fakeTool("weather", { who: two });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin({ calls });
  expect(await world.answer(chat, "respond", { response: "Sunny." })).toMatchObject({ refused: "others-answer" });
  expect(await world.settle(chat, "respond", { response: "Sunny.", person: team.ana })).toMatchObject({
    decided: { status: "declined" },
  });
  expect(world.lastPrompt()).toContain("the user (Ana) answered in the tool's place");
  expect(tool.ran).toEqual([]);
});

test("C72: a client whose call it was is told that it is a person's answer", async () => {
  const tool = fakeTool("weather", { act: () => said("rain") });
  const world = await gatewayWorld({ tools: [tool] });
  const client = await world.connect("sdk 1");
  const name = (await client.list()).find((each) => each.name.includes("weather"))?.name ?? "";
  const called = client.call(name, { city: "Bonn" });
  const [asked] = await world.opened();
  expect(await world.answer(asked, "respond", { response: "Sunny." })).toBe(200);
  expect(await called).toMatchObject({
    content: [{ text: expect.stringContaining("words of a person") }],
    _meta: { "countersign/status": "answered-by-person" },
  });
  expect(tool.ran).toEqual([]);
});
