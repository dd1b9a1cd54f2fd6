import { expect, test } from "vitest";
import { said } from "#e2e/support/fake-tool.ts";
import { call, grantsIn, inChat } from "#e2e/support/granting.ts";
import { previewRig } from "#e2e/support/preview-rig.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import { decide } from "#lib/gate/answer/decide.ts";

test("C81: an approval counts for the file as it was shown: when it changed, nothing runs and the card asks again", async () => {
  const { world, files, write, propose, preview, cardOf } = await previewRig();
  const { chat, id } = await propose();
  const { id: looked } = await preview(id);
  files.set("a.txt", "one\ntwo\nthree\n");
  await world.settle(chat, "accept", { preview: looked });
  expect(write.ran).toEqual([]);
  const again = await cardOf(chat);
  expect(again).not.toBe(id);
  const [first, second] = await world.approvals(chat);
  expect(first).toMatchObject({ id, status: "expired" });
  expect(JSON.parse(second?.subject_json ?? "")).toMatchObject({
    changes: [
      "This call was approved, and it has not run. What its preview had read has changed since. Look at the new preview.",
    ],
    subject: { preview: { kind: "file", bound: true, again: true } },
  });
  const audit = await world.audit(chat);
  expect(audit).toContainEqual(expect.objectContaining({ kind: "approval-ended", approval: id, endedBy: "outdated" }));
  expect(audit).toContainEqual(expect.objectContaining({ kind: "approval-decided", bound: [expect.any(String)] }));
  expect(audit.filter(({ kind }) => kind === "call-started")).toEqual([]);
  // The old answer, sent again, lands on nothing.
  expect(
    await world.decide({ person: world.person, target: { approvalId: id }, action: "accept", via: "chat" }),
  ).toHaveProperty("refused");
  const { id: fresh } = await preview(again);
  await world.settle(chat, "accept", { preview: fresh });
  expect(write.ran).toMatchObject([{ arguments: { path: "a.txt", content: "one\n2\n" } }]);
  expect(files.get("a.txt")).toBe("one\n2\n");
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});

test("C81: a grant that was signed with an accept counts no more than the accept", async () => {
  const { world, files, write, propose, preview } = await previewRig();
  const { chat, id } = await propose();
  await preview(id);
  files.set("a.txt", "other");
  await world.settle(chat, "accept", { grant: inChat });
  const [again] = await world.open(chat);
  expect(JSON.parse(again?.subject_json ?? "")).toMatchObject({
    changes: [expect.any(String), "The grant that was given with that approval has ended too."],
  });
  expect(await grantsIn(world)).toMatchObject([{ uses: 0, ended_by: "accept-outdated" }]);
  const ended = { kind: "grant-ended", tool: "write_file", because: "accept-outdated", approval: id };
  expect(await world.audit(chat)).toContainEqual(expect.objectContaining(ended));
  await world.settle(chat, "decline");
  expect(await call(world, chat, "write_file", { path: "a.txt", content: "one\n2\n" })).toBe(1);
  expect(write.ran).toEqual([]);
  // With an accept that counts, it counts.
  const [next] = await world.open(chat);
  await preview(next?.id ?? "");
  await world.settle(chat, "accept", { grant: inChat });
  expect(await call(world, chat, "write_file", { path: "a.txt", content: "more" })).toBe(0);
  expect(write.ran).toHaveLength(2);
});

test("C81: such a grant ends also where the call may not be asked about again", async () => {
  const { world, files, propose, preview } = await previewRig({ limits: { asksPerRun: 1 } });
  const { chat, id } = await propose();
  await preview(id);
  files.set("a.txt", "other");
  await world.settle(chat, "accept", { grant: inChat });
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
  expect(await grantsIn(world)).toMatchObject([{ ended_by: "accept-outdated" }]);
});

