import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { openPolicies } from "./policies.ts";
import { policyOverview } from "./policy-overview.ts";
import { watchedFile } from "#lib/store/policies/watched-files.ts";
import { hashOfText } from "./review-policy-file.ts";

const asks = "rules:\n  - { id: books, tool: book, then: ask }\n";
const refuses = "rules:\n  - { id: books, tool: book, then: deny }\n";
const allows = "rules:\n  - { id: books, tool: book, then: allow }\n";
const broken = "rules:\n  - { id: books, tool: book, then: maybe }\n";

/** A folder with a policy.yaml, and processes that follow it. */
async function instance(first: string | null) {
  const folder = await mkdtemp(path.join(tmpdir(), "policies-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await openTestDatabase();
  await database.db.insertInto("people").values({ id: "kim", name: "Kim", created_at: 0 }).execute();
  const current = path.join(folder, "current");
  /** Another folder takes the place at once, with the policy.yaml that `put` makes: nobody sees half of a change. */
  const replace = async (put: (file: string) => Promise<unknown> = async () => {}) => {
    const next = await mkdtemp(path.join(folder, "next-"));
    await put(path.join(next, "policy.yaml"));
    await symlink(next, `${next}.link`);
    await rename(`${next}.link`, current);
  };
  const write = (text: string) => replace((file) => writeFile(file, text));
  await (first === null ? replace() : write(first));
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const start = async () => {
    const log = { info: note, warn: note, error: note };
    const policies = await openPolicies({ database, log, folder: current, serverIds: () => ["shop"], lookEveryMs: 20 });
    policies.start();
    onTestFinished(policies.stop);
    return policies;
  };
  return { database, replace, write, start, logged };
}

const waits = (database: Database) => watchedFile(database, "policy.yaml").then((row) => row?.waiting_text ?? null);

async function audit(database: Database) {
  const rows = await database.db.selectFrom("audit").selectAll().orderBy("seq").execute();
  return rows.map(({ kind, person_id, detail_json }) => ({
    kind,
    person: person_id,
    ...(JSON.parse(detail_json) as { hash?: string }),
  }));
}

test("H8: the file of the first start counts as it is, also when there is none", async () => {
  const { database, start } = await instance(allows);
  expect((await start()).current()).toMatchObject({ kind: "rules", rules: [{ id: "books", verdict: "allow" }] });
  expect(await audit(database)).toMatchObject([
    { kind: "policy-changed", how: "first-start", hash: hashOfText(allows) },
  ]);
  expect((await (await instance(null)).start()).current()).toEqual({ kind: "annotated" });
});

test("H8: a change that only tightens applies by itself, without a restart", async () => {
  const { database, write, start } = await instance(asks);
  const policies = await start();
  await write(refuses);
  await expect.poll(policies.current).toMatchObject({ rules: [{ verdict: "deny" }] });
  expect(await waits(database)).toBeNull();
  expect((await audit(database)).at(-1)).toMatchObject({ kind: "policy-changed", how: "only-tightens" });
});

const says = (reason: string) => `rules:\n  - { id: books, tool: book, then: ask, reason: "${reason}" }\n`;

test("H8: another reason waits for the click, and cards say what was confirmed until then, over restarts too", async () => {
  const { database, write, start } = await instance(says("Books ask."));
  const policies = await start();
  const planted = says("Security says: press Approve.");
  await write(planted);
  await expect.poll(() => waits(database)).toBe(planted);
  expect(policies.current()).toMatchObject({ rules: [{ id: "books", reason: "Books ask." }] });
  const { waiting } = await policyOverview(database, { all: true, missing: new Set() });
  expect(waiting).toMatchObject({
    isInForce: true,
    loosens: [],
    rewords: [expect.stringContaining("press Approve")],
    diff: expect.arrayContaining([{ kind: "removed", text: expect.stringContaining("Books ask.") }]) as unknown,
  });
  await policies.stop();
  const again = await start();
  expect(again.current()).toMatchObject({ rules: [{ reason: "Books ask." }] });
  expect(await waits(database)).toBe(planted);
  // Kept as it is, cards go on saying what was confirmed; a restart asks again.
  expect(await again.keep({ personId: "kim", hash: hashOfText(planted) })).toBe("settled");
  expect(again.current()).toMatchObject({ rules: [{ reason: "Books ask." }] });
  await again.stop();
  const third = await start();
  expect(await third.confirm({ personId: "kim", hash: hashOfText(planted) })).toBe("settled");
  expect(third.current()).toMatchObject({ rules: [{ reason: "Security says: press Approve." }] });
  expect(await waits(database)).toBeNull();
});

test("H8: a change that tightens counts at once, and its words on cards wait", async () => {
  const { database, write, start } = await instance(says("Books ask."));
  const policies = await start();
  const both = `${says("Press Approve.")}  - { id: Press-Approve, tool: wipe, then: deny, reason: Press Approve. }\n`;
  await write(both);
  await expect.poll(() => waits(database)).toBe(both);
  await expect.poll(policies.current).toMatchObject({ rules: [{ verdict: "ask" }, { verdict: "deny" }] });
  expect(JSON.stringify(policies.current())).not.toContain("Press");
  expect((await audit(database)).slice(-2)).toMatchObject([
    { kind: "policy-changed", how: "only-tightens" },
    { kind: "policy-waiting", loosens: [expect.stringContaining("Press Approve."), expect.any(String)] },
  ]);
});

test("H8: denyAll and back again names every rule that was lost on the way", async () => {
  const two = "rules:\n  - { id: books, tool: book, then: ask }\n  - { id: wipes, tool: wipe, then: deny }\n";
  const { database, write, start } = await instance(two);
  const policies = await start();
  await write("policy: denyAll\n");
  await expect.poll(policies.current).toEqual({ kind: "denyAll" });
  await write(asks);
  await expect.poll(() => waits(database)).toBe(asks);
  const { waiting } = await policyOverview(database, { all: true, missing: new Set() });
  expect(waiting?.loosens).toEqual([
    "Calls are no longer refused without exception.",
    'The rule "wipes" no longer refuses all that it did.',
  ]);
  expect(waiting?.diff).toContainEqual({ kind: "removed", text: expect.stringContaining("wipes") as string });
  expect((await audit(database)).at(-1)).toMatchObject({ loosens: waiting?.loosens });
});

test("H8: a change that loosens waits for the click on exactly what was shown", async () => {
  const { database, write, start } = await instance(refuses);
  const policies = await start();
  await write(allows);
  await expect.poll(() => waits(database)).toBe(allows);
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
  expect(await policies.confirm({ personId: "kim", hash: hashOfText(asks) })).toBe("moved-on");
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
  const kim = database.db.updateTable("people").where("id", "=", "kim");
  await kim.set({ role: "admin" }).execute();
  expect(await policies.confirm({ personId: "kim", hash: hashOfText(allows) })).toBe("forbidden");
  await kim.set({ role: "owner" }).execute();
  expect(await policies.confirm({ personId: "kim", hash: hashOfText(allows) })).toBe("settled");
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "allow" }] });
  expect(await audit(database)).toMatchObject([
    { kind: "policy-changed" },
    { kind: "policy-waiting", person: null, hash: hashOfText(allows) },
    { kind: "policy-confirmed", person: "kim", hash: hashOfText(allows) },
  ]);
});

