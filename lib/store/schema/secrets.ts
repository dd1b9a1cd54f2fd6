/** Seals texts for the store, each about what it is for, so that a copy of the store alone does not give them away. */
export type Secrets = {
  seal: (text: string, about: string) => string;
  /** Returns a text that was never sealed unchanged. Null when it was sealed with another key or for something else. */
  open: (stored: string, about: string) => string | null;
};

/** The key in table `instance` under which the keys for push messages are stored. */
export const pushKeysKey = "vapid";

export const sealedElsewhere = "Its secrets were sealed with another key than this instance has. Enter them again.";
