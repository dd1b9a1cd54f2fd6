import type { ClientTerms } from "#lib/verdict/client-terms.ts";

/**
 * Who calls through the gateway. What it may do hangs on the key that it came with; what it says of itself is only
 * shown (THREATS F4: names of clients prove nothing).
 */
export type Client = {
  key: { id: string; name: string; terms: ClientTerms };
  person: { id: string; name: string };
  says: { name: string; version: string };
  /** What its connection declares that it can ask its user. */
  asks: ElicitationModes;
  /** The age of the protocol that it speaks. */
  era: "legacy" | "modern";
};

export type ElicitationModes = { form: boolean; url: boolean };

/** A client as its key says; the rest comes with its requests. */
export type KeyHolder = Pick<Client, "key" | "person">;
