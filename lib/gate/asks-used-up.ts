import type { Notice } from "#lib/chat/chat-message.ts";
import type { Gate } from "./gate.ts";

/** What the person is told when an answer may ask nothing more (D5, S0.25). */
export function asksUsedUp({ limits }: Gate): Notice {
  const text =
    `This answer has asked for ${limits.asksPerRun} approvals, the most it may. ` +
    "Its further calls were refused without asking.";
  return { kind: "budget", text, retry: false };
}