test("C81: the card that asks again can be declined, and then nothing runs", async () => {
  const { world, files, write, propose, preview } = await previewRig();
  const { chat, id } = await propose();
  await preview(id);
  files.set("a.txt", "other");
  await world.settle(chat, "accept");
  await world.settle(chat, "decline");
  expect(write.ran).toEqual([]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
  expect(world.lastPrompt()).toContain("declined it");
});

test("C81: nobody is bound who did not look, nor by an edit; who looked elsewhere is bound to the latest", async () => {
  const unbound = await previewRig();
  const one = await unbound.propose();
  unbound.files.set("a.txt", "other");
  await unbound.world.settle(one.chat, "accept");
  expect(unbound.write.ran).toHaveLength(1);
  const edited = await previewRig();
  const two = await edited.propose();
  await edited.preview(two.id);
  edited.files.set("a.txt", "other");
  await edited.world.settle(two.chat, "accept", { arguments: { path: "a.txt", content: "mine" } });
  expect(edited.write.ran).toMatchObject([{ arguments: { content: "mine" } }]);
  const elsewhere = await previewRig();
  const three = await elsewhere.propose();
  await elsewhere.preview(three.id);
  elsewhere.files.set("a.txt", "other");
  await elsewhere.world.settle(three.chat, "accept");
  expect(elsewhere.write.ran).toEqual([]);
});

test("C81: an older preview that was on the card counts, not a newer one; and none of another card", async () => {
  const { world, files, write, propose, preview } = await previewRig();
  const { chat, id } = await propose();
  const { id: old } = await preview(id);
  files.set("a.txt", "other");
  const { id: newer } = await preview(id);
  const { id: second } = await propose();
  const answer = { person: world.person, target: { approvalId: second }, action: "accept", via: "chat" } as const;
  expect(await world.decide({ ...answer, preview: newer })).toMatchObject({ refused: "unfit" });
  await world.settle(chat, "accept", { preview: old });
  expect(write.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
});

test("C81: a crash between the approval and the start changes nothing of it", async () => {
  const { world, files, write, propose, preview } = await previewRig();
  const { chat, id } = await propose();
  await preview(id);
  await world.crash();
  const { gate, continueRun } = world.process;
  const { resume } = gate;
  gate.resume = () => Promise.resolve();
  const target = { approvalId: id };
  expect(await decide(gate, { person: world.person, target, action: "accept", via: "chat" })).toHaveProperty("decided");
  gate.resume = resume;
  files.set("a.txt", "other");
  const [run] = await world.runs(chat);
  await world.crash();
  await continueRun(run?.id ?? "").catch(() => undefined);
  await world.process.resume();
  await world.idle(chat);
  expect(write.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
});

test("C81: what cannot be read again is not known to be the same, so the call does not run", async () => {
  let down = false;
  const { world, write, propose, preview } = await previewRig({
    reader: { act: () => (down ? { kind: "not-sent", message: "It is down." } : said("one")) },
  });
  const { chat, id } = await propose();
  await preview(id);
  down = true;
  await world.settle(chat, "accept");
  expect(write.ran).toEqual([]);
  const [card] = await world.open(chat);
  expect(card?.subject_json).toContain("could not be read again.");
  expect(card?.subject_json).not.toContain("It is down.");
});

test("C81: where several sign, each is bound by what they saw themselves", async () => {
  const { world, files, write, propose, preview } = await previewRig({
    writer: { who: { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] } },
  });
  await addPeople(world.store);
  const { chat, id } = await propose();
  await preview(id, team.ana.id);
  await world.answer(chat, "accept", { person: team.ana });
  files.set("a.txt", "other");
  await preview(id, team.ben.id);
  await world.settle(chat, "accept", { person: team.ben });
  expect(write.ran).toEqual([]);
  const [again] = await world.open(chat);
  for (const person of [team.ana, team.ben]) {
    await preview(again?.id ?? "", person.id);
    await world.settle(chat, "accept", { person });
  }
  expect(write.ran).toHaveLength(1);
});
