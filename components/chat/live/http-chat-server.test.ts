import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerBusy } from "./chat-server.ts";
import { httpChatServer } from "./http-chat-server.ts";

const answer = { action: "accept", digest: "d", changesSeen: 0 } as const;
const message = { id: "m1", text: "hello" };
const { signal } = new AbortController();

type Reply = Response | "lost" | "silent";
let sent: { path: string; body: unknown }[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  sent = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A network that answers like this, one reply after the other. */
function network(...replies: Reply[]): void {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push({ path, body: typeof init.body === "string" ? JSON.parse(init.body) : null });
    const reply = replies[sent.length - 1] ?? "lost";
    if (reply === "lost") throw new TypeError("Failed to fetch");
    if (reply !== "silent") return reply;
    return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  });
}

function busy(status: number): Response {
  return Response.json({ code: "unavailable", detail: "Not now." }, { status });
}

async function later<Result>(result: Promise<Result>): Promise<Result> {
  const settled = result.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await settled;
  return result;
}

test("an answer to a card that was lost on the way is repeated word for word", async () => {
  network("lost", busy(502), Response.json({ success: true }));
  expect(await later(httpChatServer.decide("a1", answer))).toEqual({ ok: true });
  expect(sent).toHaveLength(3);
  for (const { body } of sent) expect(body).toEqual({ approvalId: "a1", ...answer });
});

test("G4: after three tries it is unknown whether an answer arrived, and the message says so", async () => {
  network("lost", "silent", "lost");
  const result = await later(httpChatServer.decide("a1", answer));
  expect(result).toEqual({ ok: false, message: expect.stringContaining("confirm your answer") as string });
  expect(sent).toHaveLength(3);
});

test("an answer that the server refuses is not sent again", async () => {
  network(Response.json({ detail: "Declined already." }, { status: 409 }));
  expect(await later(httpChatServer.decide("a1", answer))).toEqual({
    ok: false,
    message: "Declined already.",
    settled: true,
  });
  expect(sent).toHaveLength(1);
});

test("an error of a field is shown at that field", async () => {
  const detail = "The arguments do not fit the tool's schema.";
  network(Response.json({ detail, fields: { "/amount": "must be a number" } }, { status: 422 }));
  expect(await later(httpChatServer.decide("a1", answer))).toEqual({
    ok: false,
    message: detail,
    settled: false,
    fields: [{ path: "/amount", message: "must be a number" }],
  });
});

test("Stop is repeated when it was lost on the way", async () => {
  network("lost", Response.json({ stopped: true }));
  await later(httpChatServer.stop("chat"));
  expect(sent.map(({ path }) => path)).toEqual(["/api/chat/chat/stop", "/api/chat/chat/stop"]);
});

test("a request for more time is never repeated by itself", async () => {
  network("lost", Response.json({}));
  expect(await later(httpChatServer.extend("a1"))).toMatchObject({ ok: false });
  expect(sent).toHaveLength(1);
});

test("a server that cannot serve now is told apart from one that refuses a message", async () => {
  network(busy(503), Response.json({ detail: "Too long." }, { status: 413 }), "silent");
  await expect(httpChatServer.send("chat", message, signal)).rejects.toThrow(ServerBusy);
  expect(await httpChatServer.send("chat", message, signal)).toEqual({ kind: "refused", message: "Too long." });
  await expect(later(httpChatServer.send("chat", message, signal))).rejects.toThrow("does not answer");
});
