/** How somebody has to prove who they are. */
export type ProofAsked = "password" | "passkey";

/** Asks the person to prove again who they are; resolves to whether they did. */
type Asking = (by: ProofAsked) => Promise<boolean>;

let asking: Asking | null = null;

/** Registers the dialog that asks; returns the function that removes it. */
export function provesBy(ask: Asking): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = null;
  };
}

/** Whether the person proved again who they are; false where nobody can ask. */
export function proveAgain(by: ProofAsked): Promise<boolean> {
  return asking?.(by) ?? Promise.resolve(false);
}
