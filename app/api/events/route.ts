import { eventStream } from "#lib/server/chats/event-stream.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { keepAliveMs, refusedStream } from "../limits.ts";

/** Changes in this person's chats, as server-sent events; one connection serves a whole browser. */
export const GET = guard({}, ({ person }) => {
  const { changes, streams } = services();
  const refused = refusedStream(streams, person.id, null);
  if (refused !== null) return refused;
  const stream = streams.counted(person.id, eventStream({ changes, personId: person.id, keepAliveMs }));
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(stream, { headers });
});
