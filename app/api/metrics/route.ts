import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Figures of this process for Prometheus. They tell about everybody, so not everybody reads them. */
export const GET = guard({ scope: "metrics:read", may: "see-all-audit" }, async () => {
  const { text, type } = await services().metrics.text();
  return new Response(text, { headers: { "content-type": type } });
});
