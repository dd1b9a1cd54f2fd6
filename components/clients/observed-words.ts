import type { Observed } from "#lib/chat/client-session.ts";

/** What was observed of a client, a sentence each. */
export function observedWords({ answered, notShown, unclear, links, heldMs, collected }: Observed): string[] {
  return [
    notShown === 0 ? "" : `It closed ${counted(notShown, "question")} within half a second: it does not show them.`,
    answered === 0 ? "" : `Its user answered ${counted(answered, "question")} in it, as it says.`,
    unclear === 0 ? "" : `It gave no clear answer to ${counted(unclear, "question")}: nothing was run.`,
    links === 0 ? "" : `It was sent ${counted(links, "link")} to a card.`,
    heldMs === 0 ? "" : `It kept a call open for ${duration(heldMs)} at most.`,
    collected === 0 ? "" : `It came back for ${counted(collected, "result")}.`,
  ].filter((sentence) => sentence !== "");
}

function counted(count: number, what: string): string {
  return count === 1 ? `one ${what}` : `${count} ${what}s`;
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 120 ? counted(seconds, "second") : `${Math.round(seconds / 60)} minutes`;
}
