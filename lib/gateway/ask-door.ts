import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { mayAttest } from "#lib/gate/contract/may-attest.ts";
import type { ElicitationModes, Client } from "./client.ts";
import type { ClientProfile } from "./client-profile.ts";

/** By which way a person is asked: in the client, by a link from there to our card, in the inbox alone, or not at all. */
export type Door = "form" | "link" | "inbox" | "nobody";

/** The first way that is open for a question. A profile only narrows what the client declares. */
export function doorFor(
  approval: Pick<ApprovalRow, "kind" | "who_kind" | "risk">,
  { key: { terms } }: Pick<Client, "key">,
  profile: Pick<ClientProfile, "asks">,
  declared: ElicitationModes,
): Door {
  if (profile.asks === "form") {
    if (declared.form && mayAttest(approval, terms)) return "form";
    if (declared.url) return "link";
  }
  return terms.inbox ? "inbox" : "nobody";
}
