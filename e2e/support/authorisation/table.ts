import { roles, type Role } from "#lib/people/role.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { ObjectKind } from "./objects.ts";

/**
 * Who may do what, route by route, as it is meant to be. lib/server/api/authorisation.test.ts calls every handler as
 * everybody and compares.
 *
 * HOW TO ADD A ROUTE: one line per method under its path. `who`: the roles that get in (the others get 403), or "open"
 * for everybody without a session. `key`: the scope that lets a program in too. `fresh`: an old sign-in gets 403.
 * For a route about one thing: `object`, which e2e/support/authorisation/objects.ts makes anew for every call, as one's own and as
 * somebody else's; another's is 404 unless `others` names the role. An object of the whole instance is nobody's own.
 * `body` and `query` (of the thing's id, or of the id of a card of somebody else) must fit, so that no 400 hides what is
 * asked here. A list of what people have: `sees` names the
 * roles whose list shows what is another person's. A page: one line under `pages`.
 */
export type Rule = {
  who: readonly Role[] | "open";
  key?: Scope;
  /** A browser's session does not get in. */
  keyOnly?: true;
  fresh?: true;
  /** The same, of what is another person's alone. */
  freshForOthers?: true;
  object?: ObjectKind;
  /** Roles that reach what is another person's. */
  others?: readonly Role[];
  /** The person whose it is sees it, and may not do this. */
  notOwn?: true;
  body?: (id: string) => unknown;
  query?: (id: string) => string;
  /** Roles whose list shows what is only another person's. */
  sees?: readonly Role[];
  /** Whom the body alone shuts out, though their role gets in otherwise. */
  tooMuchFor?: readonly Role[];
};

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const all = roles;
const managers = ["admin", "owner"] as const;
const reviewing = ["reviewer", "owner"] as const;
const nothing = () => ({});
const open: Rule = { who: "open" };
const managing: Rule = { who: managers, fresh: true };
const hash = "0".repeat(64);