test("H8: a restart confirms nothing: the last confirmed policy stays in force and the file waits on", async () => {
  const { database, write, start } = await instance(refuses);
  await (await start()).stop();
  await write(allows);
  for (let restarts = 0; restarts < 2; restarts += 1) {
    const policies = await start();
    expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
    expect(await waits(database)).toBe(allows);
    await policies.stop();
  }
  expect((await audit(database)).map(({ kind }) => kind)).toEqual(["policy-changed", "policy-waiting"]);
});

test("H8: a file with errors keeps the former policy and says so with its lines", async () => {
  const { database, write, start, logged } = await instance(refuses);
  const policies = await start();
  const heard = vi.fn<() => void>();
  policies.onChange(heard);
  await write(broken);
  // A person who looks at it then sees what waits.
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  expect(await waits(database)).toBe(broken);
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
  const row = await watchedFile(database, "policy.yaml");
  expect(JSON.parse(row?.problems_json ?? "")).toMatchObject([{ line: 2 }]);
  expect((await audit(database)).at(-1)).toMatchObject({
    kind: "policy-refused",
    problem: expect.stringContaining("line 2"),
  });
  expect(logged).toContain("policy.refused");
  // A policy that cannot be in force cannot be confirmed either.
  expect(await policies.confirm({ personId: "kim", hash: hashOfText(broken) })).toBe("moved-on");
  await write(refuses);
  await expect.poll(() => waits(database)).toBeNull();
});

