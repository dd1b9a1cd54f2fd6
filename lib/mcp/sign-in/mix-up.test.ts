import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { usualOauth } from "#e2e/support/usual-oauth.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { oauthFetch } from "./oauth-fetch.ts";

const documentAt = "https://app.example/api/servers/client";
const self = { redirectUri: "https://app.example/api/servers/callback", documentAt };
const how = { self, made: null, state: "a state", scopes: [] };

type Metadata = Record<string, unknown>;
type Answers = (asked: { url: URL; body: string }, response: ServerResponse) => Metadata | undefined;

/** A tool server that is its own authorization server, of which `answers` may say otherwise. */
async function signingIn(answers: Answers, metadata: Metadata = {}) {
  let at = "";
  const usual = (path: string): Metadata => {
    if (path.startsWith("/.well-known/oauth-protected")) return { resource: `${at}/mcp`, authorization_servers: [at] };
    if (path === "/register") return { client_id: "this app", redirect_uris: [] };
    if (path === "/token") return { access_token: "t", token_type: "Bearer" };
    const endpoints = { authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` };
    const supported = { response_types_supported: ["code"], code_challenge_methods_supported: ["S256"] };
    return { issuer: at, registration_endpoint: `${at}/register`, ...endpoints, ...supported, ...metadata };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", at);
    const said = answers({ url, body: await text(request) }, response) ?? usual(url.pathname);
    if (response.writableEnded) return;
    response.writeHead(url.pathname === "/mcp" ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(said));
  };
  at = await listeningAt(createServer((request, response) => void answer(request, response)));
  const web = {
    kind: "http",
    isSse: false,
    url: `${at}/mcp`,
    headers: {},
    privately: "anywhere",
    oauth: usualOauth,
  } as const;
  return { at, web, begin: () => beginSignIn(web, how, oauthFetch(web)) };
}

const namesItself = { authorization_response_iss_parameter_supported: true };
const readsDocuments = { client_id_metadata_document_supported: true };

test.each([
  ["registers clients", {}, {}],
  ["reads documents about clients", readsDocuments, {}],
  ["registers clients, and is led to from one that says it names itself", {}, { ...namesItself, ...readsDocuments }],
])(
  "M48: a code of an authorization server that does not name itself goes to no other one that led to its page, where it %s",
  async (_what, ofHonest, ofOther) => {
    const challenges = new Map<string, string>();
    let known = "";
    const honest = await signingIn(({ url, body }, response) => {
      const given = new URLSearchParams(body);
      const isKnown = url.searchParams.get("redirect_uri") === known;
      if (url.pathname === "/authorize" && isKnown) {
        challenges.set("a code", url.searchParams.get("code_challenge") ?? "");
        const back = new URL(known);
        back.searchParams.set("code", "a code");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        response.writeHead(302, { location: back.href }).end();
      }
      if (url.pathname !== "/token") return undefined;
      const verifier = createHash("sha256")
        .update(given.get("code_verifier") ?? "")
        .digest("base64url");
      return challenges.get(given.get("code") ?? "") === verifier ? { access_token: "t", token_type: "Bearer" } : {};
    }, ofHonest);
    const own = await honest.begin();
    known = own.attempt.redirectUri;

    const given: string[] = [];
    const other = await signingIn(({ url, body }) => {
      if (url.pathname === "/token") given.push(body);
      return undefined;
    }, ofOther);
    const { page, attempt } = await other.begin();
    // It sends the browser on, as the client that is known there, and to either address to come back to.
    for (const redirectUri of [known, attempt.redirectUri]) {
      const led = new URL(page);
      led.searchParams.set("redirect_uri", redirectUri);
      const there = await fetch(`${honest.at}/authorize${led.search}`, { redirect: "manual" });
      const back = there.headers.get("location");
      if (back === null) continue;
      const returned = new URL(back).searchParams;
      await expect(finishSignIn(attempt, returned, oauthFetch(other.web))).rejects.toThrow(
        "Another authorization server answered",
      );
    }
    expect(challenges.size).toBe(1);
    expect(given).toEqual([]);

    const there = await fetch(`${honest.at}/authorize${new URL(own.page).search}`, { redirect: "manual" });
    const returned = new URL(there.headers.get("location") ?? "").searchParams;
    expect(await finishSignIn(own.attempt, returned, oauthFetch(honest.web))).toMatchObject({ accessToken: "t" });
  },
);
