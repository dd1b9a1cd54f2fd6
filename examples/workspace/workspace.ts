import type { ServerContext } from "@modelcontextprotocol/server";
import type { InTurn } from "./in-turn.ts";
import type { Questions } from "./questions.ts";
import type { ProgramLimits } from "./run-program.ts";

/** What the tools of this server work with. */
export type Workspace = {
  /** The real path of the only folder the tools touch. */
  folder: string;
  /** All that a started program sees of the environment. */
  environment: Record<string, string>;
  limits: ProgramLimits;
  questions: Questions;
  /** For work on the ledger. */
  inTurn: InTurn;
  /** Whether the client of this call can put a form in front of a person. */
  canAsk: (ctx: ServerContext) => boolean;
};
