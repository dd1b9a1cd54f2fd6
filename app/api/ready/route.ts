import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Whether this process should get requests, for the proxy in front: 503 when not. Open, so it names nothing. */
export const GET = guardOpen(
  {
    summary: "Whether this process should get requests",
    replies: { 200: { says: "It should", json: "Readiness" }, 503: { says: "It should not", json: "Readiness" } },
  },
  async () => {
    const readiness = await services().readiness();
    return Response.json(readiness, { status: readiness.status === "ready" ? 200 : 503 });
  },
);
