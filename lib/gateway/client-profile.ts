import { z } from "zod";

/**
 * What is known of a kind of client, beyond what it declares. A profile only narrows: it never lets a client do more
 * than its key and its own declarations do.
 */
export type ClientProfile = z.infer<typeof shape>;

const shape = z.strictObject({
  title: z.string(),
  /** Names by which it introduces itself, in lower case; a `*` at the end stands for anything. */
  says: z.array(z.string()),
  /** Whether its user truly sees a question that it declares it can ask. */
  asks: z.enum(["form", "none"]),
  /** How long a call may stay open, in seconds, before it gives up. */
  limitSeconds: z.number().positive(),
  /** What its user should know, in one sentence. */
  note: z.string(),
});

export type ClientProfiles = { of: (name: string) => ClientProfile; all: readonly ClientProfile[] };

/** For a client that nobody knows: asked as it declares, held for less than the shortest limit in use. */
export const carefulProfile: ClientProfile = {
  title: "Another client",
  says: [],
  asks: "form",
  limitSeconds: 60,
  note: "Countersign does not know this client. It holds calls for less than a minute.",
};

/** Throws on a profile that does not fit. */
export function clientProfiles(written: readonly unknown[]): ClientProfiles {
  const all = written.map((profile) => shape.parse(profile));
  return {
    all,
    of: (name) => {
      const said = name.toLowerCase();
      return all.find(({ says }) => says.some((pattern) => fits(pattern, said))) ?? carefulProfile;
    },
  };
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
