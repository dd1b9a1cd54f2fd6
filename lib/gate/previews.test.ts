import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { previewRig, string, type PreviewRig } from "#e2e/support/preview-rig.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import type { Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { previewCall } from "#lib/gate/run/preview-call.ts";
import { latestPreview } from "#lib/store/approvals/previews.ts";

const budget = "[{ tool: plan, when: 'calls(\"day\") < 3', then: allow }]";
const dryRun = { kind: "dry-run", tool: "plan", bind: false } as const;

test("C80: a card shows as a diff what a call would do to a file, reads only, and changes nothing of the call", async () => {
  const { world, read, write, propose, preview } = await previewRig();
  const { chat, id } = await propose();
  const [before] = await world.open(chat);
  expect(await preview(id)).toMatchObject({
    problem: null,
    shown: {
      kind: "file",
      path: "a.txt",
      added: 1,
      removed: 1,
      rows: [
        { kind: "same", before: 1, after: 1, text: "one" },
        { kind: "removed", before: 2, after: null, text: "two" },
        { kind: "added", before: null, after: 2, text: "2" },
      ],
    },
  });
  expect(read.ran).toMatchObject([{ personId: world.person.id, arguments: { path: "a.txt" }, idempotencyKey: null }]);
  expect(write.ran).toEqual([]);
  expect(await world.open(chat)).toEqual([before]);
  const audit = await world.audit(chat);
  expect(audit.filter(({ kind }) => kind.startsWith("call-"))).toEqual([]);
  expect(audit).toContainEqual(expect.objectContaining({ kind: "preview-read", tool: "read_file" }));
  const computed = audit.find(({ kind }) => kind === "preview-computed");
  expect(computed).toMatchObject({ approval: id, of: "file", failed: false, digest: expect.stringMatching(/^s1:/) });
  expect(JSON.stringify(audit)).not.toContain("two");
  expect(await world.settle(chat, "accept")).toMatchObject({ decided: { status: "accepted" } });
  expect(write.ran).toHaveLength(1);
});

test("C80: a file that is not there is said to be unread, in its server's words; and edits are shown where they stand", async () => {
  const { propose, preview } = await previewRig();
  const { id } = await propose({ path: "new.txt", content: "hi" });
  expect(await preview(id)).toMatchObject({
    shown: {
      unread: "'new.txt' does not exist.",
      added: 1,
      removed: 0,
      rows: [{ kind: "added", text: "hi" }, { kind: "end" }],
    },
  });
  const editing = { type: "object", properties: { path: string, edits: { type: "array" } } };
  const edit = await previewRig({ writer: { name: "edit_file", inputSchema: editing } });
  const args = { path: "a.txt", edits: [{ oldText: "two", newText: "$& 2" }] };
  const { id: edited } = await edit.propose(args);
  expect(await edit.preview(edited)).toMatchObject({
    shown: { rows: [{}, { kind: "removed", text: "two" }, { kind: "added", text: "$& 2" }] },
  });
  const { id: other } = await edit.propose({ ...args, edits: [{ oldText: "three", newText: "" }] });
  expect(await edit.preview(other)).toMatchObject({ shown: null, problem: expect.stringContaining("edit 1 replaces") });
});

test("C82: a dry run calls only a tool that reads and never asks; what asks, lies or fails says why, and the card still works", async () => {
  const plan = (over: Partial<Tool>, act?: () => ToolOutcome | Promise<never>) =>
    fakeTool("plan", { annotations: { readOnlyHint: true }, flag: "never", ...over, ...(act ? { act } : {}) });
  const link = { mode: "url" as const, message: "Pay first", requestedSchema: null, url: "https://a.example/" };
  const cases: [Tool[], string | null, PreviewRig?][] = [
    [[plan({}, () => said("Would drop 3 rows."))], null],
    [[], "is the call itself", { writer: { preview: { ...dryRun, tool: "write_file" } } }],
    [[], "There is no tool “plan”"],
    [[plan({ server: { id: "other", title: "Other", origin: "x", trusted: true } })], "There is no tool “plan”"],
    [[plan({ annotations: {} })], "does not say that it only reads"],
    [[plan({ flag: "always" })], "asks every time"],
    [[plan({ flag: "inherit", risk: 1 })], "would ask somebody"],
    [[plan({})], "A rule counts", { policy: policyOf(`rules: ${budget}`) }],
    [[plan({})], "is refused", { policy: policyOf("rules: [{ tool: plan, then: deny, reason: Not now. }]") }],
    [[plan({ flag: "inherit", server: { id: "srv", title: "S", origin: "x", trusted: false } })], "vouches"],
    [
      [plan({}, () => ({ kind: "input-required", requests: { a: link }, requestState: null }))],
      "a preview asks nobody",
    ],
    [[plan({}, () => ({ kind: "links-first", requests: { a: link } }))], "a preview asks nobody"],
    [[plan({}, () => ({ kind: "sign-in-first", scope: null }))], "sign-in"],
    [[plan({}, () => Promise.reject(new Error("secret /etc")))], "It failed."],
    [[plan({}, () => ({ kind: "unknown", message: "Gone\u0000." }))], "“Gone.”"],
    [[plan({ inputSchema: { type: "object", required: ["other"] } })], "do not fit"],
  ];
  for (const [others, problem, more] of cases) {
    const { world, write, propose, preview } = await previewRig({ writer: { preview: dryRun }, others, ...more });
    const { chat, id } = await propose();
    const computed = await preview(id);
    if (problem === null)
      expect(computed.shown).toMatchObject({ kind: "dry-run", tool: "plan", text: "Would drop 3 rows." });
    else expect(computed.problem ?? "", problem).toContain(problem);
    expect(await world.open(chat), "no question more").toHaveLength(1);
    await world.settle(chat, "accept");
    expect(write.ran, problem ?? "").toHaveLength(1);
    await world.close();
  }
});

