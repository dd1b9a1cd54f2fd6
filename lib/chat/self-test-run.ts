/** One self-test by a client, as its person sees it. */
export type SelfTestRun = {
  id: string;
  /** As the client says of itself. */
  client: string;
  /** Unix ms. */
  at: number;
  approved: boolean;
  /** Who ended the question: the client's user in the client, somebody here, or nobody; null while it waits. */
  endedIn: "client" | "app" | "nobody" | null;
  /** Until it was answered or given up. */
  seconds: number | null;
  /** Whether the client has its result. */
  handedOver: boolean;
};

/** How a self-test went, in a sentence. */
export function selfTestSentence({ approved, endedIn, seconds, handedOver }: SelfTestRun): string {
  if (endedIn === null) return "The question is open: answer it in the client, or in the inbox.";
  const after = `after ${seconds ?? 0} s`;
  if (endedIn === "nobody") {
    return `Nobody answered: the client gave up, or could not ask, ${after}. That is how long it holds a call.`;
  }
  const how = endedIn === "client" ? "in the client by its own question" : "in Countersign";
  const got = handedOver ? "The client has the result." : "The client has not come back for the result.";
  return `${approved ? "Approved" : "Declined"} ${how} ${after}. ${got}`;
}
