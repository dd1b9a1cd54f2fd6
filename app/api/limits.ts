import { z } from "zod";
import { problem } from "#lib/server/problem.ts";

/** Ids that clients make: unguessable is not needed, harmless is. */
export const chatId = z.string().regex(/^[A-Za-z0-9_-]{6,64}$/, "must be 6 to 64 letters, digits, - or _");
export const messageId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, - or _");

/** How often a silent stream says that it is alive; proxies cut what is silent for a minute. */
export const keepAliveMs = 15_000;

/** The answer to whoever has as many streams open as anybody may. */
export const tooManyStreams = () =>
  problem("too-many", "Too many tabs of this app are open. Close some and try again.");