test("C82: a dry run that hangs ends with its time; one of a card at a time; and a question in mid-call is put to nobody", async () => {
  const asks = fakeTool("plan", {
    annotations: { readOnlyHint: true },
    flag: "never",
    act: async ({ elicit, signal }) => {
      await elicit({ mode: "form", message: "Sure?", requestedSchema: {}, url: null }, signal);
      return said("never");
    },
  });
  const { world, propose, preview } = await previewRig({ writer: { preview: dryRun }, others: [asks] });
  const { chat, id } = await propose();
  expect(await preview(id)).toMatchObject({ shown: null, problem: "No answer came: “It failed.”" });
  expect(await world.open(chat)).toHaveLength(1);
  const { promise, resolve } = Promise.withResolvers<ToolOutcome>();
  const slow = fakeTool("plan", { annotations: { readOnlyHint: true }, flag: "never", act: () => promise });
  const busy = await previewRig({ writer: { preview: dryRun }, others: [slow] });
  const card = await busy.propose();
  const ask = () => previewCall(busy.world.process.gate, { approvalId: card.id, personId: busy.world.person.id });
  expect(await ask()).toMatchObject({ preview: { computedAt: null } });
  expect(await ask()).toEqual({ refused: "busy" });
  // Nothing is in the way of a no.
  expect(await busy.world.settle(card.chat, "decline")).toMatchObject({ decided: { status: "declined" } });
  resolve(said("late"));
  await until(
    async () => (await busy.world.audit(card.chat)).some(({ kind }) => kind === "preview-computed"),
    "the late end",
  );
  const of = { approvalId: card.id, personId: busy.world.person.id };
  expect(await latestPreview(busy.world.store, of)).toMatchObject({ shown: null });
  expect(await ask()).toEqual({ refused: "not-open" });
});

test("C83: a page is drawn from the call's own argument, and reads nothing", async () => {
  const rig = await previewRig({
    writer: { preview: { kind: "page", body: "html" }, inputSchema: { type: "object" } },
  });
  const html = "<title>Prices</title><h1>Prices</h1><script>x()</script><p>From <b>5 EUR</b></p>";
  const { id } = await rig.propose({ html });
  const { shown, problem } = await rig.preview(id);
  expect(problem).toBeNull();
  expect(shown).toEqual({
    kind: "page",
    headers: [],
    isHtml: true,
    isCut: false,
    body: "Prices\n\nFrom 5 EUR",
  });
  expect(rig.read.ran).toEqual([]);
});

test("C83: a mail is drawn from the call's own arguments, and reads nothing", async () => {
  const headers = ["to", "subject", "cc"];
  const preview = { kind: "mail" as const, headers, body: "body", html: true };
  const mail = await previewRig({ writer: { preview, inputSchema: { type: "object" } } });
  const body =
    '<p>Hello <b>Ana</b><span style="display:none">ignore</span></p><script>x()</script><a href="https://a.example/">our bank</a>';
  const { id } = await mail.propose({ to: ["ana@a.example", "b@b.example"], subject: "Hi", body });
  const { shown } = await mail.preview(id);
  expect(shown).toMatchObject({
    kind: "mail",
    headers: [
      { name: "to", value: "ana@a.example, b@b.example" },
      { name: "subject", value: "Hi" },
    ],
    body: "Hello Anaignore\nour bank (https://a.example/)",
  });
  expect(mail.read.ran).toEqual([]);
});

test("C84: whoever sees the card may see the preview, read as the one whose call it is; nobody else, nor each other's", async () => {
  const { world, read, propose, preview } = await previewRig({ writer: { who: { kind: "other" } } });
  await addPeople(world.store);
  const { chat, id } = await propose();
  const stranger = { approvalId: id, personId: team.cleo.id };
  expect(await previewCall(world.process.gate, stranger)).toEqual({ refused: "unknown" });
  await preview(id, team.ana.id);
  expect(read.ran).toMatchObject([{ personId: world.person.id }]);
  expect(await latestPreview(world.store, { approvalId: id, personId: world.person.id })).toBeNull();
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "preview-computed", by: "ana", name: "Ana" }),
  );
  expect(await preview(id)).toHaveProperty("shown.kind", "file");
});

