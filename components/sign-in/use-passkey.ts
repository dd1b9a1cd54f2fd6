import { useState } from "react";
import { useSending } from "#components/ui/use-sending.ts";

/** Sends requests about a passkey, and asks the browser for one in between; keeps, in words, why the last try failed. */
export function usePasskey() {
  const { sending, problem, send } = useSending();
  const [isDismissed, setDismissed] = useState(false);
  /** Resolves with what the browser says of the passkey; null when the person dismissed it. */
  const ask = async (asking: () => Promise<object | null>): Promise<object | null> => {
    setDismissed(false);
    const response = await asking();
    setDismissed(response === null);
    return response;
  };
  return { sending, problem: problem ?? (isDismissed ? "No passkey was shown. Try it again." : null), send, ask };
}
