import { createHash } from "node:crypto";
import { maskOf, type Mask } from "#lib/audit/mask.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { ordersIn } from "#lib/untrusted/orders-in.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { shownText, stripHidden } from "./strip-hidden.ts";

/** How a server says that its tools are used; reviewed as a definition of a tool is (THREATS E1, E5). */
export type ServerInstructions = {
  name: string;
  /** What models get: without hidden characters, at most 8,000 characters. */
  text: string;
  fingerprint: string;
  /** Canonical JSON of them as the server sent them, without its secrets: what a person reviews. */
  said: string;
  /** Words in them that give the model orders beyond the tools; null where there are none. */
  order: string | null;
  hidden: boolean;
};

const mostForModels = 8_000;
/** Longer ones are not used at all: nobody would read them before they are accepted. */
const most = 32_000;

/** The instructions of a server's handshake, checked and cleaned; `problems` are sentences for the owner. */
export function readInstructions(
  said: string | undefined,
  identity: JsonObject,
  mask: Mask = maskOf([]),
): { instructions: ServerInstructions | null; problems: string[] } {
  if (said === undefined || said.trim() === "") return { instructions: null, problems: [] };
  // First of all: nobody accepts words that they could not read, for a server may choose a secret that it is given.
  const sent = mask.head(said, most + 1);
  if (sent.length > most) {
    const problem = `Its instructions are not used: they are longer than ${most} characters.`;
    return { instructions: null, problems: [problem] };
  }
  const { text: visible, found } = stripHidden(sent, most);
  // Whoever reviews it would read another text than models do.
  if (mask.isIn(visible)) {
    const problem = "Its instructions are not used: hidden characters stand in a secret that the server was given.";
    return { instructions: null, problems: [problem] };
  }
  const problems = [
    ...(found ? ["Its instructions had hidden characters, which models do not get."] : []),
    ...(sent.length > mostForModels
      ? [`Its instructions are ${sent.length} characters long; models get the first ${mostForModels}.`]
      : []),
  ];
  const instructions = {
    name: instructionsName,
    text: shownText(visible, mostForModels).trim(),
    fingerprint: createHash("sha256")
      .update(canonicalJson({ instructions: sent, server: identity }))
      .digest("hex"),
    said: canonicalJson({ instructions: sent }),
    order: ordersIn(sent),
    hidden: found,
  };
  return { instructions, problems };
}
