import type { SignInProblem } from "#lib/audit/people-events.ts";
import type { BySession } from "#lib/store/people/hold-session.ts";

/** Separate queues: a known person does not wait for strangers, nor for people who have some link. */
export type HashQueue = { personId: string } | "strangers";

/** What one call of the library has found out so far. */
export type Flow = {
  personId: string | null;
  provedAt: number | null;
  /** The stored hash of the given password; `anew`: a hash at a higher cost, where it is due. */
  password: { stored: string; anew: string | null } | null;
  subject: string | null;
  refused: SignInProblem | null;
  begunBy: string | null;
  connectTo: BySession | null;
  queue: HashQueue;
};

export function newFlow(given: Partial<Flow>): Flow {
  const nobody = { personId: null, provedAt: null, password: null, subject: null, refused: null };
  return { ...nobody, begunBy: null, connectTo: null, queue: "strangers", ...given };
}
