import type { SelfTestRun } from "#lib/chat/self-test-run.ts";
import type { Say } from "#lib/words/say.ts";
import type { clientWords } from "./words.en.ts";

/** How a self-test went, in sentences. */
export function selfTestWords(
  say: Say<typeof clientWords.english>,
  { askedBy, approved, endedIn, seconds, heldSeconds, handedOver }: SelfTestRun,
): string {
  const by = askedBy ?? "none";
  const ended = { approved: approved ? "yes" : "no", where: endedIn ?? "nobody", seconds: seconds ?? 0 };
  return [
    say("theClientWasAsked", { by }),
    endedIn === null ? say("theQuestionIsOpen", { by }) : say("theTestEnded", ended),
    endedIn === null || heldSeconds < 0.1 ? "" : say("theCallWasHeld", { seconds: heldSeconds.toFixed(1) }),
    endedIn === null || endedIn === "nobody" ? "" : say("theClientHasTheResult", { has: handedOver ? "yes" : "no" }),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
