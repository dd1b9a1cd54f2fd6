import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { lyingProvider, type Lie } from "#e2e/support/lying-provider.ts";
import { follow, kept, realProvider, type Subject } from "#e2e/support/real-provider.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, origin, password, recordedKinds, testTeam, visitWith } from "#e2e/support/test-team.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { mostMade, TooMuchMade } from "#lib/store/people/person-counts.ts";

const callback = `${origin}/api/session/callback/oidc`;
const rae: Subject = { sub: "rae-7", email: "Rae@example.com", email_verified: true, name: "Rae Ray" };
let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
});

async function provider() {
  const real = await realProvider(callback);
  onTestFinished(real.close);
  return real;
}

async function begun(here: ReturnType<typeof testTeam>) {
  const begin = await here.team.signInWays.toProvider(null);
  if ("refused" in begin) throw new Error(begin.refused);
  return begin;
}

describe("with a real provider", () => {
  async function world(change: Partial<OidcSettings> = {}) {
    const { settings, signInAs } = await provider();
    const here = testTeam(database, { oidc: { ...settings, ...change } });
    const owner = await here.setUp();
    const signIn = async (who: Subject) => {
      signInAs(who);
      const { url, cookies } = await begun(here);
      const back = await follow(url, callback);
      return {
        back,
        cookies,
        entered: await here.team.signInWays.fromProvider(back.searchParams, visitWith(kept(cookies))),
      };
    };
    const invite = async (email: string) => here.team.invite(await here.personOf(owner), { email, role: "reviewer" });
    return { here, owner, signIn, invite };
  }

  test("somebody who was invited joins with the invitation's role, and is known by their subject from then on", async () => {
    const { here, signIn, invite } = await world();
    await invite("rae@example.com");
    const first = await here.personOf(cookieOf((await signIn(rae)).entered));
    expect(first).toMatchObject({ name: "Rae Ray", role: "reviewer" });
    const renamed = { ...rae, email: "rae.ray@example.com" };
    expect(await here.personOf(cookieOf((await signIn(renamed)).entered))).toEqual(first);
    expect((await here.team.roster()).invitations).toEqual([]);
    expect((await recordedKinds(database)).slice(-3)).toEqual(["person-joined", "signed-in", "signed-in"]);
    const accounts = await database.db.selectFrom("accounts").selectAll().where("provider", "=", "oidc").execute();
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ password_hash: null });
  });

  test("H9: a sign-in there counts as fresh when the provider says that it was just now", async () => {
    const { here, signIn, invite } = await world();
    await invite("rae@example.com");
    expect(await here.sessions.howProved(cookieOf((await signIn(rae)).entered))).toMatchObject({ isFresh: true });
  });

  test("nobody else gets in, and what they are refused for is recorded", async () => {
    const { here, signIn } = await world();
    expect((await signIn(rae)).entered).toMatchObject({ refused: "not-invited" });
    const unverified = { ...rae, email_verified: false };
    expect((await signIn(unverified)).entered).toMatchObject({ refused: "email-not-verified" });
    expect(await here.team.roster()).toMatchObject({ people: [{ name: "Olga" }] });
    expect((await recordedKinds(database)).slice(-2)).toEqual(["sign-in-failed", "sign-in-failed"]);
  });

  test("an address with a password here is not taken over", async () => {
    const { here, owner, signIn } = await world();
    await here.join(owner, "rae@example.com");
    expect((await signIn(rae)).entered).toMatchObject({ refused: "account-exists" });
    expect((await signIn({ ...rae, email: "olga@example.com" })).entered).toMatchObject({ refused: "account-exists" });
  });

  test("of an allowed domain everybody may join as a member, of another nobody", async () => {
    const { here, signIn, invite } = await world({ domains: ["example.com"] });
    expect(await here.personOf(cookieOf((await signIn(rae)).entered))).toMatchObject({ role: "member" });
    await invite("rae@evil-example.com");
    for (const email of ["rae@evil-example.com", "rae@example.com.evil.org", "rae@sub.example.com"]) {
      expect((await signIn({ ...rae, sub: email, email })).entered).toMatchObject({ refused: "domain-not-allowed" });
    }
  });

  test("B11: who is disabled here gets no session there either", async () => {
    const { here, owner, signIn } = await world({ domains: ["example.com"] });
    const person = await here.personOf(cookieOf((await signIn(rae)).entered));
    await here.team.change(await here.personOf(owner), person.id, { disabled: true });
    expect((await signIn(rae)).entered).toMatchObject({ refused: "disabled" });
  });

  test("B13: before the owner is set up nobody joins, of whatever domain", async () => {
    const { settings } = await provider();
    const here = testTeam(database, { oidc: { ...settings, domains: ["example.com"] } });
    expect(await here.team.signInWays.toProvider(null)).toEqual({ refused: "no-provider" });
    const back = new URLSearchParams({ code: "x", state: "y" });
    expect(await here.team.signInWays.fromProvider(back, null)).toMatchObject({ refused: "not-invited" });
  });

  test("A1: the same return again lets nobody in, in this browser or another", async () => {
    const { here, signIn, invite } = await world();
    await invite("rae@example.com");
    const { back, cookies, entered } = await signIn(rae);
    cookieOf(entered);
    for (const cookie of [kept(cookies), null, ""]) {
      expect(await here.team.signInWays.fromProvider(back.searchParams, visitWith(cookie))).toMatchObject({
        refused: "refused-by-provider",
      });
    }
  });

  test("a return to a browser that did not begin it lets nobody in, and the code is spent on nothing", async () => {
    const { here, signIn, invite } = await world();
    await invite("rae@example.com");
    const { cookies } = await begun(here);
    const other = await begun(here);
    const back = await follow(other.url, callback);
    expect(await here.team.signInWays.fromProvider(back.searchParams, visitWith(kept(cookies)))).toMatchObject({
      refused: "refused-by-provider",
    });
    expect(cookieOf((await signIn(rae)).entered)).toBeTruthy();
  });
});

