import type { Role } from "#lib/people/role.ts";

/** Who looks at the page. */
export type Self = { id: string; name: string; role: Role };
/** How one comes in oneself. `providerName`: what the organisation's sign-in is called; null without one. */
export type Ways = { password: boolean; provider: boolean; providerName: string | null; refused: string | null };
