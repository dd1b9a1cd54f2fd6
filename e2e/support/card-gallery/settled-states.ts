import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { EndedBy } from "#lib/approvals/decision.ts";
import { type State, command, confirm, email, everyField, form, inWorkspace, toolCall } from "./views.ts";

/** What a card looks like once somebody, or nobody, has answered. */
export const settled = (
  view: ApprovalView,
  change: Partial<ApprovalView>,
  decision: Partial<ApprovalView["decision"]> = {},
) => ({
  ...view,
  ...change,
  decision: {
    action: "accept" as const,
    endedBy: "person" as EndedBy,
    by: null,
    at: view.requestedAt,
    note: null,
    editedArgumentsJson: null,
    ...decision,
  },
});

const decline = { action: "decline" } as const;
export const ended = (endedBy: EndedBy) => ({ action: "cancel", endedBy }) as const;

/** Every state of a settled card. */
export const settledStates: State[] = [
  { name: "approved", view: settled(toolCall(email), { status: "accepted", callState: "done" }) },
  {
    name: "edited",
    view: settled(
      toolCall(email),
      { status: "accepted", callState: "done" },
      {
        by: "Ana",
        editedArgumentsJson: JSON.stringify({ ...email, to: "bo@example.com" }),
        note: "Bo keeps the list now.",
      },
    ),
  },
  {
    name: "granted",
    view: settled(
      inWorkspace(toolCall({ path: "notes/todo.md" }), "write_file"),
      { status: "accepted", callState: "done" },
      {
        grant: {
          id: "g1",
          terms: { reach: "chat", until: null, maxUses: 5, budget: null, when: 'args.path.startsWith("notes/")' },
        },
      },
    ),
  },
  { name: "running", view: settled(command("make all"), { status: "accepted", callState: "running" }) },
  { name: "failed", view: settled(command("make all"), { status: "accepted", callState: "failed" }) },
  { name: "declined", view: settled(command("rm newfile.md"), { status: "declined", callState: "refused" }, decline) },
  {
    name: "declined-note",
    view: settled(
      command("rm newfile.md"),
      { status: "declined", callState: "refused" },
      { ...decline, note: "Keep it, I still need it." },
    ),
  },
  { name: "unknown", view: settled(command("make deploy"), { status: "accepted", callState: "unknown" }) },
  { name: "refused-call", view: settled(command("make deploy"), { status: "accepted", callState: "refused" }) },
  { name: "stopped", view: settled(toolCall(email), { status: "cancelled", callState: "refused" }, ended("stop")) },
  {
    name: "new-message",
    view: settled(toolCall(email), { status: "cancelled", callState: "refused" }, ended("new-message")),
  },
  { name: "expired", view: settled(toolCall(email), { status: "expired", callState: "refused" }, ended("timeout")) },
  { name: "never-started", view: settled(toolCall(email), { status: "expired", callState: "refused" }) },
  {
    name: "submitted",
    view: settled(
      form(everyField, "Details?"),
      { status: "accepted", callState: "done" },
      {
        content: {
          name: "Kim\u202e Doe",
          when: "2027-03-01T18:30:00Z",
          guests: 4,
          reminder: true,
          outside: false,
          seating: "window",
          diets: ["vegan", "no nuts"],
        },
      },
    ),
  },
  { name: "confirmed", view: settled(confirm(), { status: "accepted", callState: "done" }) },
  {
    name: "dismissed",
    view: settled(form(everyField, "Details?"), { status: "cancelled", callState: "failed" }, { action: "cancel" }),
  },
  {
    name: "server-lost",
    view: settled(confirm(), { status: "cancelled", callState: "unknown" }, ended("server-lost")),
  },
];
