import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { policyVersionKey } from "#lib/store/runs/call-preconditions.ts";
import { onBehalfOf, whoseWork } from "#lib/store/engine/fair-turns.ts";
import { instanceValues } from "#lib/store/policies/policy-rules.ts";
import { changePolicy } from "#lib/server/policies/change-policy.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { heardVersions } from "./heard-versions.ts";
import { hashOfText } from "#lib/server/policies/review-policy-file.ts";

const allowed = "rules:\n  - { id: books, tool: book, then: allow }\n";
const refused = "rules:\n  - { id: books, tool: book, then: deny }\n";

const noLists = { writeToolNames: [], deniedToolNames: [], dryRunToolNames: [], denyWriteChannels: [] };

test("H8, H9: every change of the policy is seen by a process that was told nothing of it, and then in force there", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "policies-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "policy.yaml");
  const database = await openTestDatabase();
  await database.db.insertInto("people").values({ id: "kim", name: "Kim", created_at: 0 }).execute();
  const silent = () => {};
  const log = { info: silent, warn: silent, error: silent };
  const open = () => openPolicies({ database, log, folder, serverIds: () => ["shop"] });
  await writeFile(file, refused);
  const here = await open();
  const elsewhere = await open();
  const isWritten = async (text: string) => {
    await writeFile(file, text);
    // A process reads it at its start.
    await open();
    await here.refresh();
  };
  const tools = { version: () => 0, refresh: async () => {} };
  const shared = heardVersions({ policies: elsewhere, tools });
  const by = { personId: "kim" };
  const { addRule, removeRule, setShadow, setToolLists } = changePolicy({ database, policies: here });
  await isWritten(allowed);
  const changes = [
    () => addRule(by, "id: more\ntool: pay\nthen: ask"),
    () => removeRule(by, "more"),
    () => setShadow(by, true),
    () => setShadow(by, false),
    () => setToolLists(by, { ...noLists, writeToolNames: ["pay"] }),
    () => here.confirm({ personId: "kim", hash: hashOfText(allowed) }),
    () => isWritten(refused),
  ];
  for (const change of changes) {
    const before = JSON.stringify(elsewhere.current());
    await change();
    const stored = Number((await instanceValues(database, [policyVersionKey])).get(policyVersionKey));
    expect(shared.versions().policy).toBeLessThan(stored);
    expect(JSON.stringify(elsewhere.current())).toBe(before);
    await shared.catchUp();
    expect(shared.versions()).toEqual({ policy: stored, tools: 0 });
    expect(elsewhere.current()).toEqual(here.current());
    expect(JSON.stringify(elsewhere.current())).not.toBe(before);
  }
});

test("G23: what all answers wait for is read as the app's own work, whoever's answer found that there is news", async () => {
  const whose: (string | undefined)[] = [];
  const read = { version: () => 0, refresh: async () => void whose.push(whoseWork()) };
  await onBehalfOf("eve", () => heardVersions({ policies: read, tools: read }).catchUp());
  expect(whose).toEqual([undefined, undefined]);
});
