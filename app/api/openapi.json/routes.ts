import type { DescribedRoute } from "#lib/server/api/document.ts";
import { factsOf } from "#lib/server/api/guard.ts";
import * as approvals from "../approvals/route.ts";
import * as approval from "../approvals/[id]/route.ts";
import * as approve from "../approvals/[id]/approve/route.ts";
import * as extend from "../approvals/[id]/extend/route.ts";
import * as reject from "../approvals/[id]/reject/route.ts";
import * as audit from "../audit/route.ts";
import * as auditExport from "../audit/export/route.ts";
import * as chat from "../chat/route.ts";
import * as oneChat from "../chat/[id]/route.ts";
import * as stop from "../chat/[id]/stop/route.ts";
import * as stream from "../chat/[id]/stream/route.ts";
import * as health from "../health/route.ts";
import * as metrics from "../metrics/route.ts";
import * as ready from "../ready/route.ts";

type Described = [string, DescribedRoute["method"], unknown, string, DescribedRoute["replies"]];

const events = { says: "The answer, as an AI SDK UI message stream", type: "text/event-stream" };
const cardsWait = {
  says: "A person is being asked in this chat: by a key nothing was changed",
  refusal: true,
} as const;
const answered = { 200: { says: "It counts, now or already before", json: "Decision" } } as const;

const described: Described[] = [
  [
    "/api/approvals",
    "get",
    approvals.GET,
    "List approvals, oldest first",
    { 200: { says: "A page of them", json: "Approvals" } },
  ],
  [
    "/api/approvals/{id}",
    "get",
    approval.GET,
    "Read one approval",
    { 200: { says: "As it stands", json: "Approval" } },
  ],
  ["/api/approvals/{id}/approve", "post", approve.POST, "Approve a call, as it is or with other arguments", answered],
  ["/api/approvals/{id}/reject", "post", reject.POST, "Decline a call; the model hears the reason", answered],
  [
    "/api/approvals/{id}/extend",
    "post",
    extend.POST,
    "Give an approval more time",
    { 200: { says: "Its new deadline", json: "Extension" } },
  ],
  [
    "/api/chat",
    "post",
    chat.POST,
    "Send a message; an unknown chat id begins a chat",
    { 200: events, 202: { says: "It waits for its turn", json: "Queued" }, 409: cardsWait },
  ],
  ["/api/chat/{id}", "get", oneChat.GET, "Read a chat", { 200: { says: "The chat with its messages", json: "Chat" } }],
  [
    "/api/chat/{id}/stream",
    "get",
    stream.GET,
    "Watch the answer in progress, from its start",
    { 200: events, 204: { says: "There is none", empty: true } },
  ],
  [
    "/api/chat/{id}/stop",
    "post",
    stop.POST,
    "Stop the answer in progress",
    { 200: { says: "Whether there was one", json: "Stopped" }, 409: cardsWait },
  ],
  [
    "/api/audit",
    "get",
    audit.GET,
    "Read the audit trail, latest first",
    { 200: { says: "A page of it", json: "AuditPage" } },
  ],
  [
    "/api/audit/export",
    "get",
    auditExport.GET,
    "Export the sealed audit trail",
    { 200: { says: "JSON Lines, or CSV with format=csv", type: "application/jsonl" } },
  ],
  ["/api/health", "get", health.GET, "Whether the app is up", { 200: { says: "It is", json: "Health" } }],
  [
    "/api/metrics",
    "get",
    metrics.GET,
    "Read figures of this process",
    { 200: { says: "In the text format of Prometheus", type: "text/plain" } },
  ],
  [
    "/api/ready",
    "get",
    ready.GET,
    "Whether this process should get requests",
    { 200: { says: "It should", json: "Readiness" }, 503: { says: "It should not", json: "Readiness" } },
  ],
];

/** Every route that a program may call, with the shapes that its handler checks by. */
export function describedRoutes(): DescribedRoute[] {
  return described.map(([path, method, handler, summary, replies]) => {
    const facts = factsOf(handler);
    if (facts === null) throw new Error(`${method} ${path} is not guarded.`);
    return { path, method, summary, replies, facts };
  });
}