describe("connecting an account that is here", () => {
  async function world(change: Partial<OidcSettings> = {}) {
    const { settings, signInAs } = await provider();
    const here = testTeam(database, { oidc: { ...settings, ...change } });
    const owner = await here.setUp();
    const olga: Subject = { sub: "olga-1", email: "o@other.example", email_verified: true, name: "O" };
    /** Goes there as `who` and comes back; `cookie`: who is in here and wants to connect it. */
    const goAs = async (who: Subject, cookie: string | null) => {
      signInAs(who);
      const { signInWays } = here.team;
      const begin =
        cookie === null
          ? await signInWays.toProvider(null)
          : await signInWays.toConnect(await here.personOf(cookie), visitWith(cookie));
      if ("refused" in begin) throw new Error(begin.refused);
      const back = await follow(begin.url, callback);
      return { back, come: () => signInWays.fromProvider(back.searchParams, visitWith(kept(begin.cookies))) };
    };
    return { here, owner, olga, goAs };
  }

  test("whoever is in connects it, whatever its address, and comes in by it from then on", async () => {
    const { here, owner, olga, goAs } = await world();
    const outcome = await (await goAs(olga, owner)).come();
    expect(outcome.connecting).toBe(true);
    const person = await here.personOf(cookieOf(outcome));
    expect(person).toMatchObject({ name: "Olga", role: "owner" });
    // Its session is a new one, in the place of the one that asked (THREATS B10).
    expect(await here.sessions.personOf(owner)).toBeNull();
    const later = await (await goAs(olga, null)).come();
    expect(later.connecting).toBe(false);
    expect(await here.personOf(cookieOf(later))).toEqual(person);
    expect(await here.team.signInWays.waysOf(person)).toEqual({ password: true, provider: true });
    expect(await recordedKinds(database)).toContain("account-connected");
    expect(await here.team.signInWays.disconnect(person)).toBe(true);
    expect(await (await goAs(olga, null)).come()).toMatchObject({ refused: "not-invited" });
    expect(await here.team.signInWays.disconnect(person)).toBe(false);
  });

  test("G14: whoever connects and disconnects it in a loop is stopped before they leave, and may still disconnect", async () => {
    const { here, owner, olga, goAs } = await world();
    const person = await here.personOf(owner);
    const cookie = cookieOf(await (await goAs(olga, owner)).come());
    await database.db.updateTable("person_counts").set({ count: mostMade }).where("what", "=", "made").execute();
    await expect(here.team.signInWays.toConnect(person, visitWith(cookie))).rejects.toThrow(TooMuchMade);
    expect(await here.team.signInWays.disconnect(person)).toBe(true);
  });

  test("A1: a return counts once, and not after whoever wanted it has signed out", async () => {
    const { here, owner, olga, goAs } = await world();
    const { come } = await goAs(olga, owner);
    await here.sessions.leave(owner, { everywhere: false });
    expect(await come()).toMatchObject({ refused: "connecting-ended" });
    expect(await come()).toMatchObject({ refused: "connecting-ended" });
    expect(await database.db.selectFrom("accounts").select("provider").execute()).toEqual([{ provider: "password" }]);
  });

  test("B10: another browser's return connects nothing: neither the thief's account with the victim's, nor the other way round", async () => {
    const { here, owner, olga, goAs } = await world();
    const { back } = await goAs(olga, owner);
    expect(await here.team.signInWays.fromProvider(back.searchParams, visitWith(owner))).toHaveProperty("refused");
    expect(await database.db.selectFrom("accounts").select("provider").execute()).toEqual([{ provider: "password" }]);
  });

  test("one account there is one person here, and one person here has one account there", async () => {
    const { here, owner, olga, goAs } = await world();
    const kim = await here.join(owner, "kim@example.com");
    const connected = cookieOf(await (await goAs(olga, owner)).come());
    expect(await (await goAs(olga, kim)).come()).toMatchObject({ refused: "connected-elsewhere", connecting: true });
    expect(await (await goAs({ ...olga, sub: "second" }, connected)).come()).toMatchObject({
      refused: "connected-otherwise",
    });
    expect(await here.sessions.personOf(kim)).not.toBeNull();
  });

  test("an address that is not verified, or of another domain, is not connected", async () => {
    const { owner, olga, goAs } = await world({ domains: ["example.com"] });
    expect(await (await goAs(olga, owner)).come()).toMatchObject({ refused: "domain-not-allowed" });
    const unverified = { ...olga, email: "o@example.com", email_verified: false };
    expect(await (await goAs(unverified, owner)).come()).toMatchObject({ refused: "email-not-verified" });
  });

  test("B1: by the address alone only where the configuration says so, and never an unverified one or somebody disabled", async () => {
    const { here, owner, goAs } = await world({ linkByEmail: true });
    const kim = await here.join(owner, "kim@example.com");
    const there: Subject = { sub: "kim-9", email: "Kim@example.com", email_verified: false, name: "K" };
    expect(await (await goAs(there, null)).come()).toMatchObject({ refused: "email-not-verified" });
    const verified = { ...there, email_verified: true };
    expect(await here.personOf(cookieOf(await (await goAs(verified, null)).come()))).toEqual(await here.personOf(kim));
    // Another account that claims the address later is not taken for the same person.
    expect(await (await goAs({ ...verified, sub: "kim-10" }, null)).come()).toMatchObject({
      refused: "connected-otherwise",
    });
    const bo = await here.personOf(await here.join(owner, "bo@example.com"));
    await here.team.change(await here.personOf(owner), bo.id, { disabled: true });
    const bos = { ...verified, sub: "bo", email: "bo@example.com" };
    expect(await (await goAs(bos, null)).come()).toMatchObject({ refused: "disabled" });
  });
});

