import { beforeEach, expect, test } from "vitest";
import { keyMadeFor } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { recordedKinds, testTeam } from "#e2e/support/test-team.ts";
import { keysIn } from "./keys.ts";
import { localSessions, newLink } from "./session.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { endTeamSessions } from "#lib/store/people/sessions.ts";

let database: Database;
let here: ReturnType<typeof testTeam>;
let owner: string;
let member: string;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
  owner = await here.setUp();
  member = await here.join(owner, "kim@example.com");
});

const local = () =>
  localSessions({ database, access: { seen: () => {} }, claim: "link", port: 3000, onClaimed: () => {} });

async function byLink(): Promise<string> {
  const key = new URL(await newLink(database, "http://127.0.0.1:3000")).hash.replace("#key=", "");
  const opened = await local().openByLink(key, null);
  if ("refused" in opened) throw new Error(opened.refused);
  return `__Host-countersign-3000=${opened.token}`;
}

test("B10, B11: where the app is one person's again, nobody is in by a sign-in of the team, not even its owner", async () => {
  for (const cookie of [owner, member]) expect(await local().personOf(cookie)).toBeNull();
  expect(await endTeamSessions(database)).toBe(2);
  expect((await recordedKinds(database)).at(-1)).toBe("team-sessions-ended");
  expect(await endTeamSessions(database)).toBe(0);
  // The owner comes in by the console's link, and a start later is still in.
  const cookie = await byLink();
  expect(await local().personOf(cookie)).toMatchObject({ name: "Olga", role: "owner" });
  expect(await endTeamSessions(database)).toBe(0);
  expect(await local().personOf(cookie)).not.toBeNull();
});

test("B10: a team lets nobody in by a link of the time in between, and the sign-ins of before are gone", async () => {
  const cookie = await byLink();
  await endTeamSessions(database);
  expect(await here.sessions.personOf(cookie)).toBeNull();
  for (const former of [owner, member]) expect(await here.sessions.personOf(former)).toBeNull();
});

test("sessions of a release that did not tell the two apart are of a team where their person has an account", async () => {
  await database.db.updateTable("sessions").set({ way: null }).execute();
  expect(await here.sessions.personOf(member)).not.toBeNull();
  expect(await local().personOf(member)).toBeNull();
  expect(await endTeamSessions(database)).toBe(2);
});

test("B11: keys of the owner go on, those of other people of the team do not until it is one again", async () => {
  const team = keysIn(database);
  const asked = { name: "ci", scopes: ["approvals:read" as const], days: 1 };
  const [ownersKey, membersKey] = [
    await keyMadeFor(database, team, await here.personOf(owner), asked),
    await keyMadeFor(database, team, await here.personOf(member), asked),
  ];
  const alone = keysIn(database, { ownersOnly: true });
  expect(await alone.use(ownersKey.secret)).toMatchObject({ name: "ci" });
  expect(await alone.use(membersKey.secret)).toBeNull();
  expect(await team.use(membersKey.secret)).toMatchObject({ name: "ci" });
});
