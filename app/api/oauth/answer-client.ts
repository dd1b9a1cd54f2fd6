import { guardProgram } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { notOn } from "./not-on.ts";

const replies = { 200: { says: "What OAuth answers", type: "application/json" } } as const;

/** An endpoint of our authorization server that clients call by themselves. */
export const answerClient = (summary: string, sends: string) =>
  guardProgram({ summary, replies, sends }, async ({ request, text }) => {
    const server = services().clientSignIn?.server;
    if (server == null) return notOn();
    const { access } = services();
    const url = new URL(new URL(request.url).pathname, access.publicOrigin ?? access.origin);
    const type = request.headers.get("content-type") ?? "";
    return (await server()).answer({ method: "POST", url, headers: { "content-type": type }, body: text });
  });
