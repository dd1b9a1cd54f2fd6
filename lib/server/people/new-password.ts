import { randomUUID } from "node:crypto";
import type { NewPassword } from "#lib/store/people/accounts.ts";
import type { AuthEngine } from "./auth-engine.ts";
import type { HashQueue } from "./flow.ts";
import { isCommonPassword } from "./common-password.ts";

type Given = {
  password: string;
  /** Its person's name and address. */
  about: readonly string[];
  queue: HashQueue;
};

/** The stored form of a new password; refuses a common one. */
export async function newPassword(
  engine: () => Promise<AuthEngine>,
  { password, about, queue }: Given,
): Promise<NewPassword | { refused: "common-password" }> {
  if (await isCommonPassword(password, about)) return { refused: "common-password" };
  return { accountId: randomUUID(), passwordHash: await (await engine()).hash(password, queue) };
}