describe("with a provider that lies", () => {
  async function world() {
    const { settings, authorize } = await lyingProvider();
    const here = testTeam(database, { oidc: settings });
    const owner = await here.setUp();
    await here.team.invite(await here.personOf(owner), { email: "eve@example.com", role: "reviewer" });
    const signIn = async (lie?: Lie, change?: (back: URLSearchParams) => void) => {
      const { url, cookies } = await begun(here);
      const back = authorize(url, lie);
      change?.(back.searchParams);
      return here.team.signInWays.fromProvider(back.searchParams, visitWith(kept(cookies)));
    };
    return { here, signIn };
  }

  test("the truth is believed", async () => {
    const { signIn } = await world();
    expect(await signIn()).toHaveProperty("token");
  });

  const now = () => Math.floor(Date.now() / 1_000);
  const lies: [string, Lie][] = [
    ["another issuer", { claims: (honest) => ({ ...honest, iss: "https://login.example.com" }) }],
    ["another audience", { claims: (honest) => ({ ...honest, aud: "somebody-else" }) }],
    ["a token made for another client", { claims: (honest) => ({ ...honest, azp: "somebody-else" }) }],
    ["one among several audiences", { claims: (honest) => ({ ...honest, aud: ["countersign", "somebody-else"] }) }],
    ["another nonce", { claims: (honest) => ({ ...honest, nonce: "of another sign-in" }) }],
    ["no nonce", { claims: ({ nonce: _nonce, ...honest }) => honest }],
    ["a token that has expired", { claims: (honest) => ({ ...honest, exp: now() - 60 }) }],
    ["a token that never expires", { claims: ({ exp: _exp, ...honest }) => honest }],
    ["a foreign signature", { signature: "foreign" }],
    ["no signature", { signature: "none" }],
    ["no ID token, but a profile", { withoutIdToken: true }],
    ["no subject", { claims: ({ sub: _sub, ...honest }) => honest }],
    ["no address", { claims: ({ email: _email, ...honest }) => honest }],
  ];

  test.each(lies)("%s lets nobody in", async (_what, lie) => {
    const { here, signIn } = await world();
    expect(await signIn(lie)).toMatchObject({ refused: "refused-by-provider" });
    expect(await here.team.roster()).toMatchObject({ people: [{ name: "Olga" }], invitations: [{}] });
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test.each([
    ["another state", (back: URLSearchParams) => back.set("state", "guessed")],
    ["no state", (back: URLSearchParams) => back.delete("state")],
    ["a return from another issuer", (back: URLSearchParams) => back.set("iss", "https://login.example.com")],
    ["an error", (back: URLSearchParams) => back.set("error", "access_denied")],
    ["another code", (back: URLSearchParams) => back.set("code", "guessed")],
  ])("%s lets nobody in", async (_what, change) => {
    const { here, signIn } = await world();
    expect(await signIn({}, change)).toMatchObject({ refused: "refused-by-provider" });
    expect(await here.team.roster()).toMatchObject({ people: [{ name: "Olga" }], invitations: [{}] });
  });

  test("the same subject at another issuer is somebody else", async () => {
    const { here, signIn } = await world();
    const first = await here.personOf(cookieOf(await signIn()));
    const subjects = await database.db
      .selectFrom("accounts")
      .select("subject")
      .where("person_id", "=", first.id)
      .execute();
    expect(subjects).toEqual([{ subject: expect.stringMatching(/^\["http:\/\/127\.0\.0\.1:\d+","eve"\]$/) }]);
  });

  test("H9: a sign-in that was long ago there, or at a time that nobody says, is not fresh", async () => {
    const { here, signIn } = await world();
    const old = await signIn({ claims: (honest) => ({ ...honest, auth_time: now() - 3_600 }) });
    expect(await here.sessions.howProved(cookieOf(old))).toMatchObject({ isFresh: false });
    const unsaid = await signIn({ claims: ({ auth_time: _time, ...honest }) => honest });
    expect(await here.sessions.howProved(cookieOf(unsaid))).toMatchObject({ isFresh: false });
    const ahead = await signIn({ claims: (honest) => ({ ...honest, auth_time: now() + 86_400 }) });
    expect(await here.sessions.howProved(cookieOf(ahead))).toMatchObject({ isFresh: true });
    const rows = await database.db.selectFrom("sessions").select(["created_at", "proved_at"]).execute();
    expect(rows.every(({ created_at, proved_at }) => proved_at === null || proved_at <= created_at)).toBe(true);
  });
});

test("a provider that is away is asked again at the next try, and passwords work meanwhile", async () => {
  const settings = {
    issuer: "http://127.0.0.1:9",
    clientId: "c",
    clientSecret: "s",
    domains: [],
    linkByEmail: false,
    name: "Away",
  };
  const here = testTeam(database, { oidc: settings });
  await here.setUp();
  expect(await here.team.signInWays.toProvider(null)).toEqual({ refused: "no-provider" });
  expect(await here.team.signInWays.toProvider(null)).toEqual({ refused: "no-provider" });
  const given = { email: "olga@example.com", password };
  expect(await here.team.signInWays.byPassword(given, null)).toHaveProperty("token");
});

test("a provider that takes connections and says nothing holds up no password, and is given up", async () => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const about = { clientId: "c", clientSecret: "s", domains: [], linkByEmail: false, name: "Silent" };
  const here = testTeam(database, { oidc: { issuer, ...about } });
  await here.setUp();
  const given = { email: "olga@example.com", password };
  expect(await here.team.signInWays.byPassword(given, null)).toHaveProperty("token");
  // Stands for the time that passes.
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await here.team.signInWays.toProvider(null)).toEqual({ refused: "no-provider" });
});

test("a provider that is away is asked once, however many strangers want to go there", async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const about = { clientId: "c", clientSecret: "s", domains: [], linkByEmail: false, name: "Away" };
  const here = testTeam(database, { oidc: { issuer, ...about } });
  await here.setUp();
  await here.team.signInWays.toProvider(null);
  const before = asked;
  // However long this takes, it is one second.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const all = await Promise.all(Array.from({ length: 50 }, () => here.team.signInWays.toProvider(null)));
  expect(all).toEqual(Array(50).fill({ refused: "no-provider" }));
  expect(asked - before).toBeLessThanOrEqual(1);
});
