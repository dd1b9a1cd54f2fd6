import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { visitWith } from "#e2e/support/test-team.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { localSessions, newLink, type Opened } from "./session.ts";
import { type Place, proofIn, sessionCookie, tokenIn } from "#lib/server/http/session-cookie.ts";
import { TokenSeal } from "#lib/server/http/token-seal.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
let database: Database;
let clock: number;
let claims: number;

beforeEach(async () => {
  clock = 1_700_000_000_000;
  claims = 0;
  const opened = await openTestDatabase();
  database = {
    ...opened,
    get now() {
      return sql<number>`cast(${clock} as bigint)`;
    },
  };
});

function sessionsOf(claim: "first-visit" | "link" = "first-visit", place: Place = { port: 3000 }) {
  return localSessions({ database, access: { seen: () => {} }, claim, ...place, onClaimed: () => (claims += 1) });
}

function cookieOf(opened: Opened): string {
  if ("refused" in opened) throw new Error(opened.refused);
  return `__Host-countersign-3000=${opened.token}`;
}

async function keyOfNewLink(): Promise<string> {
  const link = await newLink(database, "http://127.0.0.1:3000");
  return new URL(link).hash.replace("#key=", "");
}

describe("the first visit", () => {
  test("claims the instance, once, and its cookie is the session from then on", async () => {
    const sessions = sessionsOf();
    expect(await sessions.isClaimed()).toBe(false);
    const cookie = cookieOf(await sessions.claim(null));
    expect(await sessions.isClaimed()).toBe(true);
    expect(await sessions.personOf(cookie)).toEqual({ id: expect.any(String), name: "You", role: "owner" });
    expect(await sessions.claim(null)).toEqual({ refused: "already-claimed" });
    expect(claims).toBe(1);
  });

  test("B13: of twenty at once exactly one wins, and there is one person", async () => {
    const sessions = sessionsOf();
    const results = await Promise.all(Array.from({ length: 20 }, () => sessions.claim(null)));
    expect(results.filter((result) => "token" in result)).toHaveLength(1);
    expect(await database.db.selectFrom("people").selectAll().execute()).toHaveLength(1);
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    expect(claims).toBe(1);
  });

  test("claims nothing when the owner wants a link", async () => {
    const sessions = sessionsOf("link");
    expect(await sessions.claim(null)).toEqual({ refused: "link-needed" });
    expect(await sessions.isClaimed()).toBe(false);
    expect(claims).toBe(0);
    cookieOf(await sessions.openByLink(await keyOfNewLink(), null));
    expect(await sessions.isClaimed()).toBe(true);
    expect(claims).toBe(1);
    expect(await sessions.claim(null)).toEqual({ refused: "already-claimed" });
  });

  test("is audited together with the claim", async () => {
    await sessionsOf().claim(null);
    const rows = await database.db.selectFrom("audit").select(["kind", "detail_json"]).execute();
    expect(rows).toEqual([{ kind: "session-claimed", detail_json: `{"by":"first-visit"}` }]);
  });
});

describe("a one-time link", () => {
  test("lets another browser in as the same person, once", async () => {
    const sessions = sessionsOf();
    const first = await sessions.personOf(cookieOf(await sessions.claim(null)));
    const key = await keyOfNewLink();
    const second = await sessions.personOf(cookieOf(await sessions.openByLink(key, null)));
    expect(second).toEqual(first);
    expect(await sessions.openByLink(key, null)).toEqual({ refused: "link-not-valid" });
  });

  test("opens exactly one session when twenty browsers use it at once", async () => {
    const sessions = sessionsOf("link");
    const key = await keyOfNewLink();
    const results = await Promise.all(Array.from({ length: 20 }, () => sessions.openByLink(key, null)));
    expect(results.filter((result) => "token" in result)).toHaveLength(1);
  });

  test("works for ten minutes of the database's clock", async () => {
    const sessions = sessionsOf();
    const [early, late] = [await keyOfNewLink(), await keyOfNewLink()];
    clock += 10 * minute - 1;
    expect(await sessions.openByLink(early, null)).toHaveProperty("token");
    clock += 1;
    expect(await sessions.openByLink(late, null)).toEqual({ refused: "link-not-valid" });
  });

  test("B2: a guess, an empty key and the stored hash open nothing", async () => {
    const sessions = sessionsOf();
    await keyOfNewLink();
    const stored = await database.db.selectFrom("links").select("key_hash").executeTakeFirstOrThrow();
    for (const key of ["guess", "", stored.key_hash]) {
      expect(await sessions.openByLink(key, null)).toEqual({ refused: "link-not-valid" });
    }
  });

  test("is forgotten after its time, when the next one is made", async () => {
    await keyOfNewLink();
    clock += 11 * minute;
    await keyOfNewLink();
    expect(await database.db.selectFrom("links").selectAll().execute()).toHaveLength(1);
  });
});

