import { Resolver as NameServers, type LookupAddress } from "node:dns";
import type { Resolver } from "./resolver.ts";

/**
 * Looks up a name that anybody may have chosen, by asking the name servers ourselves. The system's lookup has two
 * threads for everybody, and a name whose servers do not answer would keep one for ten seconds (THREATS G23: floods of
 * one person). It knows no names but those of the internet.
 */
export const lookUpApart: Resolver = (name, _options, done) => {
  // A new one each time (0.1 ms): a computer that changes its network has other name servers.
  const asked = new NameServers({ timeout: 2_000, tries: 2 });
  const found: LookupAddress[] = [];
  let problem: NodeJS.ErrnoException | null = null;
  let left = 2;
  const take = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[] | undefined) => {
    problem ??= error;
    found.push(...(addresses ?? []).map((address) => ({ address, family })));
    left -= 1;
    if (left > 0) return;
    if (found.length > 0)
      done(
        null,
        found.toSorted((one, other) => one.family - other.family),
      );
    else done(problem ?? new Error("No address."), []);
  };
  asked.resolve4(name, take(4));
  asked.resolve6(name, take(6));
};
