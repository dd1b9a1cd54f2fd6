import type { Observed } from "#lib/chat/client-session.ts";
import type { Say } from "#lib/words/say.ts";
import type { clientWords } from "./words.en.ts";

/** What was observed of a client, a sentence each. */
export function observedWords(
  say: Say<typeof clientWords.english>,
  { answered, notShown, unclear, links, heldMs, collected }: Observed,
): string[] {
  const seconds = Math.max(1, Math.round(heldMs / 1_000));
  return [
    notShown === 0 ? "" : say("itClosed", { questions: notShown }),
    answered === 0 ? "" : say("itsUserAnswered", { questions: answered }),
    unclear === 0 ? "" : say("itGaveNoClear", { questions: unclear }),
    links === 0 ? "" : say("itWasSent", { links }),
    heldMs === 0
      ? ""
      : seconds < 120
        ? say("itKeptOpenSeconds", { seconds })
        : say("itKeptOpenMinutes", { minutes: Math.round(seconds / 60) }),
    collected === 0 ? "" : say("itCameBack", { results: collected }),
  ].filter((sentence) => sentence !== "");
}
