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

const asked = {
  form: "The client was asked by form.",
  link: "The client was sent a link to the card.",
  none: "The client was not asked.",
};

/** How a self-test went, in sentences. */
export function selfTestSentence({
  askedBy,
  approved,
  endedIn,
  seconds,
  heldSeconds,
  handedOver,
}: SelfTestRun): string {
  const way = asked[askedBy ?? "none"];
  if (endedIn === null) return `${way} ${askedBy === "form" ? openInClient : openHere}`;
  const after = `after ${seconds ?? 0} s`;
  const held = heldSeconds < 0.1 ? "" : ` The call was held open for ${heldSeconds.toFixed(1)} s.`;
  if (endedIn === "nobody") return `${way} Nobody answered: it gave up, or could not ask, ${after}.${held}`;
  const how = `${approved ? "Approved" : "Declined"} in ${endedIn === "client" ? "the client" : "Countersign"} ${after}.`;
  const got = handedOver ? "The client has the result." : "The client has not come back for the result.";
  return `${way} ${how}${held} ${got}`;
}

const openInClient = "The question is open: answer it in the client, or in the inbox.";
const openHere = "The question is open: answer it in the inbox.";
