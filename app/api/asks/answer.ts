import { services } from "#lib/server/api/services.ts";
import type { AskAnswer } from "#lib/server/approvals/ask-answer.ts";
import type { Asks } from "#lib/server/approvals/asks.ts";
import type { Reply } from "#lib/server/api/replies.ts";

type Key = Parameters<Asks["wait"]>[0];

export const answerReplies = {
  200: {
    says: "The answer, which is given once; only `allow` lets it run. As events where `Accept` is `text/event-stream`: `wait` now and then, and `decision` last",
    json: "AskAnswer",
  },
} as const satisfies Record<number, Reply>;

/** Waits for the answer to an ask: for a while, or to its end where the agent takes events. `begun` is said first. */
export async function answer(key: Key, id: string, request: Request, begun?: AskAnswer): Promise<Response> {
  const { asks } = services();
  if (!request.headers.get("accept")?.includes("text/event-stream")) {
    return Response.json(await asks.wait(key, id, request.signal));
  }
  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const say = (said: AskAnswer) => {
        const event = said.decision === "wait" ? "wait" : "decision";
        if (!signal.aborted) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(said)}\n\n`));
      };
      if (begun !== undefined) say(begun);
      try {
        // Also goes on when nobody reads any more: the ask then ends.
        for await (const said of asks.follow(key, id, signal)) say(said);
        if (!signal.aborted) controller.close();
      } catch (error) {
        services().log.warn("asks.stream-broke", { error });
        if (!signal.aborted) controller.error(error);
      }
    },
    cancel: () => gone.abort(),
  });
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(stream, { headers });
}
