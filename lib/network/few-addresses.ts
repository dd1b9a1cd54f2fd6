import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Of each family. */
const mostTried = 4;

/**
 * The addresses at which a name is tried. It may have thousands, and Node calls itself for each that nothing leads to,
 * until the process ends (THREATS G8: input that blocks).
 */
export function fewAddresses(found: readonly LookupAddress[]): LookupAddress[] {
  return [4, 6].flatMap((wanted) => found.filter(({ family }) => family === wanted).slice(0, mostTried));
}

/** The system's lookup of a name, for connections that may go anywhere. */
export const lookUpFew: LookupFunction = (name, options, done) => {
  if (options.all !== true) return lookup(name, options, done);
  lookup(name, { ...options, all: true }, (error, found) => done(error, error === null ? fewAddresses(found) : ""));
};
