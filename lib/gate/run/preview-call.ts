import { setImmediate as immediate } from "node:timers/promises";
import { fileDiff } from "#lib/approvals/preview/file-diff.ts";
import { newContent } from "#lib/approvals/preview/new-content.ts";
import type { Preview, PreviewOffer, PreviewShown } from "#lib/approvals/preview/preview.ts";
import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import { readablePage } from "#lib/results/readable-page.ts";
import { jsonForPeople } from "#lib/untrusted/json-for-people.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { type Computed, endPreview, insertPreview, latestPreview } from "#lib/store/approvals/previews.ts";
import { approvalSeenBy, type SeenApproval } from "#lib/store/approvals/seen-approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import { chatOf } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { actorBeside } from "#lib/store/people/people.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { previewSettingOf } from "#lib/gate/judge/preview-setting-of.ts";
import { sameTool } from "#lib/gate/judge/ready-tool.ts";
import type { Beside } from "./read-beside.ts";
import { readState, textIn } from "./read-state.ts";

/** Rolls back the transaction that throws it. */
class ReadTooOften extends Error {
  override name = "ReadTooOften";
}

type Asked = { approvalId: string; personId: string };

export type PreviewOutcome =
  | { preview: Preview }
  | { refused: "unknown" | "not-open" | "none" | "busy" | "too-many" | "too-often" };

/** Characters. */
const longestText = 20_000;
const longestProblem = 2_000;

/**
 * Computes what a call that waits would change, for somebody who sees its card. The call, its card and its run stay as they
 * are; what is read is read as whoever made the call.
 */
export async function previewCall(gate: Gate, { approvalId, personId }: Asked): Promise<PreviewOutcome> {
  const { database, newId, log } = gate;
  const approval = await approvalSeenBy(database, { id: approvalId, personId });
  if (!approval) return { refused: "unknown" };
  if (approval.status !== "pending") return { refused: "not-open" };
  const { subject } = storedSubjectOf(approval);
  const offer = subject.kind === "tool-call" ? subject.preview : undefined;
  if (offer === undefined) return { refused: "none" };
  const id = newId();
  const taking = inTransaction(database, async (trx) => {
    // Answered meanwhile, it would be on record as computed before the answer.
    await lockRun(database, trx, approval.run_id);
    const present = await approvalSeenBy({ db: trx, now: database.now }, { id: approvalId, personId });
    if (present?.status !== "pending") return "not-open";
    const outcome = await insertPreview(database, trx, { id, approvalId, personId, kind: offer.kind });
    if (outcome !== "computing") return outcome;
    const counted = { personId, what: "calls", more: 1, most: mostCalls } as const;
    if ((await countMore(database, trx, counted)) !== null) throw new ReadTooOften();
    return outcome;
  });
  const outcome = await taking.catch((error: unknown) => {
    if (error instanceof ReadTooOften) return "too-often" as const;
    throw error;
  });
  if (outcome !== "computing") return { refused: outcome };
  compute(gate, approval)
    .catch((error: unknown): Computed => {
      log.error("preview.failed", { approvalId, error });
      return failed("Something failed in Countersign.");
    })
    .then((computed) => store(gate, { approval, personId, id, of: offer.kind }, computed))
    .catch((error: unknown) => log.error("preview.not-stored", { approvalId, error }));
  const preview = await latestPreview(database, { approvalId, personId });
  return preview === null ? { refused: "unknown" } : { preview };
}

async function compute(gate: Gate, approval: SeenApproval): Promise<Computed> {
  const call = await toolCallById(gate.database, approval.call_id);
  const { person_id: personId, chat_id: chatId } = call;
  const chat = await chatOf(gate.database, personId, chatId);
  const tool = sameTool(gate, call);
  const setting = tool === null ? null : previewSettingOf(gate.catalogue, tool);
  if (!chat || tool === null || setting === null) return failed("The tool has no preview any more.");
  const to = { personId, origin: chat.origin };
  const beside = { call, tool, to, signal: new AbortController().signal };
  return computedBy(gate, beside, { setting, args: storedArguments(call.effective_json) });
}

