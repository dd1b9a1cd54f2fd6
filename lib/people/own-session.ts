/** A session of the reader's own. Times are Unix ms. */
export type OwnSession = {
  /** Identifies the session and opens none. */
  id: string;
  browser: string | null;
  signedInAt: number;
  /** To the hour. */
  lastSeenAt: number;
  /** Whether it is the session that asks. */
  isThis: boolean;
};

/** A passkey of the reader's own. Times are Unix ms. */
export type OwnPasskey = { id: string; name: string; addedAt: number; lastUsedAt: number | null; isCopied: boolean };
