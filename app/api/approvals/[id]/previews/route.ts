import { previewCall } from "#lib/gate/run/preview-call.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { problem } from "#lib/server/http/problem.ts";

const refusals = {
  unknown: () => problem("not-found", "There is no such approval."),
  "not-open": () => problem("conflict", "This card is settled. Nothing is computed for it any more."),
  none: () => problem("conflict", "This tool has no preview."),
  busy: () => problem("conflict", "A preview of this card is being computed. Try again in a moment."),
  "too-many": () => problem("conflict", "You had 50 previews of this card computed, the most one may."),
  "too-often": () => problem("too-many", "You read from tool servers too often within an hour. Try again later."),
};

/** The latest preview that the person had computed; nobody sees those of others. */
export const GET = guard(
  {
    scope: "approvals:read",
    summary: "Read what a call would change",
    replies: { 200: { says: "The latest that you asked for, or null", json: "MaybePreview" } },
  },
  async ({ person, params }) => {
    const latest = await services().inbox.preview(person.id, params["id"] ?? "");
    return latest === null ? refusals.unknown() : Response.json(latest.preview);
  },
);

/** Computes what a call that waits would change. Nothing of the call runs; the preview comes later, by GET. */
export const POST = guard(
  {
    scope: "approvals:read",
    summary: "Compute what a call would change, which runs nothing of it",
    replies: { 202: { says: "It is being computed", json: "Preview" } },
  },
  async ({ person, params }) => {
    const { agent } = services();
    const outcome = await previewCall(agent.gate, { approvalId: params["id"] ?? "", personId: person.id });
    return "preview" in outcome ? Response.json(outcome.preview, { status: 202 }) : refusals[outcome.refused]();
  },
);
