import type { ElicitRequestFormParams, ElicitRequestURLParams } from "@modelcontextprotocol/server";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { QuestionForm } from "#lib/verdict/client-terms.ts";
import { approvalForm, formOf } from "./ask-form.ts";
import type { Client } from "./client.ts";
import type { Gateway } from "./gateway.ts";

export type Question = ElicitRequestFormParams | (ElicitRequestURLParams & { mode: "url" });
type Put = { door: "form" | "link"; form: QuestionForm; question: Question };

/** The question as it is put by one way, or by a link where it does not fit; null where the client opens none. */
export function questionBy(
  door: "form" | "link",
  { gateway, client }: { gateway: Gateway; client: Client },
  approval: ApprovalRow,
  call: ToolCallRow,
): Put | null {
  const view = viewOf(approval, call.state);
  const form = formOf(client, gateway.profiles.of(client.says.name));
  const asked = door === "form" ? approvalForm(view, form) : null;
  if (asked !== null) return { door: "form", form, question: { mode: "form", ...asked } };
  if (!client.asks.url) return null;
  const message = `${view.tool.title}: this call waits for your approval in Countersign.`;
  const url = gateway.cardUrl(approval.id);
  return { door: "link", form, question: { mode: "url", message, url, elicitationId: approval.id } };
}