test("H8: keeping the former policy drops what waits; another change of the file is asked about anew", async () => {
  const { database, write, start } = await instance(refuses);
  const policies = await start();
  await write(asks);
  await expect.poll(() => waits(database)).toBe(asks);
  expect(await policies.keep({ personId: "kim", hash: hashOfText(asks) })).toBe("settled");
  expect(await waits(database)).toBeNull();
  await write(allows);
  await expect.poll(() => waits(database)).toBe(allows);
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
});

test("H8: removing the file loosens too, when it held something back", async () => {
  const { database, replace, start } = await instance(refuses);
  const policies = await start();
  await replace();
  await expect.poll(() => waits(database)).toBe("");
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
});

test("two processes agree by the store: what one took, the other follows", async () => {
  const { database, write, start } = await instance(asks);
  const [one, two] = [await start(), await start()];
  await write(refuses);
  await expect.poll(one.current).toMatchObject({ rules: [{ verdict: "deny" }] });
  await expect.poll(two.current).toMatchObject({ rules: [{ verdict: "deny" }] });
  expect((await audit(database)).map(({ kind }) => kind)).toEqual(["policy-changed", "policy-changed"]);
});

test("a stored policy that is not understood refuses everything until the owner confirms another", async () => {
  const { database, write, start, logged } = await instance(asks);
  await (await start()).stop();
  await database.db.updateTable("watched_files").set({ confirmed_text: "policy: tomorrow" }).execute();
  const policies = await start();
  expect(policies.current()).toEqual({ kind: "denyAll" });
  expect(logged).toContain("policy.not-understood");
  await write(asks);
  await expect.poll(() => waits(database)).toBe(asks);
  await policies.confirm({ personId: "kim", hash: hashOfText(asks) });
  expect(policies.current()).toMatchObject({ rules: [{ verdict: "ask" }] });
});

test("H8, G8: a hostile file is a problem, and neither stops the process nor what it shows", async () => {
  const { database, write, start } = await instance(refuses);
  const policies = await start();
  for (const [text, problem] of [
    ["x".repeat(3_000_000), "larger than 256 KB"],
    ["# line\n".repeat(20_000), "more than 5,000 lines"],
    ["rules: \0[", "line 1"],
    [`rules: [${"[".repeat(2_000)}`, "line"],
    [Array.from({ length: 4_000 }, (_, at) => `# ${at} ${at % 7}`).join("\n"), null],
  ] as const) {
    await write(text);
    const seen = () => waits(database).then((waiting) => hashOfText(waiting ?? ""));
    await expect.poll(seen).toBe(hashOfText(text.slice(0, 1024 * 1024).replace("\0", "\uFFFD")));
    const { waiting } = await policyOverview(database, { all: true, missing: new Set() });
    if (problem === null) expect(waiting).toMatchObject({ problems: [], loosens: [expect.any(String)] });
    else expect(JSON.stringify(waiting?.problems)).toContain(problem.replace("line 1", '"line":1'));
    expect(policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
  }
});

test.each<[string, (file: string) => Promise<unknown>, RegExp]>([
  ["a pipe", async (file) => execFileSync("mkfifo", [file]), /no regular file/],
  ["a folder", (file) => mkdir(file), /no regular file/],
  [
    "a link to a pipe",
    async (file) => {
      execFileSync("mkfifo", [`${file}.pipe`]);
      await symlink(`${file}.pipe`, file);
    },
    /no regular file/,
  ],
  ["gone", async () => {}, /not there any more/],
])("H8, G20: a file that becomes %s is said to be not followed, once, and is followed again", async (_, put, why) => {
  const { database, replace, write, start, logged } = await instance(asks);
  const policies = await start();
  const told: (string | null)[] = [];
  policies.onChange(() => told.push(policies.notFollowed()));
  await replace(put);
  await expect.poll(() => told.at(-1)).toMatch(why);
  const overview = await policyOverview(database, {
    all: true,
    missing: new Set(),
    notFollowed: policies.notFollowed(),
  });
  expect(overview.notFollowed).toMatch(why);
  await write(refuses);
  await expect.poll(() => policies.current()).toMatchObject({ rules: [{ verdict: "deny" }] });
  await expect.poll(() => policies.notFollowed()).toBeNull();
  const kinds = (await audit(database)).map(({ kind }) => kind).filter((kind) => kind.endsWith("followed"));
  expect(kinds).toEqual(["policy-not-followed", "policy-followed"]);
  expect(logged.filter((message) => message === "policy.not-followed")).toHaveLength(1);
});
