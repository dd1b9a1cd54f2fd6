import { z } from "zod";
import { clientTools } from "../../limits.ts";
import { stopRuns } from "#lib/agent/runs/stop-runs.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Revokes a key at once. What it has open closes with it. */
export const DELETE = guard({}, async ({ person, params }) => {
  const { keys, streams } = services();
  const id = params["id"] ?? "";
  if ((await keys.revoke(person, id)) === null) return problem("not-found", "There is no such key any more.");
  streams.closeOfKey(id);
  return new Response(null, { status: 204 });
});

const body = z.strictObject({ tools: clientTools });

/** Offers the client of a key no tools but these, at once. They must be among those that it was offered before. */
export const PATCH = guard({ body }, async ({ person, params, body: { tools } }) => {
  const { keys, agent, streams } = services();
  const id = params["id"] ?? "";
  const narrowed = await keys.narrow(person, id, [...new Set(tools)]);
  if (narrowed === "no-key") return problem("not-found", "There is no such key any more.");
  if (narrowed === "no-client") return problem("conflict", "Only a key that calls tools has a client.");
  if (narrowed === "wider") {
    return problem("conflict", "A key is never given more tools. Make another key.", {
      tools: "must be among those that it has",
    });
  }
  streams.closeOfKey(id, "chat");
  await Promise.all([stopRuns(agent, narrowed.runs, "stop"), stopRuns(agent, narrowed.begun, "key-ended")]);
  return new Response(null, { status: 204 });
});
