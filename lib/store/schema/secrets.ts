/** Seals texts for the store, each about what it is for, so that a copy of the store alone does not give them away. */
export type Secrets = {
  seal: (text: string, about: string) => string;
  /** A text that was never sealed is itself. Null when it was sealed with another key, or about something else. */
  open: (stored: string, about: string) => string | null;
};

/** Where `instance` has the keys of push messages. */
export const pushKeysKey = "vapid";

export const sealedElsewhere = "Its secrets were sealed with another key than this instance has. Enter them again.";
