import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { jsonObject } from "../../limits.ts";

const callerName = z.string().min(1).max(200).default("chat");
const query = z.strictObject({ caller: callerName });
const body = z.strictObject({ tool: z.string().min(1).max(200), arguments: jsonObject, caller: callerName });

const noCaller = "Nobody by this name calls tools for you. Choose one of the callers in the list.";
const busy = "Your last questions are still being worked out. Try again in a moment.";

/** What each tool would do if the person's chat, agent or client called it, and what decides that. Changes nothing. */
export const GET = guard({ query }, async ({ person, query: { caller } }) => {
  const foresight = await services().grants.willItAsk.everyTool(person, caller);
  if (foresight === "busy") return problem("too-many", busy);
  return foresight === "no-caller" ? problem("not-found", noCaller) : Response.json(foresight);
});

/** The same for one call with its arguments. Nothing is run, recorded or counted. */
export const POST = guard({ body }, async ({ person, body: asked }) => {
  const foreseen = await services().grants.willItAsk.call(person, asked);
  if (foreseen === "busy") return problem("too-many", busy);
  if (foreseen === "no-caller") return problem("not-found", noCaller);
  if (foreseen === "no-tool") return problem("not-found", "There is no such tool at present.");
  if (foreseen === "too-large") return problem("too-large", "Arguments to try are at most 64 KB as JSON.");
  if (!("errors" in foreseen)) return Response.json(foreseen);
  const fields = Object.fromEntries(foreseen.errors.map(({ path, message }) => [path, message]));
  return problem("does-not-fit", "The tool does not take these arguments.", fields);
});
