import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { agentName, agentToolName } from "#lib/verdict/agent-server.ts";
import { jsonObject } from "../limits.ts";
import { answer, answerReplies } from "./answer.ts";

const hour = 3_600_000;

const body = z
  .strictObject({
    /** As the agent calls itself. */
    agent: z.string().regex(agentName, "must be at most 40 small letters, digits, ., _ or -").default("unnamed"),
    tool: z.string().regex(agentToolName, "must be at most 128 letters, digits, and _ . : / -"),
    arguments: jsonObject,
    summary: z.string().max(500).nullable().default(null),
    cwd: z.string().max(1_000).nullable().default(null),
    /** Whether the agent runs other arguments, where a person changes them. */
    takesChanges: z.boolean().default(false),
    timeoutMs: z
      .int()
      .min(5_000)
      .max(24 * hour)
      .default(300_000),
    /** The agent holds no connection: a webhook of its key says when it is decided, and it then comes for the answer. */
    callback: z.boolean().default(false),
  })
  .refine(({ timeoutMs, callback }) => callback || timeoutMs <= hour, {
    path: ["timeoutMs"],
    error: "must be at most an hour without a callback",
  });

/**
 * Asks whether an agent elsewhere may run a tool of its own. Answers within half a minute: `wait` where nothing is
 * decided by then.
 */
export const POST = guard(
  {
    body,
    scope: "asks",
    keyOnly: true,
    summary: "Ask whether a tool of your own may run",
    replies: answerReplies,
  },
  async ({ key, body: asked, request }) => {
    // The route lets nobody in without a key.
    if (key === null) throw new Error("An ask came without a key.");
    const { asks } = services();
    const begun = await asks.begin(key, asked);
    return begun.id === null ? Response.json(begun) : answer(key, begun.id, request, begun);
  },
);