export const table: Record<string, Partial<Record<Method, Rule | Rule[]>>> = {
  "/api/approvals": { GET: { who: all, key: "approvals:read", sees: [] } },
  "/api/approvals/[id]": {
    GET: [
      { who: all, key: "approvals:read", object: "approval" },
      { who: all, key: "approvals:read", object: "approval-for-others", others: reviewing },
    ],
  },
  "/api/approvals/[id]/approve": {
    POST: [
      { who: all, key: "approvals:decide", object: "approval", body: nothing },
      {
        who: all,
        key: "approvals:decide",
        object: "approval-for-others",
        others: reviewing,
        notOwn: true,
        freshForOthers: true,
        body: nothing,
      },
    ],
  },
  "/api/approvals/[id]/words": {
    GET: [
      { who: all, object: "approval" },
      { who: all, object: "approval-for-others" },
      { who: all, object: "approval-of-shown-chat", others: reviewing },
    ],
  },
  "/api/approvals/[id]/reject": {
    POST: [
      { who: all, key: "approvals:decide", object: "approval", body: nothing },
      {
        who: all,
        key: "approvals:decide",
        object: "approval-for-others",
        others: reviewing,
        notOwn: true,
        body: nothing,
      },
    ],
  },
  "/api/approvals/[id]/respond": {
    POST: [
      { who: all, key: "approvals:decide", object: "approval", body: () => ({ response: "It is sunny." }) },
      {
        who: all,
        key: "approvals:decide",
        object: "approval-for-others",
        others: reviewing,
        notOwn: true,
        body: () => ({ response: "It is sunny." }),
      },
    ],
  },
  "/api/approvals/[id]/extend": { POST: { who: all, key: "approvals:decide", object: "approval", body: nothing } },
  "/api/approvals/[id]/explanations": {
    GET: [
      { who: all, object: "approval" },
      { who: all, object: "approval-for-others", others: reviewing },
    ],
    POST: [
      { who: all, object: "approval", body: () => ({ question: "Why?" }) },
      {
        who: all,
        object: "approval-for-others",
        others: reviewing,
        notOwn: true,
        body: () => ({ question: "Why?" }),
      },
    ],
  },
  "/api/approvals/[id]/previews": {
    GET: [
      { who: all, key: "approvals:read", object: "approval" },
      { who: all, key: "approvals:read", object: "approval-for-others", others: reviewing },
    ],
    POST: [
      { who: all, key: "approvals:read", object: "approval", body: nothing },
      { who: all, key: "approvals:read", object: "approval-for-others", others: reviewing, body: nothing },
    ],
  },
  "/api/audit": { GET: { who: all, key: "audit:read", query: () => "?limit=500", sees: managers } },
  "/api/audit/export": { GET: { who: managers, key: "audit:read" } },
  "/api/chat": {
    POST: {
      who: all,
      key: "tools:call",
      object: "chat",
      body: (chatId) => ({ chatId, message: { id: `m${Math.random()}`.replace(".", ""), text: "go" } }),
    },
  },
  "/api/apps/[id]": { GET: { who: all, object: "chat", query: () => "?call=made" } },
  "/api/apps/[id]/content": { GET: { who: all, object: "chat", query: () => "?call=made" } },
  "/api/apps/[id]/calls": {
    GET: { who: all, object: "chat", query: () => "?call=made&made=other" },
    POST: { who: all, object: "chat", body: () => ({ call: "made", fingerprint: hash, name: "pay", arguments: {} }) },
  },
  "/api/apps/[id]/resources": {
    POST: { who: all, object: "chat", body: () => ({ call: "made", fingerprint: hash, uri: "file:///notes" }) },
  },
  "/api/apps/frame": { GET: open },
  "/api/chat/[id]": {
    GET: { who: all, key: "tools:call", object: "chat" },
    PATCH: { who: all, object: "chat", body: () => ({ title: "Other" }) },
    DELETE: { who: all, object: "chat" },
  },
  "/api/chat/[id]/queue/[messageId]": { DELETE: { who: all, object: "queued" } },
  "/api/chat/[id]/stop": { POST: { who: all, key: "tools:call", object: "chat", body: nothing } },
  "/api/chat/[id]/stream": { GET: { who: all, key: "tools:call", object: "chat" } },
  "/api/files/[id]": { GET: { who: all, key: "tools:call", object: "file" } },
  "/api/chat/elicitation": {
    POST: [
      { who: all, object: "approval", body: (approvalId) => ({ approvalId, action: "decline" }) },
      {
        who: all,
        object: "approval-for-others",
        others: reviewing,
        notOwn: true,
        body: (approvalId) => ({ approvalId, action: "decline" }),
      },
    ],
  },
  "/api/asks": { POST: { who: all, key: "asks", keyOnly: true, body: () => ({ tool: "!", arguments: {} }) } },
  "/api/asks/mcp": {
    POST: { who: all, key: "asks", keyOnly: true, body: () => ({ jsonrpc: "2.0", id: 1, method: "ping" }) },
  },
  "/api/asks/[id]": { GET: { who: all, key: "asks", keyOnly: true } },
  "/api/asks/[id]/outcome": { POST: { who: all, key: "asks", keyOnly: true, body: () => ({ outcome: "done" }) } },
  "/api/chat/[id]/tools": { GET: { who: all, object: "chat" } },
  "/api/chats": { GET: { who: all, sees: [] } },
  "/api/events": { GET: { who: all } },
  "/api/grants": { GET: { who: all, sees: [] }, POST: { who: all, fresh: true } },
  "/api/grants/[id]": { DELETE: { who: all, object: "grant" } },
  "/api/health": { GET: open },
  "/api/inbox": { GET: { who: all, sees: [] } },
  "/api/inbox/answered": { GET: { who: all, sees: [] } },
  "/api/inbox/choices": { GET: { who: all, sees: [] } },
  "/api/chats/shown": { PUT: { who: all, body: () => ({ on: false }) } },
  "/api/tools/icons": { GET: { who: all } },
  "/api/tools/timeouts": {
    PUT: { who: managers, fresh: true, body: () => ({ chatMinutes: 5, othersHours: 24 }) },
  },
  "/api/inbox/count": { GET: { who: all } },
  "/api/inbox/entries": { GET: { who: all, query: (card) => `?ids=${card}`, sees: [] } },
  "/api/keys": {
    GET: { who: all, sees: managers },
    POST: { who: all, fresh: true, body: () => ({ name: "K", scopes: ["approvals:read"], days: 1 }) },
  },
  "/api/clients": {
    GET: { who: all, sees: [] },
    PATCH: { who: managers, fresh: true, body: () => ({ mostRisk: "L2" }) },
  },
  "/api/clients/[id]": { GET: { who: all, object: "client-session" } },
  "/api/clients/sessions": { GET: { who: all, sees: [] } },
  "/api/keys/[id]": {
    DELETE: { who: all, object: "key", others: managers },
    PATCH: { who: all, object: "key", others: managers, body: () => ({ tools: [] }) },
  },
  "/api/keys/[id]/let-in": {
    POST: { who: ["owner"], fresh: true, object: "revoked-client", others: ["owner"], body: nothing },
  },
  "/api/mcp": {
    GET: { who: all, key: "tools:call", keyOnly: true },
    POST: { who: all, key: "tools:call", keyOnly: true, body: () => ({ jsonrpc: "2.0", id: 1, method: "ping" }) },
    DELETE: { who: all, key: "tools:call", keyOnly: true },
  },
  "/api/oauth/consent": { POST: { who: all, fresh: true, body: () => ({ query: "", consent: null }) } },
  "/api/oauth/metadata": { GET: open },
  "/api/oauth/register": { POST: open },
  "/api/oauth/resource": { GET: open },
  "/api/oauth/revoke": { POST: open },
  "/api/oauth/token": { POST: open },
  "/api/metrics": { GET: { who: managers, key: "metrics:read" } },
  "/api/models": { GET: { who: all, sees: [] }, POST: { who: all, fresh: true, body: nothing } },
  "/api/models/[id]": {
    PATCH: { who: all, fresh: true, object: "model-connection", body: nothing },
    DELETE: { who: all, object: "model-connection" },
  },
  "/api/models/[id]/test": { POST: { who: all, object: "model-connection", body: () => ({ model: "m" }) } },
  "/api/models/default": { PUT: { who: ["owner"], body: () => ({ model: null }) } },
  "/api/models/nearby": { GET: { who: ["owner"] } },
  "/api/notifications/devices": { GET: { who: all, sees: [] }, POST: { who: all, body: nothing } },
  "/api/notifications/devices/[id]": { DELETE: { who: all, object: "device" } },
  "/api/notifications/webhooks": { GET: { who: managers }, POST: { who: managers, fresh: true, body: nothing } },
  "/api/notifications/webhooks/[id]": { DELETE: { who: managers, object: "webhook", others: all } },
  "/api/notifications/webhooks/[id]/test": {
    POST: { who: managers, object: "webhook", others: all, body: nothing },
  },
  "/api/openapi.json": { GET: open },
  "/api/people": { GET: { who: managers } },
  "/api/people/[id]": {
    PATCH: [
      { who: managers, fresh: true, object: "person", others: all, body: () => ({ role: "member" }) },
      {
        who: managers,
        fresh: true,
        object: "person",
        others: all,
        body: () => ({ role: "reviewer" }),
        tooMuchFor: ["admin"],
      },
      {
        who: managers,
        fresh: true,
        object: "reviewer",
        others: all,
        body: () => ({ role: "member" }),
        tooMuchFor: ["admin"],
      },
      { who: managers, fresh: true, object: "reviewer", others: all, body: () => ({ disabled: true }) },
      {
        who: managers,
        fresh: true,
        object: "disabled-reviewer",
        others: all,
        body: () => ({ disabled: false }),
        tooMuchFor: ["admin"],
      },
      { who: managers, fresh: true, object: "person", others: all, body: () => ({ disabled: true }) },
      {
        who: managers,
        fresh: true,
        object: "person",
        others: all,
        body: () => ({ role: "admin" }),
        tooMuchFor: ["admin"],
      },
    ],
  },
  "/api/people/[id]/reset": {
    POST: [
      { who: managers, fresh: true, object: "person", others: all, body: nothing },
      { who: managers, fresh: true, object: "reviewer", others: all, body: nothing, tooMuchFor: ["admin"] },
    ],
  },
  "/api/people/[id]/sessions": { DELETE: { who: managers, object: "person", others: all } },
  "/api/people/invitations": {
    POST: [
      { who: managers, fresh: true, body: () => ({ email: `${Math.random()}@example.com`, role: "member" }) },
      {
        who: managers,
        fresh: true,
        body: () => ({ email: `${Math.random()}@example.com`, role: "reviewer" }),
        tooMuchFor: ["admin"],
      },
      {
        who: managers,
        fresh: true,
        body: () => ({ email: `${Math.random()}@example.com`, role: "admin" }),
        tooMuchFor: ["admin"],
      },
    ],
  },
  "/api/people/invitations/[id]": { DELETE: { who: managers, object: "invitation", others: all } },
  "/api/people/invitations/look": { POST: open },
  "/api/people/join": { POST: open },
  "/api/policy": { GET: { who: managers } },
  "/api/policy/rehearsal": { POST: { who: managers } },
  "/api/policy/rules": {
    POST: [{ who: managers, fresh: true, body: () => ({ rule: "id: a-rule\nthen: ask\n" }) }],
  },
  "/api/policy/rules/[id]": {
    DELETE: { who: managers, fresh: true, object: "rule", others: all, tooMuchFor: ["admin"] },
  },
  "/api/policy/shadow": {
    PUT: [
      { who: managers, fresh: true, body: () => ({ on: true }) },
      { who: managers, fresh: true, body: () => ({ on: false }), tooMuchFor: ["admin"] },
    ],
  },
  "/api/policy/suggestions": {
    GET: { who: ["owner"] },
    POST: { who: ["owner"], body: () => ({ key: hash, tool: "t" }) },
  },
  "/api/policy/waiting": {
    POST: [
      { who: managers, fresh: true, body: () => ({ hash, action: "keep" }) },
      { who: managers, fresh: true, body: () => ({ hash, action: "confirm" }), tooMuchFor: ["admin"] },
    ],
  },
  "/api/policy/will-it-ask": {
    GET: { who: all, sees: [] },
    POST: { who: all, body: () => ({ tool: "srv__wipe", arguments: {} }) },
  },
  "/api/ready": { GET: open },
  "/api/servers": { GET: { who: all }, POST: managing, PUT: managing, PATCH: managing, DELETE: managing },
  "/api/servers/callback": { GET: open },
  "/api/servers/folders": { GET: { who: ["owner"], fresh: true, query: () => "?path=%2F" } },
  "/api/servers/said": { GET: { who: managers, query: () => "?id=srv" } },
  "/api/servers/client": { GET: open },
  "/api/servers/sign-in": { POST: { who: all }, DELETE: { who: all } },
  "/api/servers/sign-in/return": { POST: { who: all, body: () => ({ query: "state=nobody" }) } },
  "/api/servers/confirm": { POST: { who: managers, fresh: true } },
  "/api/session": { GET: { who: all }, POST: open, DELETE: { who: all } },
  "/api/session/callback/oidc": { GET: open },
  "/api/session/confirm": { POST: { who: all, body: () => ({ password: "a guess" }) } },
  "/api/session/confirm/challenge": { POST: { who: all, body: nothing } },
  "/api/session/browsers/[id]": { DELETE: { who: all, object: "browser" } },
  "/api/session/language": { PUT: { who: all, body: () => ({ language: "de" }) } },
  "/api/session/oidc": { POST: open, DELETE: { who: all, fresh: true } },
  "/api/session/oidc/return": { POST: open },
  "/api/session/oidc/connect": { POST: { who: all, fresh: true, body: nothing } },
  "/api/session/reset": { POST: open },
  "/api/session/reset/look": { POST: open },
  "/api/session/passkey": { POST: open },
  "/api/session/passkeys": { POST: { who: all, fresh: true, body: nothing } },
  "/api/session/passkeys/[id]": { DELETE: { who: all, fresh: true, object: "passkey" } },
  "/api/session/passkeys/challenge": { POST: { who: all, fresh: true, body: nothing } },
  "/api/session/password": {
    POST: open,
    PUT: { who: all, body: () => ({ current: "a guess", next: "correct horse battery" }) },
  },
  "/api/session/set-up": { POST: open },
  "/api/tool-policy": {
    GET: { who: managers },
    PUT: { who: managers, fresh: true, body: nothing },
    DELETE: { who: managers, fresh: true },
  },
  "/api/sources": { GET: { who: all } },
  "/api/sources/changed": { POST: { who: all } },
  "/api/sources/completion": { POST: { who: all } },
  "/api/sources/prompt": { POST: { who: all } },
  "/api/sources/read": { POST: { who: all } },
  "/api/tools": { GET: { who: all } },
  "/api/tools/review": { POST: { who: managers, fresh: true } },
  "/api/tools/settings": { PUT: { who: managers, fresh: true } },
};

/** Every page, and who sees more there than that there is something. Without a session all show the sign-in alone. */
export const pages: Record<string, readonly Role[]> = {
  "/": all,
  "/[...nowhere]": all,
  "/audit": all,
  "/chat/[id]": all,
  "/clients/[id]": all,
  "/connect": all,
  "/inbox": all,
  "/settings": all,
  "/settings/clients": all,
  "/settings/grants": all,
  "/settings/keys": all,
  "/settings/language": all,
  "/settings/models": all,
  "/settings/notifications": all,
  "/settings/people": all,
  "/settings/policies": all,
  "/settings/will-it-ask": all,
  "/tools": all,
};
