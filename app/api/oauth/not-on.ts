import { problem } from "#lib/server/http/problem.ts";

export function notOn(): Response {
  return problem("not-found", "Clients do not sign in here. Make a key for them.");
}
