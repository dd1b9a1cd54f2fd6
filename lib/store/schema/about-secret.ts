import type { ModelConnectionRow } from "./model-tables.ts";
import type { WebhookRow } from "./notification-tables.ts";
import type { ServerSignInRow } from "./sign-in-tables.ts";

/** The associated data of each secret of the store: a secret does not open for another purpose or in another row. */
export const aboutSecret = {
  /** It no longer opens once the address or the person changes. */
  modelKey: (of: Pick<ModelConnectionRow, "id" | "provider" | "base_url" | "person_id">) =>
    JSON.stringify(["model", of.id, of.provider, of.base_url, of.person_id]),
  /** The whole entry is one secret, so a header cannot be moved to another address. */
  serverEntry: (id: string) => JSON.stringify(["server", id]),
  serverConsent: (id: string) => JSON.stringify(["server-consent", id]),
  /** It no longer opens once the address or the person changes. */
  serverSignIn: (of: Pick<ServerSignInRow, "server_id" | "person_id" | "address">) =>
    JSON.stringify(["server-sign-in", of.server_id, of.person_id, of.address]),
  serverClient: (serverId: string) => JSON.stringify(["server-client", serverId]),
  signInAttempt: (stateHash: string) => JSON.stringify(["sign-in-attempt", stateHash]),
  webhook: ({ id, kind }: Pick<WebhookRow, "id" | "kind">, column: "url" | "secret") =>
    JSON.stringify(["webhook", id, kind, column]),
  pushKeys: () => JSON.stringify(["push-keys"]),
};
