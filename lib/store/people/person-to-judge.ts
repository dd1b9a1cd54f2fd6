import type { CallToJudge } from "#lib/verdict/verdict.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { prepared } from "#lib/store/engine/prepared.ts";

/** What policies may know of a person. Somebody who was deleted has the lowest role. */
export async function personToJudge({ db }: Database, id: string): Promise<CallToJudge["person"]> {
  const [row] = (await personById(db, { id })).rows;
  return row ? { id, ...row } : { id, name: "", email: null, role: "member" };
}

const personById = prepared((db, { id }: { id: string }) =>
  db.selectFrom("people").select(["name", "email", "role"]).where("id", "=", id),
);
