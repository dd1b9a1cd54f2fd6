import type { Role } from "#lib/people/role.ts";

/** The reader of the page. */
export type Self = { id: string; name: string; role: Role };
/** How the person signs in. `providerName`: the name of the organisation's sign-in; null without one. */
export type Ways = { password: boolean; provider: boolean; providerName: string | null; refused: string | null };
