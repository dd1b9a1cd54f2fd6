import { stampOf } from "#lib/approvals/outcome-words.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { decisionOf, storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";
import type { ApprovalToTell } from "#lib/store/approvals/approval-to-tell.ts";
import type { NotifiedEvent, OutboxRow } from "#lib/store/schema/notification-tables.ts";
import { withAddress } from "#lib/people/audience.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";

type About = { outbox: OutboxRow; approval: ApprovalToTell | undefined; origin: string };

/** The body of a signed webhook, with arguments only where the owner allows them to leave the instance. */
export function signedMessage({ outbox, approval, origin }: About, { withArguments }: { withArguments: boolean }) {
  const at = new Date(outbox.created_at).toISOString();
  return { type: outbox.event, timestamp: at, data: dataOf({ outbox, approval, origin }, withArguments) };
}

function dataOf({ outbox, approval, origin }: About, withArguments: boolean) {
  const id = outbox.approval_id;
  // Deleted with its chat: only what the outbox stored is left.
  if (approval === undefined) return { approvalId: id, ...(JSON.parse(outbox.detail_json) as JsonObject) };
  const { tool, server } = storedSubjectOf(approval);
  const decision = decisionOf(approval);
  return {
    approvalId: id,
    kind: approval.kind,
    status: outbox.event === "approval.opened" ? "pending" : approval.status,
    risk: approval.risk,
    server: { id: server.id, title: server.title },
    tool: { name: tool.name, title: tool.title },
    chat: { id: approval.chat_id, title: approval.chat_title },
    requestedBy: { id: approval.person_id, name: approval.person_name },
    requestedAt: new Date(approval.requested_at).toISOString(),
    expiresAt: new Date(approval.expires_at).toISOString(),
    digest: approval.digest,
    url: linkTo(origin, id),
    ...(outbox.event === "approval.settled" && decision !== null
      ? {
          decision: {
            action: decision.action,
            endedBy: decision.endedBy,
            ...(decision.endedBy === "attested" ? { client: decision.client } : {}),
            by: decision.by ?? null,
            at: new Date(decision.at).toISOString(),
            edited: decision.arguments !== undefined,
          },
        }
      : {}),
    ...(withArguments ? { arguments: storedArguments(approval.arguments_json) } : {}),
  };
}

/** The body for an incoming webhook of Slack: who, what and where to answer; it cannot answer by itself. */
export function slackMessage({ outbox, approval, origin }: About) {
  if (approval === undefined) return textOnly("An approval was withdrawn: its chat was deleted.");
  const words = wordsOfApproval(approval);
  const line = `${headline(outbox.event, approval)}: *${escaped(words.tool)}* on ${escaped(words.server)}`;
  const { person_name: name, person_email: email } = approval;
  const by = name === null ? "somebody" : oneLine(withAddress({ name, email }));
  const asked = `${escaped(words.chat)} · asked by ${escaped(by)}`;
  const link = linkTo(origin, approval.id);
  return {
    text: `${line} (${escaped(words.chat)})`,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: line } },
      { type: "context", elements: [{ type: "mrkdwn", text: asked }] },
      { type: "section", text: { type: "mrkdwn", text: `<${link}|Look at it in Countersign>` } },
    ],
  };
}

/** The text of a test message, for either kind. */
export function testMessage(kind: "signed" | "slack", at: string) {
  if (kind === "slack") return textOnly("Countersign can reach this channel.");
  return { type: "test", timestamp: at, data: { message: "Countersign can reach this address." } };
}

function textOnly(text: string) {
  return { text, blocks: [{ type: "section", text: { type: "mrkdwn", text } }] };
}

function headline(event: NotifiedEvent, approval: ApprovalToTell): string {
  return event === "approval.opened" ? stampOf("pending", null) : stampOf(approval.status, decisionOf(approval));
}

/** Slack reads commands, such as one that calls a whole channel, between these characters. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[*_~`|]/g, (mark) => `${mark}\u200B`);
}

/** The name of an approval where its card cannot be seen. Never an argument. */
function wordsOfApproval(approval: ApprovalToTell): { tool: string; server: string; chat: string } {
  const { tool, server } = storedSubjectOf(approval);
  return {
    tool: oneLine(tool.title === "" ? tool.name : tool.title),
    server: oneLine(server.title),
    chat: oneLine(approval.chat_title === "" ? "Untitled" : approval.chat_title),
  };
}

/** The address at which a person answers it. */
export function linkTo(origin: string, approvalId: string): string {
  return `${origin}/inbox?card=${encodeURIComponent(approvalId)}`;
}
