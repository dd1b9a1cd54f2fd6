import { exposures, type Exposure } from "#lib/verdict/exposure.ts";
import type { ToolSay } from "./words.en.ts";

/** Where tools can be on offer, as the choices of a list. */
export function exposureChoices(say: ToolSay): [Exposure, label: string][] {
  return exposures.toReversed().map((place) => [place, say("exposure", { place })]);
}
