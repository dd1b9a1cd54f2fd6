import type { Risk } from "#lib/verdict/risk.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ApprovalView } from "./approval-view.ts";
import type { RequestContext } from "./request-context.ts";
import type { SubjectKind } from "#lib/approvals/subjects/subjects.ts";
import type { ApprovalStatus } from "./states.ts";

/** One approval as `GET /api/approvals` lists it. Times are ISO 8601 in UTC, by the database's clock. */
export type InboxItem = {
  id: string;
  status: ApprovalStatus;
  kind: SubjectKind;
  serverId: string;
  toolName: string;
  /** Arguments of the tool call; for a server's question, of the call that it interrupts. */
  arguments: JsonObject;
  requestedAt: string;
  expiresAt: string;
  /** Id of the chat. */
  sessionId: string;
  chatTitle: string;
  runId: string;
  userId: string;
  /** Address and name of that person; null where it is the reader. */
  askedBy: string | null;
  /** Whether the reader, who may answer another person's call, may read the words around it. */
  showsChat: boolean;
  /** Whether an assistant of this app proposed it, which a person may ask about it. */
  canAsk: boolean;
  /** The person's words that led to it. */
  userPrompt: string;
  /** L0 to L5 as a number, as it was when the question was opened. */
  risk: Risk;
  context: RequestContext;
  /** What became of it, in a sentence; null while it is open. */
  outcome: string | null;
  /** What the card shows. */
  view: ApprovalView;
};
