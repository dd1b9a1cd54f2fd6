import type { ModelConnectionRow } from "./model-tables.ts";
import type { WebhookRow } from "./notification-tables.ts";
import type { ServerSignInRow } from "./sign-in-tables.ts";

/** What each secret of the store is sealed about: it opens for nothing else, and in no other row. */
export const aboutSecret = {
  /** It opens no more once the address or the person is another. */
  modelKey: (of: Pick<ModelConnectionRow, "id" | "provider" | "base_url" | "person_id">) =>
    JSON.stringify(["model", of.id, of.provider, of.base_url, of.person_id]),
  /** The whole entry: what is sent to an address cannot be parted from it. */
  serverEntry: (id: string) => JSON.stringify(["server", id]),
  serverConsent: (id: string) => JSON.stringify(["server-consent", id]),
  /** It opens no more once the address or the person is another. */
  serverSignIn: (of: Pick<ServerSignInRow, "server_id" | "person_id" | "address">) =>
    JSON.stringify(["server-sign-in", of.server_id, of.person_id, of.address]),
  serverClient: (serverId: string) => JSON.stringify(["server-client", serverId]),
  signInAttempt: (stateHash: string) => JSON.stringify(["sign-in-attempt", stateHash]),
  webhook: ({ id, kind }: Pick<WebhookRow, "id" | "kind">, column: "url" | "secret") =>
    JSON.stringify(["webhook", id, kind, column]),
  pushKeys: () => JSON.stringify(["push-keys"]),
};