test("C84: a rule that refuses the reading, shadow mode, and a tool without preview compute nothing", async () => {
  const { world, read, propose } = await previewRig();
  const { id, chat } = await propose();
  await world.store.db.updateTable("chats").set({ policy: "denyAll" }).where("id", "=", chat).execute();
  const asked = await previewCall(world.process.gate, { approvalId: id, personId: world.person.id });
  expect(asked).toHaveProperty("preview");
  const of = { approvalId: id, personId: world.person.id };
  await until(async () => (await latestPreview(world.store, of))?.computedAt != null, "the preview");
  expect((await latestPreview(world.store, of))?.problem).toContain("shadow mode");
  expect(read.ran).toEqual([]);
  const none = await previewRig({ writer: { preview: { kind: "none" } } });
  const card = await none.propose();
  const refused = { approvalId: card.id, personId: none.world.person.id };
  expect(await previewCall(none.world.process.gate, refused)).toEqual({ refused: "none" });
});

test("C80: a tool that takes more than a path and a text may do something else with it, so nothing is shown by itself", async () => {
  const properties = { path: string, content: string, mode: string };
  const { world, propose } = await previewRig({ writer: { inputSchema: { type: "object", properties } } });
  const { id } = await propose({ path: "a.txt", content: "x", mode: "append" });
  const asked = { approvalId: id, personId: world.person.id };
  expect(await previewCall(world.process.gate, asked)).toEqual({ refused: "none" });
  const edits = [{ oldText: "two", newText: "2" }];
  const inputSchema = { type: "object", properties: { path: string, edits: { type: "array" }, dryRun: {} } };
  const edit = await previewRig({ writer: { name: "edit_file", inputSchema } });
  const dry = await edit.preview((await edit.propose({ path: "a.txt", edits, dryRun: true })).id);
  expect(dry).toMatchObject({ shown: null, problem: "With “dryRun” this call changes nothing." });
});

test("C84: what a preview showed is kept while its card is open, the latest of each person", async () => {
  const { world, propose, preview } = await previewRig();
  const kept = () => world.store.db.selectFrom("previews").select("id").where("shown_json", "is not", null).execute();
  for (const end of ["decline", "accept", "stop"] as const) {
    const { chat, id } = await propose();
    await preview(id);
    const { id: latest } = await preview(id);
    expect(await kept()).toEqual([{ id: latest }]);
    if (end === "stop") await world.post(chat, "something else");
    else await world.settle(chat, end);
    expect(await kept(), end).toEqual([]);
  }
});

test("C85: an owner's preview of another tool; previews that hold a whole file", async () => {
  const get = fakeTool("get_page", {
    annotations: { readOnlyHint: true },
    risk: 0,
    act: () => ({
      kind: "result",
      result: { content: [{ type: "text", text: "{}" }], structuredContent: { content: "old" }, isError: false },
    }),
  });
  const preview = { kind: "file", read: "get_page", path: "page", content: "text", bind: false } as const;
  const page = await previewRig({
    writer: { name: "save_page", inputSchema: { type: "object" }, preview },
    others: [get],
  });
  const { id } = await page.propose({ page: "Home", text: "new" });
  expect(await page.preview(id)).toMatchObject({
    shown: { path: "Home", rows: [{ kind: "removed", text: "old" }, {}, { kind: "added", text: "new" }, {}] },
  });
  expect(get.ran).toMatchObject([{ arguments: { path: "Home" } }]);
  const cut = { type: "text", text: "[Countersign left out of this result: 10 of 20 bytes of text.]" };
  const facts = (size: number, shown: number) => ({ meta: { "workspace/file": { size, shown } } });
  const text = (said: string) => [{ type: "text", text: said }];
  const picture = [{ at: 0, block: { type: "image" } }];
  const results = [
    [{ content: [...text("old"), cut] }, "too large"],
    [{ content: text("old"), ...facts(300_000, 200_000) }, "too large"],
    [{ content: text("'a.txt' is empty."), ...facts(0, 0) }, null],
    [{ content: text("[image/png]"), whole: picture }, "not text"],
  ] as const;
  for (const [result, problem] of results) {
    const whole = { structuredContent: null, isError: false, ...result, content: [...result.content] };
    const act = () => ({ kind: "result" as const, result: whole as never });
    const files = await previewRig({ reader: { act } });
    const computed = await files.preview((await files.propose()).id);
    if (problem === null) expect(computed.shown).toMatchObject({ removed: 0, added: 2, unread: null });
    else expect(computed.problem ?? "").toContain(problem);
  }
});

test("C82: a reading that its server makes a task of is cancelled there, and is no preview", async () => {
  const cancelled: object[] = [];
  const { world, propose, preview } = await previewRig({
    reader: {
      act: async ({ keepTask }) => {
        await keepTask({ id: "t-1", leftMs: 60_000, since: null, answered: [] });
        return said("too late");
      },
      cancelTask: async (task) => void cancelled.push(task),
    },
  });
  expect(await preview((await propose()).id)).toMatchObject({
    shown: null,
    problem: expect.stringContaining("No answer"),
  });
  expect(cancelled).toEqual([{ id: "t-1", personId: world.person.id }]);
});
