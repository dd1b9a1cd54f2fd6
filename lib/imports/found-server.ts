/** What is added, in the shape of an entry of `mcp.json`. `${…}` stands for values that are asked for. */
export type FoundEntry = {
  title?: string;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Only beside an address, which then speaks HTTP+SSE and not streamable HTTP. */
  type?: "sse";
  url?: string;
  headers?: Record<string, string>;
};

/** A value that a person gives before the server is added. */
export type AskedValue = {
  /** What stands between `${` and `}`; `env` for whole variables, a line each. */
  key: string;
  label: string;
  hint: string;
  isSecret: boolean;
  isLines: boolean;
  /** Whether it is a folder of the computer where the app runs. */
  isFolder: boolean;
  /** The values there are, if only some are. */
  choices: string[];
  preset: string;
  /** What counts while nothing is given; null where something must be. */
  otherwise: string | null;
};

/** Something of the file that is not taken over, and why. `limits`: it may have limited what the server can do. */
export type ImportNote = { sentence: string; limits: boolean };

/** A server as a file of another app describes it. Every text is that file's. */
export type FoundServer = {
  /** Its name in the file. */
  name: string;
  /** Which part of the file it stands in; empty for the usual one. */
  place: string;
  /** The name that it may have here: small letters, digits, `-` and `_`. */
  id: string;
  entry: FoundEntry;
  asked: AskedValue[];
  notes: ImportNote[];
  /** Whether the file has it switched off. */
  isOff: boolean;
  /** Why it cannot be added at all; null where it can. */
  problem: string | null;
};

/** Whether it is chosen before a person has looked at it: nothing in the file speaks against it. */
export function isPlain({ problem, isOff, notes }: FoundServer): boolean {
  return problem === null && !isOff && notes.every(({ limits }) => !limits);
}
