import { describe, expect, test } from "vitest";
import { asking, callback, metadataAt, oauthWorld, pkce, resource } from "#e2e/support/oauth-world.ts";

const origin = "http://127.0.0.1:3000";

describe("F13: what a client may not do", () => {
  const exchange = { grant_type: "authorization_code", redirect_uri: "http://127.0.0.1:51234/callback", resource };

  test("a code counts for its own client, address, resource and proof", async () => {
    const world = await oauthWorld({ register: true });
    const registered = await world.reach(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Thief", redirect_uris: [callback] }),
    });
    const { client_id: thief } = (await registered.json()) as { client_id: string };
    const { verifier, challenge } = pkce();
    const code = (await world.letIn(asking(challenge))).searchParams.get("code") ?? "";
    const right = { ...exchange, code, code_verifier: verifier };
    const { code_verifier: _none, ...unproved } = right;
    for (const [wrong, error] of [
      [unproved, "invalid_grant"],
      [{ ...right, code_verifier: pkce().verifier }, "invalid_grant"],
      [{ ...right, code_verifier: challenge }, "invalid_grant"],
      [{ ...right, redirect_uri: "http://127.0.0.1:9/callback" }, "invalid_grant"],
      [{ ...right, redirect_uri: "https://client.example.com/back" }, "invalid_grant"],
      [{ ...right, client_id: thief }, "invalid_grant"],
      [{ ...right, client_id: "https://other.example.com/client.json" }, "invalid_client"],
      [{ ...right, resource: "https://other.example.com/mcp" }, "invalid_target"],
      [{ ...right, code: code.slice(1) }, "invalid_grant"],
    ] as const) {
      const response = await world.tokens(wrong);
      expect([response.status >= 400, await response.json()], JSON.stringify(wrong)).toMatchObject([true, { error }]);
    }
  });

  test("a program with a scheme of its own is not said to be of the host that its address names", async () => {
    const world = await oauthWorld({ register: true });
    const redirect_uri = "evil-app://claude.ai/callback";
    const registered = await world.reach(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Claude", redirect_uris: [redirect_uri] }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    await world.letIn(asking(pkce().challenge, { client_id, redirect_uri }));
    const { client_json } = await world.database.db
      .selectFrom("api_keys")
      .select("client_json")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(client_json ?? "")).toEqual({ id: client_id, host: "evil-app:" });
  });

  test("used twice, a code or a refresh token ends all that it gave; of two at once, one gets an answer", async () => {
    const world = await oauthWorld();
    const { verifier, challenge } = pkce();
    const code = (await world.letIn(asking(challenge))).searchParams.get("code") ?? "";
    const right = { ...exchange, code, code_verifier: verifier };
    const both = await Promise.all([world.tokens(right), world.tokens(right)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const first = await world.signIn();
    const renew = (token = "") => world.tokens({ grant_type: "refresh_token", refresh_token: token });
    const renewed = (await (await renew(first.refresh_token)).json()) as { access_token: string };
    expect((await world.ping(renewed.access_token)).status).toBe(200);
    expect((await renew(first.refresh_token)).status).toBe(400);
    expect((await world.ping(renewed.access_token)).status).toBe(401);
    expect((await world.ping(first.access_token)).status).toBe(401);
  });

  test("a client renews its tokens no more often than it needs to, and none of that stays for long", async () => {
    const world = await oauthWorld();
    const first = await world.signIn();
    let { refresh_token: token = "" } = first;
    const statuses: number[] = [];
    for (let at = 0; at < 25; at += 1) {
      const response = await world.tokens({ grant_type: "refresh_token", refresh_token: token });
      statuses.push(response.status);
      if (response.status === 200) token = ((await response.json()) as { refresh_token: string }).refresh_token;
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20).every((status) => status >= 400)).toBe(true);
    // Whoever asks too often only waits.
    expect((await world.ping(first.access_token)).status).toBe(200);
    const { length } = await world.database.db
      .selectFrom("oauth_records")
      .select("kind")
      .where("consumed_at", "is not", null)
      .where("expires_at", ">", Date.now() + 25 * 60 * 60 * 1000)
      .execute();
    expect(length).toBe(0);
  });

  test("a client gives back what it has", async () => {
    const world = await oauthWorld();
    const { access_token: token, refresh_token: refresh = "" } = await world.signIn();
    const back = await world.reach(`${origin}/api/oauth/revoke`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: refresh, client_id: metadataAt }).toString(),
    });
    expect(back.status).toBe(200);
    expect((await world.ping(token)).status).toBe(401);
    const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
      keys: { revokedAt: number | null }[];
    };
    expect(keys).toMatchObject([{ revokedAt: expect.any(Number) }]);
  });

  test("what it asks for is checked before anybody is sent anywhere", async () => {
    const world = await oauthWorld();
    const { challenge } = pkce();
    const without = (...names: string[]) => {
      const query = asking(challenge);
      for (const name of names) query.delete(name);
      return query;
    };
    world.documents.set("https://plain.example.com/c", {
      client_id: "https://plain.example.com/c",
      redirect_uris: ["http://evil.example.com/back"],
      application_type: "web",
    });
    world.documents.set("https://liar.example.com/c", { client_id: metadataAt, redirect_uris: [callback] });
    world.documents.set("https://script.example.com/c", {
      client_id: "https://script.example.com/c",
      redirect_uris: ["javascript:alert(1)"],
    });
    world.documents.set("https://home.example.com/c", {
      client_id: "https://home.example.com/c",
      redirect_uris: [`${origin}/connect/x`],
    });
    const home = { client_id: "https://home.example.com/c", redirect_uri: `${origin}/connect/x` };
    const nowhere = [
      asking(challenge, home),
      asking(challenge, { ...home, response_type: "id_token" }),
      asking(challenge, { redirect_uri: "https://evil.example.com/" }),
      asking(challenge, { redirect_uri: "https://client.example.com/back/" }),
      asking(challenge, { redirect_uri: "https://client.example.com/back?x=1" }),
      asking(challenge, { redirect_uri: "https://client.example.com:444/back" }),
      asking(challenge, { redirect_uri: "http://localhost:51234/callback" }),
      asking(challenge, { redirect_uri: "http://127.0.0.1:51234/callback/../x" }),
      without("redirect_uri"),
      without("client_id"),
      asking(challenge, { client_id: "unknown" }),
      asking(challenge, { client_id: "http://client.example.com/oauth/client.json" }),
      asking(challenge, { client_id: "https://liar.example.com/c" }),
      asking(challenge, { client_id: "https://gone.example.com/c" }),
      asking(challenge, { client_id: "https://plain.example.com/c", redirect_uri: "http://evil.example.com/back" }),
      asking(challenge, { client_id: "https://script.example.com/c", redirect_uri: "javascript:alert(1)" }),
    ];
    for (const query of nowhere) expect((await world.consent(query)).status, String(query)).toBe(400);
    const unread = await world.consent(asking(challenge, { client_id: "https://gone.example.com/c" }));
    expect(await unread.text()).toContain(
      "keeps its description at gone.example.com, and Countersign could not read it",
    );
    const told: [URLSearchParams, string][] = [
      [without("code_challenge", "code_challenge_method"), "invalid_request"],
      [asking(challenge, { code_challenge_method: "plain" }), "invalid_request"],
      [asking(challenge, { response_type: "id_token" }), "unsupported_response_type"],
      [asking(challenge, { resource: "https://other.example.com/mcp" }), "invalid_target"],
      [asking(challenge, { prompt: "none" }), "login_required"],
    ];
    for (const [query, error] of told) {
      const to = await world.letIn(query);
      expect(to.href, String(query)).toContain(`error=${error}`);
      expect(to.href).not.toContain("code=");
    }
    const more = { response_mode: "form_post", max_age: "0", request: "x", claims: "{}", scope: "openid everything" };
    expect((await world.letIn(asking(challenge, more))).searchParams.get("code")).not.toBeNull();
    const { to } = (await (await world.consent(asking(challenge), null)).json()) as { to: string };
    expect(new URL(to).searchParams.get("error")).toBe("access_denied");
    const { length } = await world.database.db.selectFrom("api_keys").select("id").execute();
    expect(length).toBe(1);
  });

  test("nobody consents but the person, on our own page", async () => {
    const world = await oauthWorld();
    const query = asking(pkce().challenge);
    const key = await world.asProgram("tools:call");
    const { access_token: token } = await world.signIn();
    const { cookie = "" } = world.asPerson();
    for (const headers of [
      {},
      { origin },
      key,
      { authorization: `Bearer ${token}` },
      { cookie, origin: "https://evil.example.com" },
      { cookie, origin: "http://127.0.0.1:3001" },
      { cookie },
      { cookie, origin, "sec-fetch-site": "cross-site" },
      // A form on another port, with the cookie that browsers send there too.
      { cookie, origin, "sec-fetch-site": "same-origin" },
    ]) {
      const status = (await world.consent(query, {}, headers)).status;
      expect([401, 403], JSON.stringify(headers)).toContain(status);
    }
    const form = await world.reach(`${origin}/api/oauth/consent`, {
      method: "POST",
      headers: { ...world.asPerson(), "content-type": "application/x-www-form-urlencoded" },
      body: `query=${encodeURIComponent(String(query))}`,
    });
    expect(form.status).toBe(415);
    expect((await world.consent(query, { attests: 4 })).status).toBe(400);
  });

  test.each([true, false])(
    "I31: what strangers register fails in no way that is logged (allowed: %s)",
    async (register) => {
      const world = await oauthWorld({ register });
      const deep = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
      for (const redirects of [
        '[{"toString":1}]',
        '[{"toString":null}]',
        "[null]",
        "1",
        "{}",
        `["${callback}", 1]`,
        deep,
      ]) {
        const sent = { method: "POST", headers: { "content-type": "application/json" } };
        const response = await world.reach(`${origin}/api/oauth/register`, {
          ...sent,
          body: `{"redirect_uris":${redirects}}`,
        });
        expect([400, 404, 413], redirects.slice(0, 40)).toContain(response.status);
      }
      expect(world.logged.join("\n")).not.toContain("request-failed");
    },
  );

  test("I33: clients that somebody let in take nobody's place among those that introduce themselves", async () => {
    const world = await oauthWorld({ register: true });
    const register = async () => {
      const response = await world.reach(`${origin}/api/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Desk", redirect_uris: [callback] }),
      });
      return { status: response.status, ...((await response.json()) as { client_id?: string }) };
    };
    const { client_id = "" } = await register();
    await world.letIn(asking(pkce().challenge, { client_id }));
    const [known] = await world.database.db
      .selectFrom("oauth_records")
      .selectAll()
      .where("kind", "=", "Client")
      .execute();
    if (known === undefined) throw new Error("It was not kept.");
    const many = Array.from({ length: 500 }, (_, at) => ({ ...known, id_hash: `let-in ${at}` }));
    for (let at = 0; at < 500; at += 50) {
      await world.database.db
        .insertInto("oauth_records")
        .values(many.slice(at, at + 50))
        .execute();
    }
    expect((await register()).status).toBe(201);
  });

  test("strangers make us read nothing, and registrations have a limit", async () => {
    const world = await oauthWorld({ register: true });
    const stranger = { grant_type: "authorization_code", code: "x", code_verifier: "y", redirect_uri: callback };
    for (let at = 0; at < 5; at += 1) {
      await world.tokens({ ...stranger, client_id: `https://${at}.example.com/client.json` });
    }
    expect(world.read).toEqual([]);
    const register = (more: object = {}) =>
      world.reach(`${origin}/api/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Flood", redirect_uris: [callback], ...more }),
      });
    const clever = await register({
      sector_identifier_uri: "https://evil.example.com/s",
      jwks_uri: "https://evil.example.com/k",
      token_endpoint_auth_method: "client_secret_basic",
      scope: "openid everything",
    });
    expect(await clever.json()).toMatchObject({ token_endpoint_auth_method: "none" });
    expect(world.read).toEqual([]);
    expect((await register({ client_name: "x".repeat(20_000) })).status).toBe(413);
    const statuses = [];
    for (let at = 0; at < 25; at += 1) statuses.push((await register()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.at(-1)).toBe(429);
    const { length } = await world.database.db.selectFrom("oauth_records").select("kind").execute();
    expect(length).toBe(20);
  });
});
