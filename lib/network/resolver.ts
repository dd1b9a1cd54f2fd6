import type { LookupAddress, LookupAllOptions } from "node:dns";

/** Looks up all addresses of a name. */
export type Resolver = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;
