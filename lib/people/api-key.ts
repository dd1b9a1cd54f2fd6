import type { Scope } from "./scope.ts";

/** A key as its owner sees it. The key itself is shown once, when it is made. Times are Unix milliseconds. */
export type ApiKey = {
  id: string;
  name: string;
  /** The person that programs with this key act for. */
  owner: { id: string; name: string };
  scopes: Scope[];
  createdAt: number;
  expiresAt: number;
  /** To the minute; null when it never was. */
  lastUsedAt: number | null;
  revokedAt: number | null;
};
