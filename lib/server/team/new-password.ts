import { randomUUID } from "node:crypto";
import type { NewPassword } from "#lib/store/accounts.ts";
import type { AuthEngine } from "./auth-engine.ts";

/** A password as the store keeps it. */
export async function newPassword(engine: () => Promise<AuthEngine>, password: string): Promise<NewPassword> {
  return { accountId: randomUUID(), passwordHash: await (await engine()).hash(password) };
}
