import type { Notice } from "#lib/approvals/notice.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { StepOutcome } from "./model-step.ts";

/** What a person is told, once in an answer, of a chat that is too long for its model or soon will be. */
export function contextNotice(
  { left, isNearlyFull }: Pick<StepOutcome, "left" | "isNearlyFull">,
  history: ChatMessage[],
): Notice | null {
  const wasTold = ({ parts }: ChatMessage) =>
    parts.some((part) => part.type === "data-notice" && part.data.kind === "context");
  if (left > 0 && !history.slice(-1).some(wasTold)) {
    const which =
      left === 1
        ? "Its first message was not sent to the model."
        : `Its first ${left} messages were not sent to the model.`;
    return noticeOf(`${tooLong} ${which}`);
  }
  if (isNearlyFull && !history.some(wasTold)) {
    return noticeOf(
      "This chat is nearly as long as its model reads at once. Soon its first messages will not be sent.",
    );
  }
  return null;
}

const tooLong = "This chat is longer than its model reads at once.";

function noticeOf(text: string): Notice {
  return { kind: "context", text, retry: false };
}
