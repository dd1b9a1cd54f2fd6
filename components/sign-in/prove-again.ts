/** Asks the person to prove again who they are; resolves to whether they did. */
type Asking = () => Promise<boolean>;

let asking: Asking | null = null;

/** Whoever can show a dialog says so here; returns the way to take that back. */
export function provesBy(ask: Asking): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = null;
  };
}

/** Whether the person proved again who they are; false where nobody can ask. */
export function proveAgain(): Promise<boolean> {
  return asking?.() ?? Promise.resolve(false);
}
