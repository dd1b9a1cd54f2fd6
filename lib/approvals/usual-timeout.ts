import type { Who } from "#lib/people/who.ts";

/** How long questions stay open where nothing was set for their tool. Longer where others must find them first. */
export type UsualTimeouts = {
  /** Minutes, of questions that the person of the chat answers. */
  chatMinutes: number;
  /** Hours, of questions that others answer in their inbox. */
  othersHours: number;
};

export const shippedTimeouts: UsualTimeouts = { chatMinutes: 5, othersHours: 24 };

/** A day, and a quarter of a year. */
export const longestUsual: UsualTimeouts = { chatMinutes: 24 * 60, othersHours: 90 * 24 };

const minute = 60_000;

export function usualTimeoutMs({ kind }: Who, { chatMinutes, othersHours } = shippedTimeouts): number {
  return kind === "self" ? chatMinutes * minute : othersHours * 60 * minute;
}