describe("a session", () => {
  test("H5: is stored as a hash that signs nobody in", async () => {
    const sessions = sessionsOf();
    const cookie = cookieOf(await sessions.claim(null));
    const { token_hash: hash } = await database.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
    expect(cookie).not.toContain(hash);
    expect(await sessions.personOf(`__Host-countersign-3000=${hash}`)).toBeNull();
  });

  test("B10: a cookie that was there before signing in is replaced, and its session is over", async () => {
    const sessions = sessionsOf();
    const fixed = visitWith("__Host-countersign-3000=chosen-by-somebody-else");
    const before = cookieOf(await sessions.claim(fixed));
    expect(before).not.toContain("chosen-by-somebody-else");
    const after = cookieOf(await sessions.openByLink(await keyOfNewLink(), visitWith(before)));
    expect(after).not.toBe(before);
    expect(await sessions.personOf(before)).toBeNull();
    expect(await sessions.personOf(after)).not.toBeNull();
  });

  test("B16: of a page is worth nothing without the proof of its origin, whoever has the cookie", async () => {
    const sessions = sessionsOf();
    const [proof, another] = ["p".repeat(64), "q".repeat(64)];
    const cookie = cookieOf(await sessions.claim(visitWith(null, proof)));
    expect(await sessions.personOf({ cookie, proof })).toMatchObject({ role: "owner" });
    for (const shown of [cookie, { cookie, proof: null }, { cookie, proof: another }, { cookie: null, proof }]) {
      expect(await sessions.personOf(shown)).toBeNull();
      await sessions.leave(shown, { everywhere: true });
    }
    expect(await sessions.personOf({ cookie, proof })).not.toBeNull();
  });

  test("B16: a proof that could be guessed is none", () => {
    const proofs = ["", "short", "p".repeat(42), "p".repeat(129), `${"p".repeat(42)} `, `${"p".repeat(42)};`];
    for (const proof of proofs) expect(proofIn(new Headers({ "countersign-proof": proof }))).toBeNull();
    expect(proofIn(new Headers({ "countersign-proof": "p".repeat(43) }))).toBe("p".repeat(43));
  });

  test("is listed with its browser, and can be ended from another one or by itself", async () => {
    const sessions = sessionsOf();
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
    const first = cookieOf(await sessions.claim({ cookie: null, userAgent: firefox }));
    const second = cookieOf(await sessions.openByLink(await keyOfNewLink(), null));
    const person = (await sessions.personOf(second))!;
    const list = await sessions.listOf(person, second);
    const other = list.find(({ isThis }) => !isThis);
    expect([list.length, other?.browser]).toEqual([2, "Firefox on Linux"]);
    expect(await sessions.end(person, other?.id ?? "")).toBe(true);
    expect(await sessions.personOf(first)).toBeNull();
    await sessions.leave(second, { everywhere: false });
    expect(await sessions.personOf(second)).toBeNull();
  });

  test("G23: ends in the seal of the instance, which is hashed with it; one from before the seal stays good", async () => {
    const unsealed = cookieOf(await sessionsOf().claim(null));
    const seal = new TokenSeal("of this instance");
    const place = { port: 3000, seal };
    const sessions = sessionsOf("link", place);
    const sealed = cookieOf(await sessions.openByLink(await keyOfNewLink(), null));
    const ends = [unsealed, sealed].map((cookie) => seal.isOn(tokenIn(cookie, place) ?? ""));
    expect(ends).toEqual([false, true]);
    expect(await sessions.personOf(unsealed)).not.toBeNull();
    expect(await sessions.personOf(sealed)).not.toBeNull();
    expect(await sessions.personOf(sealed.slice(0, -22))).toBeNull();
    expect(await sessions.personOf(`__Host-countersign-3000=${seal.sealed("invented")}`)).toBeNull();
  });

  test("lives on while it is used, and ends after a month unused", async () => {
    const sessions = sessionsOf();
    const cookie = cookieOf(await sessions.claim(null));
    for (let visit = 0; visit < 3; visit += 1) {
      clock += 29 * day;
      expect(await sessions.personOf(cookie)).not.toBeNull();
    }
    clock += 31 * day;
    expect(await sessions.personOf(cookie)).toBeNull();
  });

  test("is nobody's without a cookie, with an empty one, or with one of another port", async () => {
    const sessions = sessionsOf();
    const cookie = cookieOf(await sessions.claim(null));
    expect(await sessions.personOf(null)).toBeNull();
    expect(await sessions.personOf("__Host-countersign-3000=")).toBeNull();
    expect(await sessions.personOf(cookie.replace("3000", "3001"))).toBeNull();
  });
});

describe("the cookie", () => {
  const chrome = "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
  const safari = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";

  test("is out of reach of scripts, other sites and other hosts", () => {
    expect(sessionCookie("t", { port: 3000, userAgent: chrome })).toBe(
      "__Host-countersign-3000=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000; Secure",
    );
    expect(sessionCookie("t", { port: 3000, userAgent: null })).toContain("Secure");
  });

  test("goes without the prefix where the browser refuses it on plain http", () => {
    expect(sessionCookie("t", { port: 3000, userAgent: safari })).toBe(
      "countersign-3000=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000",
    );
  });

  test("is found among others, the bound one first", () => {
    expect(tokenIn("a=b; countersign-3000=plain; __Host-countersign-3000=bound; c=d", { port: 3000 })).toBe("bound");
    expect(tokenIn("countersign-3000=plain", { port: 3000 })).toBe("plain");
    expect(tokenIn("a=b ; \tcountersign-3000=plain ;c=d", { port: 3000 })).toBe("plain");
    expect(tokenIn("xcountersign-3000=plain", { port: 3000 })).toBeNull();
    expect(tokenIn("a=b countersign-3000=plain; x; countersign-30001=another", { port: 3000 })).toBeNull();
  });

  test("B10: over https one that a host beside this one could have set is nobody's", async () => {
    const cookie = cookieOf(await sessionsOf().claim(null));
    const tossed = cookie.replace("__Host-", "");
    const overHttps = localSessions({
      database,
      access: { seen: () => {} },
      claim: "link",
      port: 3000,
      isSecure: true,
      onClaimed: () => {},
    });
    expect(await overHttps.personOf(tossed)).toBeNull();
    expect(await overHttps.personOf(cookie)).not.toBeNull();
    expect(await sessionsOf().personOf(tossed)).not.toBeNull();
  });
});