async function computedBy(
  gate: Gate,
  beside: Beside,
  { setting, args }: { setting: PreviewSetting; args: JsonObject },
): Promise<Computed> {
  if (setting.kind === "none") return failed("The tool has no preview any more.");
  // What can be bound reads something; the others are drawn from the arguments alone.
  if (!("bind" in setting)) return inTurn(() => ({ shown: sheetOf(setting, args), digest: null, problem: null }));
  const read = await readState(gate, beside, { setting, args });
  if ("problem" in read) return failed(read.problem);
  const { text, isError, toolName, structured, digest } = read;
  if (setting.kind === "dry-run") {
    const said = structured === null || text.trim() !== "" ? text : jsonForPeople(structured);
    const leftOut = Math.max(0, said.length - longestText);
    const shown = { kind: "dry-run", tool: toolName, text: cut(said), leftOut, isError } as const;
    return { shown, digest, problem: null };
  }
  if (Array.isArray(args[setting.content]) && args["dryRun"] === true)
    return failed("With “dryRun” this call changes nothing.");
  return inTurn(() => {
    const after = newContent(args[setting.content], isError ? null : text);
    if ("problem" in after) return failed(isError ? `${after.problem} Its server says: “${cut(text)}”` : after.problem);
    const diff = fileDiff(isError ? "" : text, after.text);
    const unread = isError ? cut(text) : null;
    const shown = { kind: "file", path: textIn(args, setting.path) ?? "", unread, ...diff } as const;
    return { shown, digest, problem: null };
  });
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Others get a turn between any two, however many files arrive at the same moment: each may hold the process. */
function inTurn(compute: () => Computed): Promise<Computed> {
  const turn = lastTurn.then(() => immediate()).then(compute);
  lastTurn = turn.catch(() => {});
  return turn;
}

function failed(problem: string): Computed {
  // A server's words may be in it, and PostgreSQL cannot hold this character.
  const said = problem.replaceAll("\u0000", "").slice(0, longestProblem).toWellFormed();
  return { shown: null, digest: null, problem: said };
}

/** The call's own words, in the form of a mail or of a page. */
function sheetOf(setting: Extract<PreviewSetting, { kind: "mail" | "page" }>, args: JsonObject): PreviewShown {
  const { kind, body } = setting;
  const { headers, html } = kind === "mail" ? setting : { headers: [], html: true };
  const wordsOf = (value: JsonValue): string => (typeof value === "string" ? value : jsonForPeople(value));
  const textOf = (name: string): string => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value == null) return "";
    return Array.isArray(value) ? value.map(wordsOf).join(", ") : wordsOf(value);
  };
  const shown = headers.map((name) => ({ name, value: textOf(name) })).filter(({ value }) => value !== "");
  const read = html ? readablePage(textOf(body), "about:blank") : { text: textOf(body), isCut: false };
  return { kind, headers: shown, body: read.text, isHtml: html, isCut: read.isCut };
}

function cut(text: string): string {
  return text.slice(0, longestText).toWellFormed();
}

/** Puts it on record, without what it shows; which is kept while the card is open. */
async function store(
  { database }: Gate,
  { approval, personId, id, of }: { approval: SeenApproval; personId: string; id: string; of: PreviewOffer["kind"] },
  computed: Computed,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockRun(database, trx, approval.run_id);
    const present = await approvalSeenBy({ db: trx, now: database.now }, { id: approval.id, personId });
    const isOpen = present?.status === "pending";
    if (!(await endPreview(database, trx, id, isOpen ? computed : { ...computed, shown: null }))) return;
    const { digest, problem } = computed;
    const by = await actorBeside(trx, approval, personId);
    const event = { kind: "preview-computed", of, digest, failed: problem !== null, ...by } as const;
    await record(database, trx, scopeOf(approval), event);
  });
}
