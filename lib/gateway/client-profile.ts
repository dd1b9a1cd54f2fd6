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
  /** Revisions of the protocol that it is known to speak. */
  eras: z.array(z.enum(["2025-11-25", "2026-07-28"])).default([]),
  /** Whether its user truly sees a question that it declares it can ask. */
  asks: z.enum(["form", "none"]),
  /** What becomes of a question without fields: some clients show none of them, or accept them by themselves. */
  emptyForm: z.enum(["shown", "accepted-unseen", "lost", "unknown"]).default("unknown"),
  /** How long a call may stay open, in seconds, before it gives up. */
  limitSeconds: z.number().positive(),
  /** By a key in a header; by OAuth, with these ways to say who it is. */
  signsIn: z.array(z.enum(["key", "OAuth", "CIMD", "DCR"])).default([]),
  /** What its user should know, in one sentence. */
  note: z.string(),
});

export type ClientProfiles = { of: (name: string) => ClientProfile; all: readonly ClientProfile[] };

/** For a client that nobody knows: asked as it declares, held for less than the shortest limit in use. */
export const carefulProfile: ClientProfile = {
  title: "Another client",
  says: [],
  eras: [],
  asks: "form",
  emptyForm: "unknown",
  limitSeconds: 60,
  signsIn: [],
  note: "Countersign does not know this client. It holds calls for less than a minute.",
};

/** Throws on a profile that does not fit. */
export function clientProfiles(written: readonly unknown[]): ClientProfiles {
  const all = written.map((profile) => shape.parse(profile));
  return {
    all,
    of: (name) => {
      const said = name.toLowerCase().replace(bridged, "");
      return all.find(({ says }) => says.some((pattern) => fits(pattern, said))) ?? carefulProfile;
    },
  };
}

/** What `mcp-remote` adds to the name of the client that started it. */
const bridged = / \(via mcp-remote [^)]*\)$/;

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
