import { headers } from "next/headers";
import { services } from "./services.ts";
import type { Person } from "./session.ts";

/**
 * The person whose browser asks for this page, or null: then the page shows nothing but the claim. For server
 * components; reading the headers also makes the page dynamic, which the nonce of the CSP needs.
 */
export async function personOfPage(): Promise<Person | null> {
  const cookie = (await headers()).get("cookie");
  return services().sessions.personOf(cookie);
}
