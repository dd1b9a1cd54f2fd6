import { expect, onTestFinished, test } from "vitest";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { SignIn } from "#lib/mcp/sign-in/sign-ins.ts";
import { TokenSource } from "#lib/mcp/sign-in/token-source.ts";
import { FloodGuard } from "./flood-guard.ts";
import { SseTransport } from "./sse-transport.ts";

const url = "https://far.example/sse";
const server = {
  kind: "http",
  isSse: true,
  url,
  headers: {},
  privately: [],
} satisfies ServerConfig["transport"];
const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "t" } } as const;

function stream(): Response {
  const endpoint = new TextEncoder().encode("event: endpoint\ndata: /messages\n\n");
  const body = new ReadableStream({ start: (pieces) => pieces.enqueue(endpoint) });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** A connection of somebody whose token is "old", and can be renewed to "new" or not at all. */
async function signedIn(
  answers: (token: string | null) => Response,
  renewed: "new" | null,
  streams: typeof answers = stream,
) {
  const sent: (string | null)[] = [];
  let held = { accessToken: "old", refreshToken: null, expiresAt: null } as SignIn;
  const tokens = new TokenSource({
    serverId: "far",
    server,
    owner: { personId: "ona" },
    signIns: {
      read: async () => held,
      anybody: async () => null,
      renew: async (_, token) => {
        expect(token).toBe("old");
        if (renewed === null) return null;
        held = { ...held, accessToken: renewed };
        return held;
      },
    },
    fetchFn: () => Promise.reject(new Error("Nothing is fetched.")),
    needed: () => {},
  });
  const fetch = tokens.watching(async (_, init) => {
    const token = new Headers(init?.headers).get("authorization");
    if (init?.method !== "POST") return streams(token);
    sent.push(token);
    return answers(token);
  });
  const transport = new SseTransport(new URL(url), new FloodGuard(), { fetch, authProvider: tokens });
  onTestFinished(() => transport.close());
  await transport.start();
  return { transport, sent };
}

const refused = (status: number, challenge: string) =>
  new Response("No", { status, headers: { "www-authenticate": `Bearer ${challenge}` } });

test("M42, M60: a message that is refused for its token is sent once more with a renewed one", async () => {
  const { transport, sent } = await signedIn(
    (token) => (token === "Bearer old" ? refused(401, 'error="invalid_token"') : new Response(null, { status: 202 })),
    "new",
  );
  await transport.send(message);
  expect(sent).toEqual(["Bearer old", "Bearer new"]);
});

test("M42, M60: where it cannot be renewed, somebody has to sign in, and the message is not sent again", async () => {
  const { transport, sent } = await signedIn(() => refused(401, 'scope="tools:use"'), null);
  await expect(transport.send(message)).rejects.toMatchObject({ name: "SignInNeeded", scope: "tools:use" });
  expect(sent).toEqual(["Bearer old"]);
});

test("M60: a message that is refused with the renewed token, too, is not sent a third time", async () => {
  const { transport, sent } = await signedIn(() => refused(401, 'error="invalid_token"'), "new");
  await expect(transport.send(message)).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(["Bearer old", "Bearer new"]);
});

test("M43, M60: a message that needs more rights asks for a sign-in with them; another refusal does not", async () => {
  const more = await signedIn(() => refused(403, 'error="insufficient_scope", scope="tools:admin"'), "new");
  await expect(more.transport.send(message)).rejects.toMatchObject({ name: "SignInNeeded", scope: "tools:admin" });
  expect(more.sent).toEqual(["Bearer old"]);
  const never = await signedIn(() => refused(403, 'error="access_denied"'), "new");
  await expect(never.transport.send(message)).rejects.toMatchObject({ status: 403 });
});

test("M42, M60: a stream that is refused for its token is opened with a renewed one, or somebody has to sign in", async () => {
  const opens = (token: string | null) => (token === "Bearer old" ? refused(401, 'scope="tools:use"') : stream());
  const taken = () => new Response(null, { status: 202 });
  const { transport, sent } = await signedIn(taken, "new", opens);
  await transport.send(message);
  expect(sent).toEqual(["Bearer new"]);
  await expect(signedIn(taken, null, opens)).rejects.toMatchObject({ name: "SignInNeeded", scope: "tools:use" });
  await expect(signedIn(taken, "new", () => refused(401, ""))).rejects.toMatchObject({ status: 401 });
});
