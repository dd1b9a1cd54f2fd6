/** A message of the app itself in the thread: an error of the model, a budget that was reached, what it did not read. */
export type Notice = {
  kind: "error" | "budget" | "stopped" | "interrupted" | "context";
  /** A sentence for the person. */
  text: string;
  /** Whether sending the same message again may help. */
  retry: boolean;
  /** Set where the rest of the work can be asked for by a further message. */
  rest?: true;
};
