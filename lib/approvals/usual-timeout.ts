import type { Who } from "#lib/people/who.ts";

const minute = 60_000;

/**
 * How long a question stays open when the owner set nothing, in ms. It is longer where other people must find it first.
 */
export function usualTimeoutMs({ kind }: Who): number {
  return kind === "self" ? 5 * minute : 24 * 60 * minute;
}
