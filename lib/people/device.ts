/** A browser that is told of what waits for its person. Times are Unix milliseconds. */
export type Device = {
  id: string;
  label: string;
  /** The push service that carries the messages. */
  host: string;
  createdAt: number;
  lastAt: number | null;
  /** Why the last message did not arrive; null when it did, or there was none. */
  problem: string | null;
};

/** An address that hears of every approval, or of the asks of one key. Never the whole address, which may be a secret, nor what signs for it. */
export type Webhook = {
  id: string;
  kind: "signed" | "slack";
  origin: string;
  withArguments: boolean;
  /** The name of the key whose asks it hears of; null: it hears of every approval. */
  keyName: string | null;
  createdAt: number;
  lastAt: number | null;
  problem: string | null;
  /** Messages that wait to be tried again, and those that were given up in the last week. */
  waiting: number;
  givenUp: number;
};
