/** The latest self-test of a client, as its person sees it. */
export type SelfTestRun = {
  id: string;
  /** Unix ms. */
  at: number;
  /** By which way the client was asked; null where the card was in the inbox alone. */
  askedBy: "form" | "link" | null;
  approved: boolean;
  /** Who ended the question: the client's user in the client, somebody here, or nobody; null while it waits. */
  endedIn: "client" | "app" | "nobody" | null;
  /** Until it was answered or given up. */
  seconds: number | null;
  /** The longest time that the call was held open at one go, as far as that is over. */
  heldSeconds: number;
  /** Whether the client has its result. */
  handedOver: boolean;
};
