import { z } from "zod";
import { reversibilities } from "#lib/approvals/request-context.ts";
import { subjectKinds } from "#lib/approvals/subjects/subjects.ts";
import { approvalStatuses, toolCallStates } from "#lib/approvals/states.ts";

/** The shapes of the API's answers, for its description; a test checks real answers against them. */
const status = z.enum(approvalStatuses);
const time = z.iso.datetime().meta({ description: "ISO 8601 in UTC, by the clock of the database" });
const at = z.int().min(0).meta({ description: "Unix milliseconds, by the clock of the database" });

const view = z
  .looseObject({
    v: z.literal(1),
    approvalId: z.string(),
    chatId: z.string(),
    toolCallId: z.string(),
    status,
    callState: z.enum(toolCallStates),
    server: z.looseObject({ id: z.string(), title: z.string(), origin: z.string(), trusted: z.boolean() }),
    tool: z.looseObject({ name: z.string(), title: z.string() }),
    subject: z.looseObject({
      kind: z.enum(subjectKinds),
      highRisk: z.int().min(4).max(5).optional().meta({ description: "Set: an approval carries `confirm`" }),
      confirmBy: z.string().optional().meta({ description: "The argument whose value `confirm` is" }),
      provenance: z
        .array(z.object({ field: z.string(), from: z.array(z.object({ tool: z.string(), server: z.string() })) }))
        .optional()
        .meta({ description: "Arguments with text that tools of this chat said before" }),
    }),
    changes: z.array(z.string()).optional().meta({ description: "What became stricter since the card opened" }),
    digest: z.string().meta({ description: "Of the exact bytes that are asked about; send it back to bind an answer" }),
    requestedAt: at,
    expiresAt: at,
    extensionsLeft: z.int().min(0),
    decision: z.looseObject({ action: z.string(), by: z.string().nullable(), at }).nullable(),
  })
  .meta({ description: "What the card of the approval shows" });

const approval = z.object({
  id: z.string(),
  status,
  kind: z.enum(subjectKinds),
  serverId: z.string(),
  toolName: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  requestedAt: time,
  expiresAt: time,
  sessionId: z.string().meta({ description: "The chat" }),
  chatTitle: z.string(),
  runId: z.string(),
  userId: z.string().meta({ description: "The person whose agent asks" }),
  showsChat: z.boolean().meta({ description: "Whether you may read the words around another person's call" }),
  canAsk: z.boolean().meta({ description: "Whether an assistant of the app proposed it, not a client" }),
  userPrompt: z.string().meta({ description: "The person's words that led to it" }),
  risk: z.int().min(0).max(5),
  context: z.object({
    reason: z.string(),
    action: z.string(),
    impactScope: z.array(z.enum(["reads-only", "changes-data", "leaves-network"])),
    reversibility: z.enum(reversibilities),
  }),
  outcome: z
    .string()
    .nullable()
    .meta({ description: "What became of it, in the words of its card; null while it is open" }),
  view,
});

const settled = z.object({ id: z.string(), status });

const decision = z.object({
  success: z.literal(true),
  message: z
    .enum(["Approved", "Rejected", "Responded", "Signed"])
    .meta({ description: "Signed: others must sign too" }),
  approval: settled,
});

const line = z.looseObject({ kind: z.enum(["same", "added", "removed", "fold", "end"]) });
const preview = z
  .object({
    id: z.string().meta({ description: "Send it as `preview` with an approval, which then counts for what was read" }),
    askedAt: at,
    computedAt: at.nullable().meta({ description: "null while it is computed" }),
    problem: z.string().nullable().meta({ description: "Why there is none; the call itself was not run" }),
    shown: z
      .discriminatedUnion("kind", [
        z.looseObject({ kind: z.literal("file"), path: z.string(), rows: z.array(line) }),
        z.looseObject({ kind: z.literal("dry-run"), tool: z.string(), text: z.string(), isError: z.boolean() }),
        z.looseObject({ kind: z.enum(["mail", "page"]), body: z.string(), isHtml: z.boolean() }),
      ])
      .nullable(),
  })
  .meta({ description: "Words of a server or of the call itself, which nobody checked" });

const auditRecord = z.object({
  seq: z.int(),
  at,
  kind: z.string(),
  person: z.string().nullable(),
  chat: z.string().nullable(),
  run: z.string().nullable(),
  call: z.string().nullable(),
  approval: z.string().nullable(),
  detail: z.string().meta({ description: "JSON; arguments appear as digests only" }),
  words: z.string(),
  personName: z.string().nullable(),
  chatTitle: z.string().nullable(),
  tool: z.string().nullable(),
});

const chat = z.looseObject({
  id: z.string(),
  title: z.string(),
  messages: z.array(z.looseObject({ id: z.string(), role: z.enum(["user", "assistant", "system"]) })),
  earlier: z.int().meta({ description: "How many come before these: `before` takes the id of the first" }),
  queue: z.array(z.looseObject({ id: z.string(), text: z.string() })),
  shownToReviewers: z.boolean().nullable().meta({
    description: "Whether who may answer its calls reads the words around them; null where there is no team",
  }),
  toolsOff: z.array(z.string()).meta({ description: "Switched off in it: `server/*` or `server/tool`" }),
  run: z.object({ id: z.string(), status: z.enum(["running", "parked"]) }).nullable(),
  version: z.int(),
});

const askAnswer = z.object({
  id: z.string().nullable().meta({ description: "null where nobody was asked" }),
  decision: z.enum(["allow", "deny", "wait"]).meta({ description: "`wait`: ask on at /api/asks/{id}" }),
  reason: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional().meta({ description: "What may run, where it was changed" }),
});

const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "A sentence for people" }),
    code: z.string().meta({ description: "Why, for programs" }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "What is wrong with which field, keyed by its path" }),
  })
  .meta({ description: "A refusal as RFC 9457 has it. Those of an answer also carry `success: false`." });

export const replies = {
  Approval: approval,
  Approvals: z.array(approval),
  Decision: decision,
  Preview: preview,
  MaybePreview: preview.nullable(),
  Extension: z.object({ success: z.literal(true), approval: settled.extend({ expiresAt: at }) }),
  AuditPage: z.object({
    entries: z.array(auditRecord),
    older: z.int().nullable().meta({ description: "`before` of the next page; null on the last" }),
    head: z.object({ position: z.int(), hash: z.string() }),
  }),
  Chat: chat,
  Stopped: z.object({ stopped: z.boolean() }),
  AskAnswer: askAnswer,
  Reported: z.object({ reported: z.boolean() }),
  Queued: z.object({ queued: z.literal(true) }),
  Health: z.object({ status: z.literal("ok") }),
  Readiness: z.looseObject({ status: z.enum(["ready", "not-ready"]) }),
  Document: z.looseObject({ openapi: z.string() }),
  Problem: problem,
} as const;

export type ReplyName = keyof typeof replies;

/** What a route answers: JSON of a known shape, or bytes of some type. */
export type Reply = { says: string } & ({ json: ReplyName } | { type: string } | { empty: true } | { refusal: true });
