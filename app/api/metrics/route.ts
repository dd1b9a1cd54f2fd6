import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Metrics of this process for Prometheus. They tell about everybody, so reading them needs a scope. */
export const GET = guard(
  {
    scope: "metrics:read",
    may: "see-all-audit",
    summary: "Read figures of this process",
    replies: { 200: { says: "In the text format of Prometheus", type: "text/plain" } },
  },
  async () => {
    const { text, type } = await services().metrics.text();
    return new Response(text, { headers: { "content-type": type } });
  },
);
