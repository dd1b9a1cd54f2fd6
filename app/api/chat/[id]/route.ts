import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { overLimit } from "#lib/server/http/over-limit.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { chatId, messageId } from "../../limits.ts";

const change = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  instructions: z.string().max(20_000).optional(),
  model: z.string().max(200).nullable().optional(),
  policy: z.literal("denyAll").nullable().optional(),
  /** Whether who may answer a call of it reads the words around that call. */
  shownToReviewers: z.boolean().optional(),
  toolsOff: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^[^/]+\/./, "must be server/* or server/tool"),
    )
    .max(500, "names more than 500 tools; switch whole servers off instead")
    .optional(),
});

const unknown = () => problem("not-found", "There is no such chat.");

/** The newest messages; with `before`, the id of a message, those before it. */
const page = z.strictObject({ before: messageId.optional() });

export const GET = guard(
  {
    query: page,
    scope: "tools:call",
    summary: "Read a chat",
    replies: { 200: { says: "The chat with its newest messages, or those before a message", json: "Chat" } },
  },
  async ({ person, params, query }) => {
    const chat = await services().chats.detail(person.id, params["id"] ?? "", query.before);
    return chat ? Response.json(chat) : unknown();
  },
);

/** Changes a chat; an unknown id creates it with these settings. */
export const PATCH = guard({ body: change }, async ({ person, params, body }) => {
  const { agent, chats, models } = services();
  const id = chatId.safeParse(params["id"]);
  if (!id.success) return unknown();
  if (body.model && !models.choicesFor(person.id).some(({ key }) => key === body.model)) {
    return problem("bad-request", "This model is not configured.", { model: "is none of the configured models" });
  }
  const chat = await chats.change(person.id, id.data, body);
  if (chat !== null && "reached" in chat) return overLimit(chat.reached, agent.limits.ofPerson);
  return chat ? Response.json(chat) : unknown();
});

export const DELETE = guard({}, async ({ person, params }) => {
  const removed = await services().chats.remove(person.id, params["id"] ?? "");
  return removed ? new Response(null, { status: 204 }) : unknown();
});
