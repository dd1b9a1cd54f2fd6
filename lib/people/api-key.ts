import type { Scope } from "./scope.ts";
import type { SignedInClient } from "./signed-in-client.ts";

/** A key as its owner sees it. The key itself is shown once, when it is made. Times are Unix milliseconds. */
export type ApiKey = {
  id: string;
  name: string;
  /** The person for whom programs with this key act. */
  owner: { id: string; name: string };
  scopes: Scope[];
  /** The level of risk up to which the word of its client counts as its user's; null: it does not. */
  attests: number | null;
  /** The client that signed in, whose grant it is; null for a key that was made. */
  client: SignedInClient | null;
  /** Whether an issuer of the operator's lets that client in. */
  ofIssuer: boolean;
  /** Wire names of the only tools that its client is offered; null for all. */
  tools: readonly string[] | null;
  createdAt: number;
  expiresAt: number;
  /** To the minute; null when it was never used. */
  lastUsedAt: number | null;
  revokedAt: number | null;
};
