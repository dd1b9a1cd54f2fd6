import { z } from "zod";
import { guard, guardOpen } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionCookie, sessionShownBy, visitOf } from "#lib/server/http/session-cookie.ts";
import { browserOf, endedSession } from "./new-session.ts";

const refusals = {
  "already-claimed": "Another browser uses this instance. Open the link that npm start or npm run link prints.",
  "link-needed": "Open the link that npm start or npm run link prints.",
  "sign-in-needed": "Sign in first.",
  "link-not-valid": "This link was used already or is older than ten minutes. Get a new one with npm run link.",
} as const;

/** Who is signed in. */
export const GET = guard({}, ({ person }) => Response.json({ person }));

/** Signs this browser in: without a key the first visit claims the instance, with a key any browser gets a session. */
export const POST = guardOpen(
  { body: z.strictObject({ key: z.string().min(1).max(200).optional() }) },
  async ({ body, request }) => {
    const { sessions } = services();
    const person = await sessions.personOf(sessionShownBy(request.headers));
    if (body.key === undefined && person !== null) return Response.json({ person });
    const visit = visitOf(request);
    const opened = body.key === undefined ? await sessions.claim(visit) : await sessions.openByLink(body.key, visit);
    if ("refused" in opened) return problem("no-session", refusals[opened.refused]);
    return Response.json({}, { headers: { "set-cookie": sessionCookie(opened.token, browserOf(request)) } });
  },
);

/** Signs out; with `?everywhere=true` in all browsers of this person. */
export const DELETE = guard({}, async ({ request, query }) => {
  await services().sessions.leave(sessionShownBy(request.headers), { everywhere: query.get("everywhere") === "true" });
  return endedSession(request);
});
